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
