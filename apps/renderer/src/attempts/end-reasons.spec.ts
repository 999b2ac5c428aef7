import { describe, expect, it } from '@jest/globals';
import { AlteredFileError } from '#libs/storage';
import { AttemptTooLong, failureOf } from './end-reasons.js';

describe('failureOf', () => {
  it('never tries again what took too long', () => {
    expect(failureOf(new AttemptTooLong())).toMatchObject({ code: 'RENDER_TIMEOUT', retryable: false });
  });

  it('draws again what was altered after it was written', () => {
    const failure = failureOf(new AlteredFileError('/secret/path'));
    expect(failure).toMatchObject({ code: 'OUTPUT_CHECK_FAILED', retryable: true });
    expect(failure.message).not.toContain('secret');
  });

  it.each([new Error('ENOSPC: /secret/path'), 'odd'])('lets another renderer try after %s', (error) => {
    const failure = failureOf(error);
    expect(failure).toMatchObject({ code: 'RENDER_FAILED', retryable: true });
    expect(failure.message).not.toContain('secret');
  });
});
