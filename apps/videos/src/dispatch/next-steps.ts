import type { RenderStep } from '#libs/contracts';
import type { SegmentState } from '../videos/segment.entity.js';

/** What is asked of a segment of a video that is cut. */
export interface StepState {
  step: RenderStep;
  state: SegmentState;
}

/** What a step needs of the same video. A whole video and its files need nothing. */
const NEEDS: Record<RenderStep, readonly RenderStep[]> = {
  video: [],
  assets: [],
  pictures: ['assets'],
  sound: ['assets'],
  stitch: ['assets', 'pictures', 'sound'],
};

/** The blocked segments of a video whose needs are all DONE: they can begin. */
export function nextSteps<S extends StepState>(segments: readonly S[]): S[] {
  const isReady = ({ step }: StepState): boolean =>
    segments.every((other) => !NEEDS[step].includes(other.step) || other.state === 'DONE');
  return segments.filter((one) => one.state === 'BLOCKED' && isReady(one));
}
