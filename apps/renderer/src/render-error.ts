import type { RenderFailure, VideoErrorCode } from '#libs/contracts';

/** Why a video cannot be drawn. `message` is public; `detail` and `cause` are for the log only. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  /** False where another attempt would fail the same way. */
  readonly retryable: boolean;
  readonly detail?: string;

  constructor(
    readonly code: VideoErrorCode,
    message: string,
    options: { retryable?: boolean; detail?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable ?? false;
    this.detail = options.detail;
  }

  toFailure(): RenderFailure {
    return { code: this.code, message: this.message, retryable: this.retryable };
  }
}
