import { expect, it, describe } from '@jest/globals';
import { markIntervalS } from '../../../apps/console/src/editor/timeline/mark-interval.ts';

describe('the ruler', () => {
  it.each([
    [1_000, 0.1],
    [60, 1],
    [20, 5],
    [0.01, 300],
  ])('marks a second of %d px every %d s', (pixels, seconds) => {
    expect(markIntervalS(pixels)).toBe(seconds);
  });
});
