import { describe, expect, it } from '@jest/globals';
import { slotDisk } from './slot-disk.js';

const WANTED = { cache: 4_000, video: 2_000 };

describe('slotDisk', () => {
  it.each([
    [
      'what is wanted, of a large folder',
      12_800,
      2,
      { total: 3_626, cache: 1_215, video: 2_000, shared: 384, pictures: 1_280 },
    ],
    ['the cache its part', 40_000, 2, { total: 11_332, cache: 1_333, video: 2_000, shared: 1_200, pictures: 4_000 }],
    [
      'parts of a small one, which leave room to draw',
      300,
      2,
      { total: 85, cache: 28, video: 47, shared: 9, pictures: 30 },
    ],
  ])('gives %s', (_what, bytes, slots, expected) => {
    expect(slotDisk(bytes, slots, WANTED)).toEqual(expected);
  });
});
