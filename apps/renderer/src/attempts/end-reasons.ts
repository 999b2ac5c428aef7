import type { RenderFailure } from '#libs/contracts';
import { brokenOutput } from '#libs/render';
import { AlteredFileError } from '#libs/storage';

/** Thrown because the video has ended; no result is expected. */
export class VideoEnded extends Error {
  override readonly name = 'VideoEnded';
}

/** Thrown because this renderer stops; another one has to start the video again. */
export class RendererStopping extends Error {
  override readonly name = 'RendererStopping';
}

/**
 * Thrown because storage was unavailable for too long. This is no fault of the video, and another renderer may reach
 * storage.
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** Thrown because drawing took longer than its {@link AttemptLimits}. */
export class AttemptTooLong extends Error {
  override readonly name = 'AttemptTooLong';
}

/** Thrown because files of earlier steps of the video are not in storage any more. This is no fault of the video. */
export class MissingInputs extends Error {
  override readonly name = 'MissingInputs';

  /** @param keys storage keys that the plan names */
  constructor(readonly keys: readonly string[]) {
    super(`not in storage any more: ${keys.join(', ')}`);
  }
}

/** The failure to report for an attempt that took too long or failed outside its slot. */
export function failureOf(error: unknown): RenderFailure {
  if (error instanceof AttemptTooLong) {
    return { code: 'RENDER_TIMEOUT', message: 'The video took too long to draw', retryable: false };
  }
  if (error instanceof AlteredFileError) return brokenOutput([error.message]).toFailure();
  return { code: 'RENDER_FAILED', message: 'The video could not be drawn', retryable: true };
}
