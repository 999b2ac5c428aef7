import type { Timeline } from './timeline.js';

/** Above this many pixels a second costs four credits instead of one (docs/api.md). */
const LARGE_FRAME_PIXELS = 1920 * 1080;

/** Credits the video costs: whole seconds begun, at least 1, times 1 up to 1920×1080 and 4 above (docs/api.md). */
export function priceCredits(timeline: Timeline): number {
  const seconds = Math.max(1, Math.ceil(timeline.frameCount / timeline.fps));
  return seconds * (timeline.width * timeline.height <= LARGE_FRAME_PIXELS ? 1 : 4);
}
