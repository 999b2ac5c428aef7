import { describe, expect, it } from '@jest/globals';
import { slotMemory } from './slot-memory.js';

const MIB = 2 ** 20;

describe('slotMemory', () => {
  it.each([
    [4096, 2, 2048],
    [2048, 1, 1536],
    [1024, 1, 512],
    [512, 1, 512],
    [24576, 2, 8021],
  ])('of %i MiB and %i slots is %i MiB', (memory, slots, share) => {
    expect(Math.floor(slotMemory(memory * MIB, slots) / MIB)).toBe(share);
  });
});
