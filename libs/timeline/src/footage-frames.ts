import type { LayerContent } from '#libs/template';

/** Which part of a source is played, and how fast. */
export interface FootageCut {
  /** Seconds of the source. */
  trimStartS: number;
  /** Absent: the source's natural end. */
  trimEndS?: number;
  /** Source seconds per second. */
  speed?: number;
}

/** The part of its source that a video layer plays. */
export function footageCut({ trimStart, trimEnd, speed }: LayerContent<'video'>): FootageCut {
  return { trimStartS: trimStart, ...(trimEnd !== undefined && { trimEndS: trimEnd }), speed };
}

/** Times are quotients of whole frames: noise must not move one to the frame before. */
const TOLERANCE_FRAMES = 1e-6;

/** Whole frames that have begun within a time: 0 up to the first frame's end. */
export function framesBefore(timeS: number, fps: number): number {
  return Math.max(0, Math.floor(timeS * fps + TOLERANCE_FRAMES));
}

/** The first frame, from 0, that begins at or after a time. */
export function frameFrom(timeS: number, fps: number): number {
  return Math.max(0, Math.ceil(timeS * fps - TOLERANCE_FRAMES));
}

/**
 * Frames of the video that one round of footage lasts, at least 1. Whole frames, so that every round of a loop shows the
 * same pictures and the sound comes round with them. Infinity where neither the cut nor the file tells an end.
 *
 * @param sourceDurationS seconds of picture in the source; null where the file does not say
 */
export function footageFrames(cut: FootageCut, sourceDurationS: number | null, fps: number): number {
  const endS = Math.min(cut.trimEndS ?? Infinity, sourceDurationS ?? Infinity);
  return Math.max(1, Math.round(((endS - cut.trimStartS) / (cut.speed ?? 1)) * fps));
}

/** Which picture of its round, from 0, footage shows `frame` frames after its beginning. `frames`: how long a round lasts. */
export function pictureAt(frame: number, frames: number, loop: boolean): number {
  return loop ? frame % frames : Math.min(frame, frames - 1);
}
