import { describe, expect, it } from '@jest/globals';
import { retryAfterS } from './retry-after.js';

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
    expect(retryAfterS({ status, eta_seconds })).toBe(expected);
  });
});
