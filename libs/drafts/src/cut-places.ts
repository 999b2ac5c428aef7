import { FORMATS, type VideoFormat } from '#libs/contracts';
import { assetsOf, isHeld, type Timeline } from '#libs/timeline';

/** The frames before which a video may be cut, ascending. */
export interface CutPlaces {
  /** Frames at which a page or a transition begins or ends. */
  edges: number[];
  /** Other frames, about a second apart, at which the picture changes. */
  moving: number[];
  /** Whether files are fetched for it. */
  hasAssets: boolean;
}

/**
 * A number of ns that is more than the CPU time of a frame's pixel in any template. A video that is short even at this
 * cost is not examined.
 */
const MOST_NS_PER_PIXEL = 50;
/**
 * Least CPU time of a video that is cut, ms. Cutting adds two steps (sound, joining) and a start for each part: about
 * 10 % of the CPU time of a video of 10 s in four parts. A minute of texts at 1080p (13 s) is then finished in a third
 * of the time.
 */
export const CUT_FROM_MS = 10_000;
/** Most pictures that are compared: each takes two samples of the timeline. */
const MAX_COMPARED = 1_000;

/**
 * The frames before which a video may be cut; null for one that is too short, and for a format that is encoded in one
 * go.
 */
export function cutPlacesOf(timeline: Timeline, format: VideoFormat): CutPlaces | null {
  const { width, height, frameCount, fps } = timeline;
  const isShort = (frameCount * width * height * MOST_NS_PER_PIXEL) / 1e6 < CUT_FROM_MS;
  if (isShort || !FORMATS[format].isCuttable) return null;
  const step = Math.max(Math.ceil(fps), Math.ceil(frameCount / MAX_COMPARED));
  const grid = Array.from({ length: Math.ceil(frameCount / step) - 1 }, (_, n) => (n + 1) * step);
  const moving = grid.filter((frame) => !isHeld(timeline, frame));
  return { edges: edgesOf(timeline), moving, hasAssets: assetsOf(timeline).length > 0 };
}

function edgesOf({ pages, frameCount }: Timeline): number[] {
  const edges = pages.flatMap(({ fromFrame, toFrame, transition }) => [
    fromFrame,
    toFrame,
    ...(transition ? [fromFrame + transition.frames] : []),
  ]);
  return [...new Set(edges)].filter((frame) => frame > 0 && frame < frameCount).sort((a, b) => a - b);
}
