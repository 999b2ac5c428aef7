import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { etaSeconds, progressOf, pollAfterS } from './video-progress.js';

describe('progress', () => {
  it('never falls and stays below 100 until the file is there', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000),
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 0, max: 99 }),
        (done, all, shown) => {
          const progress = progressOf(done, all, shown);
          expect(progress).toBeGreaterThanOrEqual(shown);
          expect(progress).toBeLessThanOrEqual(99);
          expect(Number.isInteger(progress)).toBe(true);
        },
      ),
    );
  });

  it.each([
    [0, 240, 0, 0],
    [120, 240, 0, 50],
    [121, 240, 0, 50],
    [240, 240, 0, 99],
    [10, 240, 60, 60],
  ])('after %d of %d frames, %d shown before, is %d', (done, all, shown, expected) => {
    expect(progressOf(done, all, shown)).toBe(expected);
  });
});

describe('the estimate', () => {
  it.each([
    [240, 0, null],
    [120, 12, 10],
    [1, 10, 1],
    [0, 24, 0],
    [-1, 24, 0],
  ])('for %d frames left at %d a second is %p s', (left, pace, expected) => {
    expect(etaSeconds(left, pace)).toBe(expected);
  });
});

describe('when to look again', () => {
  it.each([
    ['PROCESSING', null, 5],
    ['PROCESSING', 0, 1],
    ['PROCESSING', 7, 7],
    ['PROCESSING', 600, 10],
    ['COMPLETED', null, null],
    ['FAILED', null, null],
    ['CANCELED', null, null],
  ] as const)('at a %s video with %p s to go is after %p s', (status, eta_seconds, expected) => {
    expect(pollAfterS({ status, eta_seconds })).toBe(expected);
  });
});
