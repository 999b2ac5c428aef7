import { describe, expect, it } from '@jest/globals';
import { slotDisk } from './slot-disk.js';

const WANTED = { cache: 4_000, video: 2_000 };

describe('slotDisk', () => {
  it.each([
    ['what is wanted, of a large folder', 12_800, 2, { total: 4_053, cache: 1_215, video: 2_000, shared: 384 }],
    ['the cache its part', 40_000, 2, { total: 12_666, cache: 1_333, video: 2_000, shared: 1_200 }],
    ['parts of a small one, which leave room to draw', 300, 2, { total: 95, cache: 28, video: 47, shared: 9 }],
  ])('gives %s', (_what, bytes, slots, expected) => {
    expect(slotDisk(bytes, slots, WANTED)).toEqual(expected);
  });
});
