import { expect, it } from '@jest/globals';
import { attemptLimitMs } from './render-limits.js';

it.each([
  [1, 300_000],
  [15, 300_000],
  [16, 320_000],
  [600, 12_000_000],
  [3_600, 72_000_000],
])('a render attempt of a video of %i s may draw for %i ms', (durationS, limitMs) => {
  expect(attemptLimitMs(durationS)).toBe(limitMs);
});
