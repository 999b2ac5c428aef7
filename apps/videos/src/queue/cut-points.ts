import { CUT_FROM_MS, type CutPlaces } from '#libs/drafts';
import type { VideoRow } from '../videos/video.entity.js';

/** A video that may be cut. */
export interface LongVideo extends Pick<CutPlaces, 'edges' | 'moving'>, Pick<VideoRow, 'frameCount' | 'fps'> {
  /** Estimated CPU milliseconds of the whole video. */
  costMs: number;
}

/**
 * Least and most CPU milliseconds of a part. Each part costs 0.15 to 0.4 s of its own: compiling, opening fonts, a key
 * frame, the start of three programs. This is a tenth of 2.5 s; the wait for its claim and its upload, 0.1 s, is little
 * in comparison. With parts of more than a minute, a lost renderer costs too much.
 */
const LEAST_MS = 2_500;
const MOST_MS = 60_000;
/** CPU milliseconds for a second of the mix, decoded, encoded and checked. */
const SOUND_MS_PER_S = 20;
/** The shortest part, in seconds and in frames, because each part begins with a key frame. */
const SHORTEST_S = 1;
const FEWEST_FRAMES = 2;
/** Most by which a part may be longer or shorter than its share, as a fraction, to begin at an edge. */
const STRETCH = 0.5;

/** CPU milliseconds of the sound, which one slot mixes and encodes while the others draw. */
export function soundMs({ frameCount, fps }: Pick<LongVideo, 'frameCount' | 'fps'>): number {
  return (SOUND_MS_PER_S * frameCount) / fps;
}

/**
 * The frames before which a video is cut, ascending; none if that does not pay. Parts cost about the same, within
 * {@link LEAST_MS} and {@link MOST_MS}, and are as many as slots are free beside that of the sound. A part begins at an edge of a page or a transition if one is near its
 * share, else where the picture moves, because a key frame within a still picture can be seen.
 *
 * @param freeSlots that the video may use at once
 */
export function cutPoints(video: LongVideo, freeSlots: number): number[] {
  const { frameCount, fps, costMs, edges, moving } = video;
  if (costMs < CUT_FROM_MS) return [];
  const wanted = Math.min(partsBesideSound(video, Math.max(1, freeSlots)), Math.floor(costMs / LEAST_MS));
  const least = Math.max(FEWEST_FRAMES, Math.ceil(SHORTEST_S * fps));
  const parts = Math.min(Math.max(wanted, Math.ceil(costMs / MOST_MS)), Math.floor(frameCount / least));
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

/**
 * The number of parts: one for each slot, or one fewer if larger parts end sooner than a part that waits for the
 * sound's slot.
 */
function partsBesideSound(video: LongVideo, slots: number): number {
  const largerMs = video.costMs / (slots * (slots - 1));
  return largerMs < soundMs(video) ? slots - 1 : slots;
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
