import type { StillRun } from '#libs/timeline';

/** Frames `[fromFrame, toFrame)` of a still run that are not encoded. */
export interface Repeat {
  readonly fromFrame: number;
  readonly toFrame: number;
}

/**
 * Frames of a still run that are encoded: x264 looks ahead to see how long a picture is shown, and chooses its quality
 * accordingly. Three times four frames have two P pictures with nothing but still frames between them, see
 * `insertRepeats`.
 */
const ENCODED_FRAMES = 12;

/** Fewer save less than inserting them costs. */
const MIN_REPEATED = 8;

/** Frames after which x264 writes a key frame by default. */
const X264_KEY_FRAMES = 250;

/** Facts that decide where key frames are. All are frame numbers, ascending. */
export interface KeyFrameConditions {
  readonly frameCount: number;
  readonly stillRuns: readonly StillRun[];
  /** First frames of pages that replace the page before them at once. */
  readonly cuts: readonly number[];
  /** Frames from one key frame to the next, at most. */
  readonly interval?: number | undefined;
  /** Frames of the video before the first one: the interval is counted from the video's beginning. Default: 0. */
  readonly framesBefore?: number;
}

/**
 * The frames other than the first that must be key frames, ascending: every `interval` frames if there is one.
 *
 * Otherwise x264 chooses them, at most 250 frames apart. It does not count repeats, so key frames are planned around them,
 * where they cost least to see and to store: at a cut, where x264 writes one in most cases; else where a still run begins; and
 * every 250 frames within a long still run. None is within a still run of 250 frames or less. In the whole video two key frames
 * are at most 500 frames apart.
 */
export function planKeyFrames({
  frameCount,
  stillRuns,
  cuts,
  interval,
  framesBefore = 0,
}: KeyFrameConditions): number[] {
  if (interval !== undefined) return multiplesBelow(frameCount, interval, interval - (framesBefore % interval));
  const repeats = planRepeats(stillRuns, []);
  const starts = stillRuns.map(({ fromFrame }) => fromFrame);
  const keyFrames: number[] = [];
  // The last key frame before `from` is at `last` or later: x264 may write one at any change of scene.
  for (let [last, from] = [0, 0]; from + X264_KEY_FRAMES < frameCount;) {
    const next = from + X264_KEY_FRAMES;
    const reach = Math.min(last + 2 * X264_KEY_FRAMES, frameCount - 1);
    const isNear = (frame: number): boolean => frame > from && frame <= reach;
    if (repeats.some(({ fromFrame, toFrame }) => toFrame > from && fromFrame < next)) {
      last = from = cuts.findLast(isNear) ?? starts.findLast(isNear) ?? next;
      keyFrames.push(from);
    } else {
      [last, from] = [from, next];
    }
  }
  return keyFrames;
}

function multiplesBelow(limit: number, step: number, first: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((limit - first) / step)) }, (_, index) => first + index * step);
}

/**
 * Decides which frames of still runs are not encoded: all but the first ones, again after each key frame. Still runs are
 * ascending and do not overlap.
 */
export function planRepeats(stillRuns: readonly StillRun[], keyFrames: readonly number[]): Repeat[] {
  let next = 0;
  return stillRuns.flatMap(({ fromFrame, toFrame }) => {
    while (next < keyFrames.length && keyFrames[next]! <= fromFrame) next += 1;
    const first = next;
    while (next < keyFrames.length && keyFrames[next]! < toFrame) next += 1;
    const within = keyFrames.slice(first, next);
    return [fromFrame, ...within].flatMap((from, index) => {
      const repeat = { fromFrame: from + ENCODED_FRAMES, toFrame: within[index] ?? toFrame };
      return repeat.toFrame - repeat.fromFrame >= MIN_REPEATED ? [repeat] : [];
    });
  });
}

/** The frames that are encoded, ascending. */
export function* encodedFrames(frameCount: number, repeats: readonly Repeat[] = []): Generator<number> {
  let frame = 0;
  for (const { fromFrame, toFrame } of repeats) {
    for (; frame < fromFrame; frame++) yield frame;
    frame = toFrame;
  }
  for (; frame < frameCount; frame++) yield frame;
}

/** Indices among the encoded frames, of frames that are encoded. Both lists are ascending. */
export function encodedIndices(frames: readonly number[], repeats: readonly Repeat[]): number[] {
  let [repeated, next] = [0, 0];
  return frames.map((frame) => {
    for (; next < repeats.length && repeats[next]!.toFrame <= frame; next++) {
      repeated += repeats[next]!.toFrame - repeats[next]!.fromFrame;
    }
    return frame - repeated;
  });
}
