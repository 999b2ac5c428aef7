import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryShares } from './memory-shares.js';

const MIB = 2 ** 20;

describe('memoryShares', () => {
  it.each([
    // A pod of the chart, one with a GPU, a small one, and a machine.
    [8_192, 2, { main: 512, fetcher: 512, slot: 2_048, drawer: 1_536 }],
    [12_288, 4, { main: 512, fetcher: 512, slot: 2_048, drawer: 1_536 }],
    [3_072, 1, { main: 512, fetcher: 512, slot: 819, drawer: 614 }],
    [24_576, 2, { main: 512, fetcher: 512, slot: 6_729, drawer: 5_046 }],
    [1_024, 1, { main: 256, fetcher: 256, slot: 204, drawer: 153 }],
  ])('of %i MiB and %i slots are %j MiB', (memory, slots, expected) => {
    const shares = Object.entries(memoryShares(memory * MIB, slots));
    expect(Object.fromEntries(shares.map(([kind, { bytes }]) => [kind, Math.floor(bytes / MIB)]))).toEqual(expected);
  });

  it('are no more than the memory together, however many processes there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 20 }), fc.integer({ min: 1, max: 64 }), (memoryMib, slots) => {
        const shares = Object.values(memoryShares(memoryMib * MIB, slots));
        const all = shares.reduce((sum, { bytes, count }) => sum + count * bytes, 0);
        expect(all).toBeLessThanOrEqual(memoryMib * MIB);
        expect(all).toBeGreaterThan(0.99 * memoryMib * MIB);
      }),
    );
  });
});
