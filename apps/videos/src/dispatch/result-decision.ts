import type { RenderFailure, RenderResult, VideoError } from '#libs/contracts';
import type { RowStatus } from '../videos/video-status.js';
import type { SegmentState } from '../videos/segment.entity.js';

/** Attempts that may fail while their renderer lives: the video is the likely cause (docs/api/videos.md). */
export const MAX_FAULTS = 3;

/**
 * Renderers that a video may lose (docs/api/videos.md). Machines die for many reasons, so more losses than faults are allowed;
 * but a video that brings every renderer down must end too.
 */
export const MAX_LOSSES = 10;

/** The rows that a result meets. */
export interface ResultSituation {
  status: RowStatus;
  state: SegmentState;
  /** Number of the latest claim. */
  epoch: number;
  /** Attempts that failed before while their renderer lived. */
  faults: number;
  /** Attempts that lost their renderer before. */
  losses: number;
  /** Of a video that is cut: its parts that are DONE, and how often each was drawn again. */
  redraws?: ReadonlyMap<number, number>;
}

/** How an attempt ended: as its renderer reported, or without a report. */
export type AttemptEnd = Pick<RenderResult, 'epoch' | 'output' | 'failure' | 'unfit' | 'handed_back'> & {
  /** The renderer fell silent; the video or the machine may be the cause. */
  lost?: true;
};

export type ResultDecision =
  | { kind: 'accept' }
  /** Back into the queue; the attempt counts as a fault of the video. */
  | { kind: 'retry' }
  /** Back into the queue; the attempt counts as a loss. */
  | { kind: 'lost' }
  /** Back into the queue; the attempt does not count. */
  | { kind: 'release' }
  /** These segments are drawn again, and the attempt's own waits for them. */
  | { kind: 'redraw'; segments: readonly number[] }
  | { kind: 'fail'; error: VideoError }
  /** Changes nothing: the video has ended, a later claim was granted, or the result is counted already. */
  | { kind: 'ignore'; reason: 'ended' | 'stale' | 'counted' };

/** The error of a video that lost too many renderers. */
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
 * Decides what an attempt's end changes. The fence is `status = PROCESSING` and the epoch of the latest claim. A success
 * counts even from a renderer that counts as lost, as long as no other has claimed; a failure counts only once.
 */
export function decideResult(found: ResultSituation, end: AttemptEnd): ResultDecision {
  if (found.status !== 'PROCESSING') return { kind: 'ignore', reason: 'ended' };
  if (found.epoch !== end.epoch) return { kind: 'ignore', reason: 'stale' };
  if (found.state === 'DONE') return { kind: 'ignore', reason: 'counted' };
  if (end.output) return { kind: 'accept' };
  if (found.state !== 'LEASED') return { kind: 'ignore', reason: 'counted' };
  if (end.handed_back) return { kind: 'release' };
  if (end.unfit) return afterUnfit(end.unfit, found.redraws ?? new Map());
  return end.lost ? afterLoss(found.losses) : afterFailure(found.faults, end.failure);
}

/**
 * Another attempt, or the video's end: after the last fault, or at once if another attempt would fail the same way.
 *
 * @param faults before this one
 */
function afterFailure(faults: number, failure: RenderFailure = NO_REASON): ResultDecision & { kind: 'retry' | 'fail' } {
  if (failure.retryable && faults + 1 < MAX_FAULTS) return { kind: 'retry' };
  const { code, message, retryable } = failure;
  return { kind: 'fail', error: { code, message, retryable } };
}

/** The error of a video whose parts did not fit twice. */
const DOES_NOT_FIT: VideoError = {
  code: 'OUTPUT_CHECK_FAILED',
  message: 'Parts of the video could not be joined',
  retryable: true,
};

/** Parts are drawn again once. What is no part of the video, or did not fit twice, ends it. */
function afterUnfit(segments: readonly number[], redraws: ReadonlyMap<number, number>): ResultDecision {
  const isNew = segments.every((segment) => redraws.get(segment) === 0);
  return isNew ? { kind: 'redraw', segments } : { kind: 'fail', error: DOES_NOT_FIT };
}

/**
 * Another attempt, or the end of a video that may be the reason why its renderers crash.
 *
 * @param losses before this one
 */
export function afterLoss(losses: number): ResultDecision & { kind: 'lost' | 'fail' } {
  return losses + 1 < MAX_LOSSES ? { kind: 'lost' } : { kind: 'fail', error: LOST_TOO_OFTEN };
}
