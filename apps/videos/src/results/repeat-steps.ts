import type { EntityManager } from '@mikro-orm/postgresql';
import type { StepRow } from '../videos/step.entity.js';
import type { VideoRow } from '../videos/video.entity.js';
import { drawsFrames, heldUpSteps, nextSteps } from '../videos/step-order.js';

/**
 * Has a step make its file again, with a new epoch, so that a late report on the former file does not count. Call
 * {@link queueReadySteps} afterwards.
 */
export function repeatStep(tx: EntityManager, step: StepRow): void {
  const { redraws, epoch } = step;
  tx.assign(step, { state: 'BLOCKED', framesDone: 0, outputSize: null, redraws: redraws + 1, epoch: epoch + 1 });
}

/** Queues the steps of a cut video whose needs are all DONE, and takes the others out of the queue. */
export function queueReadySteps(tx: EntityManager, steps: readonly StepRow[]): void {
  for (const one of heldUpSteps(steps)) tx.assign(one, { state: 'BLOCKED' });
  for (const one of nextSteps(steps)) tx.assign(one, { state: 'WAITING' });
}

/**
 * Has a video drawn as a whole, with the frames that the renderers' release counts. Its parts are of no use, and late
 * reports on them find no step, or one of another epoch.
 *
 * @param steps all of the video
 */
export function repeatAsWhole(
  tx: EntityManager,
  { video, steps }: { video: VideoRow; steps: readonly StepRow[] },
  { frameCount, notBefore }: { frameCount: number; notBefore: Date },
): void {
  const drawing = steps.filter(drawsFrames);
  const costMs = drawing.reduce((sum, one) => sum + one.costMs, 0);
  const durationS = frameCount / video.fps;
  tx.assign(video, { frameCount, durationS, cutPlaces: null, etaSeconds: null, updatedAt: new Date() });
  for (const one of steps) {
    if (one.index > 0) tx.remove(one);
    else {
      repeatStep(tx, one);
      const whole = { kind: 'video', fromFrame: 0, toFrame: frameCount, costMs } as const;
      tx.assign(one, { ...whole, state: 'WAITING', posterKey: null, notBefore });
    }
  }
}
