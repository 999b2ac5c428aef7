import type { Video } from '#libs/contracts';

/** How far a video is: whole per cent of its frames, at most 99 until it is COMPLETED, never below what was shown before. */
export function progressOf(framesDone: number, frameCount: number, shown: number): number {
  const percent = Math.floor((100 * framesDone) / Math.max(1, frameCount));
  return Math.max(shown, Math.min(99, percent));
}

/** Seconds until the rest is drawn at the pace of those drawing now, rounded up; null before the first frame. */
export function etaSeconds(framesLeft: number, framesPerS: number): number | null {
  if (framesPerS <= 0) return null;
  return Math.ceil(Math.max(0, framesLeft) / framesPerS);
}

/** Seconds between two looks at a video that nobody has begun to draw, or that shows no pace yet. */
const WHILE_UNKNOWN_S = 5;
const LONGEST_S = 10;

/** Seconds after which a look at the video shows something new: its estimated end, within bounds; null once it has ended. */
export function retryAfterS({ status, eta_seconds }: Pick<Video, 'status' | 'eta_seconds'>): number | null {
  if (status !== 'PROCESSING') return null;
  return Math.min(LONGEST_S, Math.max(1, eta_seconds ?? WHILE_UNKNOWN_S));
}
