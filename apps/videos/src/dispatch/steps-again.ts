import type { EntityManager } from '@mikro-orm/postgresql';
import type { SegmentRow } from '../videos/segment.entity.js';
import type { VideoRow } from '../videos/video.entity.js';
import { heldUpSteps, nextSteps } from './next-steps.js';

/** Has a step make its file again. A late report on the former file must not count. Call {@link queueReadySteps} afterwards. */
export function makeAgain(tx: EntityManager, segment: SegmentRow): void {
  const { redraws, epoch } = segment;
  tx.assign(segment, { state: 'BLOCKED', framesDone: 0, outputSize: null, redraws: redraws + 1, epoch: epoch + 1 });
}

/** Queues the steps of a cut video whose needs are all DONE, and takes the others out of the queue. */
export function queueReadySteps(tx: EntityManager, segments: readonly SegmentRow[]): void {
  for (const one of heldUpSteps(segments)) tx.assign(one, { state: 'BLOCKED' });
  for (const one of nextSteps(segments)) tx.assign(one, { state: 'WAITING' });
}

/**
 * Has a video drawn as a whole, with the frames that the renderers' release counts. Its parts are of no use, and late
 * reports on them find no segment, or one of another epoch.
 *
 * @param segments all of the video
 */
export function planAgain(
  tx: EntityManager,
  { video, segments }: { video: VideoRow; segments: readonly SegmentRow[] },
  { frameCount, notBefore }: { frameCount: number; notBefore: Date },
): void {
  const drawing = segments.filter(({ step }) => step === 'video' || step === 'pictures');
  const costMs = drawing.reduce((sum, one) => sum + one.costMs, 0);
  const durationS = frameCount / video.fps;
  tx.assign(video, { frameCount, durationS, cutPlaces: null, etaSeconds: null, updatedAt: new Date() });
  for (const one of segments) {
    if (one.segment > 0) tx.remove(one);
    else {
      makeAgain(tx, one);
      const whole = { step: 'video', fromFrame: 0, toFrame: frameCount, costMs } as const;
      tx.assign(one, { ...whole, state: 'WAITING', posterKey: null, notBefore });
    }
  }
}
