import type { LayerContent } from '#libs/template';

/** The part of a source that is played, and its speed. */
export interface FootageCut {
  /** Seconds of the source. */
  trimStartS: number;
  /** Absent: the end of the file. */
  trimEndS?: number;
  /** Source seconds per second. */
  speed?: number;
}

/** The part of its source that a video layer plays. */
export function footageCut({ trimStart, trimEnd, speed }: LayerContent<'video'>): FootageCut {
  return { trimStartS: trimStart, ...(trimEnd !== undefined && { trimEndS: trimEnd }), speed };
}

/** Times are quotients of whole frames. Rounding errors must not move a time to the previous frame. */
const TOLERANCE_FRAMES = 1e-6;

/** Number of whole frames before a time: 0 until the end of the first frame. */
export function framesBefore(timeS: number, fps: number): number {
  return Math.max(0, Math.floor(timeS * fps + TOLERANCE_FRAMES));
}

/** The first frame, counted from 0, that starts at or after a time. */
export function frameFrom(timeS: number, fps: number): number {
  return Math.max(0, Math.ceil(timeS * fps - TOLERANCE_FRAMES));
}

/**
 * Frames of the video that one round of footage lasts, at least 1. Whole frames, so that every round of a loop shows
 * the same pictures and its sound stays in step. Infinity if neither the cut nor the file has an end.
 *
 * @param sourceDurationS seconds of picture in the source; null if the file does not state it
 */
export function footageFrames(cut: FootageCut, sourceDurationS: number | null, fps: number): number {
  const endS = Math.min(cut.trimEndS ?? Infinity, sourceDurationS ?? Infinity);
  return Math.max(1, Math.round(((endS - cut.trimStartS) / (cut.speed ?? 1)) * fps));
}

/**
 * Index from 0 of the picture that footage shows `frame` frames after its start.
 *
 * @param frames duration of a round
 */
export function pictureAt(frame: number, frames: number, loop: boolean): number {
  return loop ? frame % frames : Math.min(frame, frames - 1);
}
