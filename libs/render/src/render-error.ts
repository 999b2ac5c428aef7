import type { ForeseenErrorCode, RenderFailure, VideoErrorCode } from '#libs/contracts';

/** The reason why a video cannot be drawn. `message` is public; `detail` and `cause` are for the log only. */
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

/** Encoded parts that cannot be joined with the others, by the numbers of the steps that made them: they must be drawn again. */
export class UnfitParts extends RenderError {
  constructor(
    readonly steps: readonly number[],
    detail: string,
  ) {
    super('RENDER_FAILED', 'Parts of the video could not be joined', { retryable: true, detail });
  }
}

/** This release compiles the document to other frames than the release that planned the video: it must be planned again. */
export class OtherFrameCount extends RenderError {
  constructor(
    readonly frameCount: number,
    planned: number,
  ) {
    const detail = `planned ${planned} frames, compiled ${frameCount}`;
    super('RENDER_FAILED', 'The video could not be drawn as planned', { retryable: true, detail });
  }
}

/** A file of the document that cannot be used. */
export class AssetError extends RenderError {
  /** Whether a later video may succeed with the same file. */
  readonly mayPass: boolean;

  /**
   * @param path the place in the document, such as `pages[0].layers[2] "logo"`
   * @param reason the message without the path
   */
  constructor(
    override readonly code: ForeseenErrorCode,
    readonly path: string,
    readonly reason: string,
    { mayPass = false, ...options }: { mayPass?: boolean; detail?: string; cause?: unknown } = {},
  ) {
    super(code, `${path}: ${reason}`, options);
    this.mayPass = mayPass;
  }
}

/** The failure of an attempt whose file is not as it must be. */
export function brokenOutput(faults: readonly string[]): RenderError {
  const message = 'The encoded file did not pass its check';
  return new RenderError('OUTPUT_CHECK_FAILED', message, { retryable: true, detail: faults.join('; ') });
}
