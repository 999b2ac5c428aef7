import { describe, expect, it } from '@jest/globals';
import { FfmpegError } from '#libs/encode';
import { FrameError } from '#libs/frames';
import { RenderError } from '#libs/render';
import { outcomeOfError } from './outcome-of-error.js';

describe('outcomeOfError', () => {
  it.each([
    [
      new RenderError('ASSET_FETCH_FAILED', 'logo: gone'),
      { code: 'ASSET_FETCH_FAILED', message: 'logo: gone', retryable: false },
    ],
    [
      new RenderError('OUTPUT_CHECK_FAILED', 'broken', { retryable: true }),
      { code: 'OUTPUT_CHECK_FAILED', retryable: true },
    ],
    [
      new FrameError('FONT_FAILED', 'fonts[0]', 'unreadable'),
      { code: 'FONT_FAILED', message: 'fonts[0]: unreadable', retryable: false },
    ],
    [new FrameError('RENDER_FAILED', 'pages[0]', 'odd'), { code: 'RENDER_FAILED', retryable: true }],
    [
      new FfmpegError('ffmpeg ended with code 1', ''),
      { code: 'RENDER_FAILED', message: 'The video could not be encoded', retryable: true },
    ],
    [
      new TypeError('x is undefined'),
      { code: 'RENDER_FAILED', message: 'The video could not be drawn', retryable: true },
    ],
    ['thrown text', { code: 'RENDER_FAILED', retryable: true }],
  ])('calls %s what the caller may know', (error, failure) => {
    expect(outcomeOfError(error)).toMatchObject({ ok: false, failure });
  });

  it('keeps what only we may know for the log', () => {
    const cause = new FfmpegError('ffmpeg ended with code 1', '/work/slot-0/x.mp4: No space left on device');
    const outcome = outcomeOfError(new RenderError('RENDER_FAILED', 'The video could not be drawn', { cause }));
    expect(outcome.failure.message).not.toContain('/work');
    expect(outcome.detail).toContain('No space left on device');
  });
});
