import { describe, expect, it } from '@jest/globals';
import { slotDisk } from './slot-disk.js';

const WANTED = { cache: 4_000, video: 2_000 };

describe('slotDisk', () => {
  it.each([
    [
      'what is wanted, of a large folder',
      16_000,
      2,
      { total: 4_533, cache: 1_333, video: 2_000, shared: 480, pictures: 1_600 },
    ],
    ['the cache its part', 40_000, 2, { total: 11_333, cache: 1_333, video: 2_000, shared: 1_200, pictures: 4_000 }],
    [
      'parts of a small one, which leave room to draw',
      300,
      2,
      { total: 85, cache: 25, video: 42, shared: 9, pictures: 30 },
    ],
  ])('gives %s', (_what, bytes, slots, expected) => {
    expect(slotDisk(bytes, slots, WANTED)).toEqual(expected);
  });
});
