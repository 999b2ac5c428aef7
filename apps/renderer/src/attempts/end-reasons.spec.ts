import { describe, expect, it } from '@jest/globals';
import { AttemptTooLong, attemptLimitMs, failureOf } from './end-reasons.js';

describe('attemptLimitMs', () => {
  it.each([
    [1, 300_000],
    [15, 300_000],
    [16, 320_000],
    [600, 12_000_000],
  ])('a video of %i s may take %i ms', (durationS, limitMs) => {
    expect(attemptLimitMs(durationS)).toBe(limitMs);
  });
});

describe('failureOf', () => {
  it('never tries again what took too long', () => {
    expect(failureOf(new AttemptTooLong())).toMatchObject({ code: 'RENDER_TIMEOUT', retryable: false });
  });

  it.each([new Error('ENOSPC: /secret/path'), 'odd'])('lets another renderer try after %s', (error) => {
    const failure = failureOf(error);
    expect(failure).toMatchObject({ code: 'RENDER_FAILED', retryable: true });
    expect(failure.message).not.toContain('secret');
  });
});
