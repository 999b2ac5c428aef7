import type { Video } from '#libs/contracts';

/** Percentage of frames drawn, whole, at most 99 until the video is COMPLETED, never below the percentage shown before. */
export function progressOf(framesDone: number, frameCount: number, shown: number): number {
  const percent = Math.floor((100 * framesDone) / Math.max(1, frameCount));
  return Math.max(shown, Math.min(99, percent));
}

/** Seconds until the rest is drawn at the current rate, rounded up; null before the first frame. */
export function etaSeconds(framesLeft: number, framesPerS: number): number | null {
  if (framesPerS <= 0) return null;
  return Math.ceil(Math.max(0, framesLeft) / framesPerS);
}

/** Seconds until the next poll of a video without an estimate: it waits in the queue, or no frame is drawn yet. */
const WHILE_UNKNOWN_S = 5;
const LONGEST_S = 10;

/** Seconds after which a client should poll the video again: its estimated end, within bounds; null once it has ended. */
export function pollAfterS({ status, eta_seconds }: Pick<Video, 'status' | 'eta_seconds'>): number | null {
  if (status !== 'PROCESSING') return null;
  return Math.min(LONGEST_S, Math.max(1, eta_seconds ?? WHILE_UNKNOWN_S));
}

/** SQL of seconds as a column holds them; null stays null, which `least` would ignore. */
export const WHOLE_SECONDS = `CASE WHEN seconds < 2147483647 THEN seconds::int WHEN seconds IS NOT NULL THEN 2147483647 END`;
