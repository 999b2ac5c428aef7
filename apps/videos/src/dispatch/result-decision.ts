import type { RenderFailure, RenderResult, VideoError } from '#libs/contracts';
import type { RowStatus } from '../videos/video-status.js';
import type { SegmentState } from '../videos/segment.entity.js';

/** Attempts that may fail while their renderer lives: the video is the likely cause (docs/api.md §4). */
export const MAX_FAULTS = 3;

/**
 * Renderers that a video may lose (docs/api.md §4). Machines die for many reasons, so more losses than faults are allowed;
 * but a video that brings every renderer down must end too.
 */
export const MAX_LOSSES = 10;

/** What a result finds. */
export interface ResultSituation {
  status: RowStatus;
  state: SegmentState;
  /** Number of the latest claim. */
  epoch: number;
  /** Attempts that failed by themselves before. */
  faults: number;
  /** Attempts whose renderer was lost before. */
  losses: number;
}

/** How an attempt ended: by its renderer's word, or without one. */
export type AttemptEnd = Pick<RenderResult, 'epoch' | 'output' | 'failure' | 'handed_back'> & {
  /** The renderer fell silent. Nobody knows whether the video or the machine was to blame. */
  lost?: true;
};

export type ResultDecision =
  | { kind: 'accept' }
  /** Back into the queue; the attempt counts as the video's own fault. */
  | { kind: 'retry' }
  /** Back into the queue; the attempt counts as a loss. */
  | { kind: 'lost' }
  /** Back into the queue without the attempt's having counted. */
  | { kind: 'release' }
  | { kind: 'fail'; error: VideoError }
  /** Changes nothing: the video has ended, a later claim has taken over, or this result was counted before. */
  | { kind: 'ignore'; reason: 'ended' | 'stale' | 'counted' };

/** Why a video ends whose renderers were lost too often. */
export const LOST_TOO_OFTEN: VideoError = {
  code: 'RENDER_FAILED',
  message: `The renderer was lost ${MAX_LOSSES} times while it drew the video`,
  retryable: true,
};

const NO_REASON: RenderFailure = {
  code: 'RENDER_FAILED',
  message: 'The renderer gave neither a file nor a reason',
  retryable: true,
};

/**
 * Decides what an attempt's end changes. The fence is `status = PROCESSING` and the epoch of the latest claim; a success
 * is welcome even from a renderer given up for dead while nobody else has claimed, a failure counts only once.
 */
export function decideResult(found: ResultSituation, end: AttemptEnd): ResultDecision {
  if (found.status !== 'PROCESSING') return { kind: 'ignore', reason: 'ended' };
  if (found.epoch !== end.epoch) return { kind: 'ignore', reason: 'stale' };
  if (found.state === 'DONE') return { kind: 'ignore', reason: 'counted' };
  if (end.output) return { kind: 'accept' };
  if (found.state !== 'LEASED') return { kind: 'ignore', reason: 'counted' };
  if (end.handed_back) return { kind: 'release' };
  return end.lost ? afterLoss(found.losses) : afterFailure(found.faults, end.failure);
}

/**
 * Another attempt, or the video's end: after the last fault, or at once where another attempt would fail the same way.
 *
 * @param faults before this one
 */
function afterFailure(faults: number, failure: RenderFailure = NO_REASON): ResultDecision & { kind: 'retry' | 'fail' } {
  if (failure.retryable && faults + 1 < MAX_FAULTS) return { kind: 'retry' };
  const { code, message, retryable } = failure;
  return { kind: 'fail', error: { code, message, retryable } };
}

/**
 * Another attempt, or the end of a video that may be what brings its renderers down.
 *
 * @param losses before this one
 */
export function afterLoss(losses: number): ResultDecision & { kind: 'lost' | 'fail' } {
  return losses + 1 < MAX_LOSSES ? { kind: 'lost' } : { kind: 'fail', error: LOST_TOO_OFTEN };
}
