import type { RenderFailure } from '#libs/contracts';

/** The video ended without us: nobody waits for a result. */
export class VideoEnded extends Error {
  override readonly name = 'VideoEnded';
}

/** This renderer is about to stop: somebody else must begin anew. */
export class RendererStopping extends Error {
  override readonly name = 'RendererStopping';
}

/** Storage was away for too long: the video is not to blame, and another renderer may reach it. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway';
}

/** Drawing took longer than {@link attemptLimitMs}. */
export class AttemptTooLong extends Error {
  override readonly name = 'AttemptTooLong';
}

/** Longest time an attempt may draw, ms (API.md §4). */
export function attemptLimitMs(durationS: number): number {
  return Math.max(5 * 60_000, 20 * durationS * 1_000);
}

/** What an attempt is called that took too long, or ended by an error outside its slot. */
export function failureOf(error: unknown): RenderFailure {
  if (error instanceof AttemptTooLong) {
    return { code: 'RENDER_TIMEOUT', message: 'The video took too long to draw', retryable: false };
  }
  return { code: 'RENDER_FAILED', message: 'The video could not be drawn', retryable: true };
}
