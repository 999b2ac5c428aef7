/** No render attempt is given less time than this, ms. */
export const SHORTEST_ATTEMPT_MS = 5 * 60_000;

/** Longest time that one render attempt of a video may draw, ms (docs/api/videos.md): 20 times its duration, 5 minutes at least. */
export function attemptLimitMs(durationS: number): number {
  return Math.max(SHORTEST_ATTEMPT_MS, 20 * durationS * 1_000);
}
