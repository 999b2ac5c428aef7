import type { RenderFailure, RenderResult, VideoError } from '#libs/contracts';
import type { RowStatus } from '../videos/video-status.js';
import { MAX_ATTEMPTS, type SegmentState } from './segment-state.js';

/** What a result finds. */
export interface ResultSituation {
  status: RowStatus;
  state: SegmentState;
  /** Number of the latest claim. */
  epoch: number;
  attempts: number;
}

export type ResultDecision =
  | { kind: 'accept' }
  | { kind: 'retry' }
  /** Back into the queue without the attempt's having counted. */
  | { kind: 'release' }
  | { kind: 'fail'; error: VideoError }
  /** Changes nothing: the video has ended, a later claim has taken over, or this result was counted before. */
  | { kind: 'ignore'; reason: 'ended' | 'stale' | 'counted' };

/**
 * Decides what an attempt's end changes. The fence is `status = PROCESSING` and the epoch of the latest claim; a success
 * is welcome even from a renderer given up for dead while nobody else has claimed, a failure counts only once.
 */
export function decideResult(found: ResultSituation, result: RenderResult): ResultDecision {
  if (found.status !== 'PROCESSING') return { kind: 'ignore', reason: 'ended' };
  if (found.epoch !== result.epoch) return { kind: 'ignore', reason: 'stale' };
  if (found.state === 'DONE') return { kind: 'ignore', reason: 'counted' };
  if (result.output) return { kind: 'accept' };
  if (found.state !== 'LEASED') return { kind: 'ignore', reason: 'counted' };
  if (result.handed_back) return { kind: 'release' };
  return afterFailure(found.attempts, result.failure);
}

/** Another attempt, or the video's end: after the last attempt, or at once where another would fail the same way. */
export function afterFailure(
  attempts: number,
  failure: RenderFailure = {
    code: 'RENDER_FAILED',
    message: 'The renderer gave neither a file nor a reason',
    retryable: true,
  },
): ResultDecision & { kind: 'retry' | 'fail' } {
  if (failure.retryable && attempts < MAX_ATTEMPTS) return { kind: 'retry' };
  const { code, message, retryable } = failure;
  return { kind: 'fail', error: { code, message, retryable } };
}
