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

/** A run of pictures to decode from footage, and their size. Numbers only: no text of a caller reaches ffmpeg. */
export interface FootageRun {
  /** The part of the picture to decode, px of the source as shown; even. Absent: all of it. */
  crop?: { x: number; y: number; width: number; height: number };
  /** Size of the decoded pictures, px; even. */
  width: number;
  height: number;
  /** Whether the source is reduced to that size by means of its pixels; absent: by a bicubic filter, which is sharper. */
  byMeans?: true;
  /** Pictures per second of the video. */
  fps: number;
  /** The time in the source that picture 0 shows, seconds. */
  fromS: number;
  /** Source seconds per second of the video. */
  speed: number;
  /** The first picture to decode, counted from picture 0. */
  firstPicture: number;
}

/** Bytes of a decoded picture: premultiplied RGBA if the source has an alpha, I420 otherwise. */
export function pictureBytes({ width, height }: Pick<FootageRun, 'width' | 'height'>, hasAlpha: boolean): number {
  return width * height * (hasAlpha ? 4 : 1.5);
}

/**
 * Tolerance of a frame's time, in frames. Times are quotients of whole frames, and rounding errors must not move one to
 * the previous frame.
 */
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
