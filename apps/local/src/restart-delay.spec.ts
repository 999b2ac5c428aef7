import { describe, expect, it } from '@jest/globals';
import { countEarlyEnds, restartDelayMs } from './restart-delay.js';

describe('the pause before a restart', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [5, 16_000],
    [6, 30_000],
    [60, 30_000],
  ])('after %i early ends in a row is %i ms', (ends, pauseMs) => expect(restartDelayMs(ends)).toBe(pauseMs));

  it('is the shortest again after a healthy while', () => {
    expect(countEarlyEnds(5, 59_999)).toBe(6);
    expect(countEarlyEnds(5, 60_000)).toBe(1);
  });
});
