import type { RenderFailure, RenderResult, VideoError } from '#libs/contracts';
import type { RowStatus } from '../videos/video-status.js';
import type { StepState } from '../videos/step.entity.js';

/**
 * Pauses between the attempts on a step that fail while their renderer lives, ms: storage or a server may be away
 * for seconds, and attempts right after each other would all fail.
 */
const FAULT_PAUSES_MS = [1_000, 5_000] as const;

/** Attempts that may fail while their renderer lives: the video is the likely cause (docs/api/videos.md). */
export const MAX_FAULTS = FAULT_PAUSES_MS.length + 1;

/**
 * Number of renderers that a video may lose (docs/api/videos.md). Machines die for many reasons, so more losses than
 * faults are allowed; but a video that brings every renderer down must end too.
 */
export const MAX_LOSSES = 10;

/**
 * Most times that the file of a step may be made again. `missing`: because it is gone. `unfit`: because it does not fit
 * the others. That happens while a new release replaces the renderers, as long as both releases draw parts.
 */
export const MAX_REDRAWS = { missing: 2, unfit: 10 } as const;

/** A file that a step of a video which is cut has stored. */
export interface StepFile {
  /** Number of the step. */
  index: number;
  /** Encoded frames, to be joined. */
  isPart: boolean;
  key: string;
  /** Number of times that it was made again. */
  redraws: number;
}

/** The rows that the end of an attempt meets. */
export interface EndSituation {
  status: RowStatus;
  state: StepState;
  /** Number of the latest claim. */
  epoch: number;
  /** Attempts that failed before while their renderer lived. */
  faults: number;
  /** Attempts that lost their renderer before. */
  losses: number;
  /** Number of times that the step was done again. */
  redraws?: number;
  /** Files of the steps that are DONE, of a video that is cut. */
  files?: readonly StepFile[];
}

/** The end of an attempt: as its renderer reported, or without a report. */
export type AttemptEnd = Pick<
  RenderResult,
  'epoch' | 'output' | 'failure' | 'unfit' | 'missing' | 'frame_count' | 'handed_back'
> & {
  /** The renderer fell silent; the video or the machine may be the cause. */
  lost?: true;
};

export type EndDecision =
  | { kind: 'accept' }
  /** Back into the queue, after a pause; the attempt counts as a fault of the video. */
  | { kind: 'retry'; pauseMs: number }
  /** Back into the queue; the attempt counts as a loss. */
  | { kind: 'lost' }
  /** Back into the queue; the attempt does not count. */
  | { kind: 'release' }
  /** Has the steps with these indices done again; the attempt's own step waits for them. */
  | { kind: 'redraw'; steps: readonly number[] }
  /** Has the video planned again, as a whole with `frameCount` frames, for the same price. */
  | { kind: 'replan'; frameCount: number; pauseMs: number }
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
export function decideEnd(found: EndSituation, end: AttemptEnd): EndDecision {
  if (found.status !== 'PROCESSING') return { kind: 'ignore', reason: 'ended' };
  if (found.epoch !== end.epoch) return { kind: 'ignore', reason: 'stale' };
  if (found.state === 'DONE') return { kind: 'ignore', reason: 'counted' };
  if (end.output) return { kind: 'accept' };
  if (found.state !== 'LEASED') return { kind: 'ignore', reason: 'counted' };
  if (end.handed_back) return { kind: 'release' };
  if (end.unfit) return afterUnfit(end.unfit, found.files ?? []);
  if (end.missing) return afterMissing(end.missing, found);
  if (end.frame_count !== undefined) return afterOtherCount(end.frame_count, found.redraws ?? 0);
  return end.lost ? afterLoss(found.losses) : afterFailure(found.faults, end.failure);
}

/**
 * Another attempt, or the video's end: after the last fault, or at once if another attempt would fail the same way.
 *
 * @param faults before this one
 */
function afterFailure(faults: number, failure: RenderFailure = NO_REASON): EndDecision & { kind: 'retry' | 'fail' } {
  const pauseMs = FAULT_PAUSES_MS[faults];
  if (failure.retryable && pauseMs !== undefined) return { kind: 'retry', pauseMs };
  const { code, message, retryable } = failure;
  return { kind: 'fail', error: { code, message, retryable } };
}

/** The error of a video whose parts do not fit. */
const DOES_NOT_FIT: VideoError = {
  code: 'OUTPUT_CHECK_FAILED',
  message: 'Parts of the video could not be joined',
  retryable: true,
};

/** Has parts drawn again. The video ends if one of them is not a part of it, or was drawn again too often. */
function afterUnfit(steps: readonly number[], files: readonly StepFile[]): EndDecision {
  const unfit = files.filter(({ index, isPart }) => isPart && steps.includes(index));
  const mayBeDrawn = unfit.length === steps.length && unfit.every(({ redraws }) => redraws < MAX_REDRAWS.unfit);
  return mayBeDrawn ? { kind: 'redraw', steps } : { kind: 'fail', error: DOES_NOT_FIT };
}

/** The error of a video whose renderers do not agree on its frames. */
const NOT_AS_PLANNED: VideoError = {
  code: 'RENDER_FAILED',
  message: 'The video could not be drawn as planned',
  retryable: true,
};

/**
 * Pause before a video is planned again, ms, longer by this much each time. Renderers may disagree on its frames while
 * a new release replaces them.
 */
const REPLAN_PAUSE_MS = 5_000;

/** Has the video planned again when a renderer of another release counts other frames than the plan has. */
function afterOtherCount(frameCount: number, redraws: number): EndDecision {
  if (redraws >= MAX_REDRAWS.unfit) return { kind: 'fail', error: NOT_AS_PLANNED };
  return { kind: 'replan', frameCount, pauseMs: redraws * REPLAN_PAUSE_MS };
}

/** The error of a video whose storage loses what its renderers store. */
export const FILES_LOST: VideoError = {
  code: 'RENDER_FAILED',
  message: 'Files of the video were lost while it was rendered',
  retryable: true,
};

/**
 * Has the steps done again whose files are gone. If none of the missing files belongs to the video any more, the
 * renderer had an old plan, and the next attempt gets the present files. That counts as a fault, so that such attempts
 * end.
 */
function afterMissing(keys: readonly string[], { files = [], faults }: EndSituation): EndDecision {
  const gone = files.filter(({ key }) => keys.includes(key));
  if (gone.length === 0) return afterFailure(faults);
  if (gone.some(({ redraws }) => redraws >= MAX_REDRAWS.missing)) return { kind: 'fail', error: FILES_LOST };
  return { kind: 'redraw', steps: gone.map(({ index }) => index) };
}

/**
 * Another attempt, or the end of a video that may be the reason why its renderers crash.
 *
 * @param losses before this one
 */
export function afterLoss(losses: number): EndDecision & { kind: 'lost' | 'fail' } {
  return losses + 1 < MAX_LOSSES ? { kind: 'lost' } : { kind: 'fail', error: LOST_TOO_OFTEN };
}
