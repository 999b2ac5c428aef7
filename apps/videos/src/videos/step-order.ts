import type { RenderStep } from '#libs/contracts';
import type { StepRow } from './step.entity.js';

/** A step of a video that is cut. */
export type StepStanding = Pick<StepRow, 'kind' | 'state'>;

/** Kinds of steps of the same video that must be DONE before one. A whole video and its files need none. */
const NEEDS: Record<RenderStep, readonly RenderStep[]> = {
  video: [],
  assets: [],
  pictures: ['assets'],
  sound: ['assets'],
  stitch: ['assets', 'pictures', 'sound'],
};

/** Whether a step draws and encodes frames. */
export function drawsFrames({ kind }: Pick<StepRow, 'kind'>): boolean {
  return kind === 'video' || kind === 'pictures';
}

/** The blocked steps of a video whose needs are all DONE: they can begin. */
export function nextSteps<S extends StepStanding>(steps: readonly S[]): S[] {
  return steps.filter((one) => one.state === 'BLOCKED' && isReady(one.kind, steps));
}

/** The steps in the queue whose needs are not all DONE, because a file that they need has to be made again. */
export function heldUpSteps<S extends StepStanding>(steps: readonly S[]): S[] {
  const isQueued = ({ state }: StepStanding): boolean => state === 'WAITING' || state === 'DISPATCHED';
  return steps.filter((one) => isQueued(one) && !isReady(one.kind, steps));
}

/** Whether all that a step of this kind needs is DONE. */
export function isReady(kind: RenderStep, steps: readonly StepStanding[]): boolean {
  return steps.every((other) => !NEEDS[kind].includes(other.kind) || other.state === 'DONE');
}
