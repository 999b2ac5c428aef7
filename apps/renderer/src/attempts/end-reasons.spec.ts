import { describe, expect, it } from '@jest/globals';
import { AttemptTooLong, failureOf } from './end-reasons.js';

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
