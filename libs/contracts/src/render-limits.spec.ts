import { expect, it } from '@jest/globals';
import { attemptLimitMs, drawingLimitMs } from './render-limits.js';

it.each([
  [1, 300_000],
  [15, 300_000],
  [16, 320_000],
  [600, 12_000_000],
  [3_600, 72_000_000],
])('a render attempt of a video of %i s may draw for %i ms', (durationS, limitMs) => {
  expect(attemptLimitMs(durationS)).toBe(limitMs);
});

it.each([
  [500, 0.5, 60_000],
  [5_000, 10, 100_000],
  [120_000, 0.5, 300_000],
  [10_000_000, 60, 1_200_000],
])('frames that are estimated at %i ms, of a video of %f s, may take %i ms', (costMs, durationS, limitMs) => {
  expect(drawingLimitMs(costMs, durationS)).toBe(limitMs);
});
