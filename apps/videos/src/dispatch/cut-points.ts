import { CUT_FROM_MS, type CutPlaces } from '../documents/cut-places.js';

/** A video that may be cut. */
export interface LongVideo extends Pick<CutPlaces, 'edges' | 'moving'> {
  frameCount: number;
  fps: number;
  /** Estimated CPU milliseconds of all of it. */
  costMs: number;
}

/** CPU milliseconds of a part: below it the start of a part costs too much, above it a lost renderer and a busy slot do. */
const LEAST_MS = 5_000;
const MOST_MS = 60_000;
/** No part is shorter, seconds and frames: each begins with a key frame. */
const SHORTEST_S = 1;
const FEWEST_FRAMES = 2;
/** How much longer or shorter than its share a part may be to begin at an edge. */
const STRETCH = 0.5;

/**
 * The frames before which a video is cut, ascending; none if that does not pay. Parts cost about the same, as many as slots are
 * free, within {@link LEAST_MS} and {@link MOST_MS}. A part begins at an edge of a page or a transition if one is near its
 * share, else where the picture moves, because a key frame within a still picture can be seen.
 *
 * @param freeSlots that the video may use at once
 */
export function cutPoints(video: LongVideo, freeSlots: number): number[] {
  const { frameCount, fps, costMs, edges, moving } = video;
  if (costMs < CUT_FROM_MS) return [];
  const partMs = Math.min(MOST_MS, Math.max(LEAST_MS, costMs / Math.max(1, freeSlots)));
  const least = Math.max(FEWEST_FRAMES, Math.ceil(SHORTEST_S * fps));
  const parts = Math.min(Math.ceil(costMs / partMs), Math.floor(frameCount / least));
  const points: number[] = [];
  for (let left = parts; left > 1; left -= 1) {
    const from = points.at(-1) ?? 0;
    const share = (frameCount - from) / left;
    const range = {
      from: Math.ceil(from + Math.max(least, share * (1 - STRETCH))),
      to: Math.floor(Math.min(frameCount - least, from + share * (1 + STRETCH))),
    };
    if (range.from > range.to) break;
    const ideal = Math.round(from + share);
    points.push(nearest(edges, ideal, range) ?? nearest(moving, ideal, range) ?? within(ideal, range));
  }
  return points;
}

interface FrameRange {
  from: number;
  to: number;
}

function nearest(frames: readonly number[], ideal: number, { from, to }: FrameRange): number | undefined {
  let best: number | undefined;
  for (const frame of frames) {
    if (frame < from || frame > to) continue;
    if (best === undefined || Math.abs(frame - ideal) < Math.abs(best - ideal)) best = frame;
  }
  return best;
}

function within(frame: number, { from, to }: FrameRange): number {
  return Math.min(to, Math.max(from, frame));
}
