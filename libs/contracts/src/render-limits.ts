/** Least time that a render attempt is given, ms. */
export const SHORTEST_ATTEMPT_MS = 5 * 60_000;

/** Least time that drawing is given, ms. */
const SHORTEST_DRAWING_MS = 60_000;
/** Most that a first video of a template may take, as a multiple of its estimate. */
const DRAWING_FACTOR = 20;

/** Longest time that one render attempt of a video may draw, ms (docs/api/videos.md): 20 times its duration, 5 minutes at least. */
export function attemptLimitMs(durationS: number): number {
  return Math.max(SHORTEST_ATTEMPT_MS, 20 * durationS * 1_000);
}

/**
 * Longest time that the frames of an attempt may take to draw and encode, ms (docs/api/videos.md): 20 times its estimate, a
 * minute at least, never longer than the attempt.
 *
 * @param costMs estimated CPU milliseconds
 */
export function drawingLimitMs(costMs: number, durationS: number): number {
  return Math.min(attemptLimitMs(durationS), Math.max(SHORTEST_DRAWING_MS, DRAWING_FACTOR * costMs));
}
