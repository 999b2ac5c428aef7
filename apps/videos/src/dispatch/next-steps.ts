import type { RenderStep } from '#libs/contracts';
import type { SegmentState } from '../videos/segment.entity.js';

/** A step of a video that is cut, and the state of its segment. */
export interface StepState {
  step: RenderStep;
  state: SegmentState;
}

/** Steps of the same video that must be done before a step. A whole video and its files need none. */
const NEEDS: Record<RenderStep, readonly RenderStep[]> = {
  video: [],
  assets: [],
  pictures: ['assets'],
  sound: ['assets'],
  stitch: ['assets', 'pictures', 'sound'],
};

/** The blocked segments of a video whose needs are all DONE: they can begin. */
export function nextSteps<S extends StepState>(segments: readonly S[]): S[] {
  return segments.filter((one) => one.state === 'BLOCKED' && isReady(one.step, segments));
}

/** The segments in the queue whose needs are not all DONE, because a file that they need has to be made again. */
export function heldUpSteps<S extends StepState>(segments: readonly S[]): S[] {
  const isQueued = ({ state }: StepState): boolean => state === 'WAITING' || state === 'DISPATCHED';
  return segments.filter((one) => isQueued(one) && !isReady(one.step, segments));
}

/** Whether all that a step needs is DONE. */
export function isReady(step: RenderStep, segments: readonly StepState[]): boolean {
  return segments.every((other) => !NEEDS[step].includes(other.step) || other.state === 'DONE');
}
