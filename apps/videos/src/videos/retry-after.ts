import type { Video } from '#libs/contracts';

/** Seconds between two looks at a video that nobody has begun to draw, or that shows no pace yet. */
const WHILE_UNKNOWN_S = 5;
const LONGEST_S = 10;

/** Seconds after which a look at the video shows something new: its estimated end, within bounds; null once it has ended. */
export function retryAfterS({ status, eta_seconds }: Pick<Video, 'status' | 'eta_seconds'>): number | null {
  if (status !== 'PROCESSING') return null;
  return Math.min(LONGEST_S, Math.max(1, eta_seconds ?? WHILE_UNKNOWN_S));
}
