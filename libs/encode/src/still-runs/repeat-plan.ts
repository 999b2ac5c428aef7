import type { StillRun } from '#libs/timeline';

/** Frames `[fromFrame, toFrame)` that equal the frame before them and are not encoded. */
export interface Repeat {
  readonly fromFrame: number;
  readonly toFrame: number;
}

/**
 * Frames of a still run that are encoded: x264 looks ten frames ahead to see how long a picture is shown, and chooses its
 * quality accordingly.
 */
const ENCODED_FRAMES = 12;

/** Fewer do not save the cost of the key frame after them. */
const MIN_REPEATED = 20;

/** Frames from one key frame to the next, as x264's default: seeking into a still run decodes no more than that. */
const MAX_FRAMES = 250;

/** Decides which frames of still runs are not encoded. Still runs and repeats are ascending and do not overlap. */
export function planRepeats(stillRuns: readonly StillRun[]): Repeat[] {
  return stillRuns.flatMap(({ fromFrame, toFrame }) => {
    const repeats: Repeat[] = [];
    for (let from = fromFrame; from < toFrame; from += MAX_FRAMES) {
      const repeat = { fromFrame: from + ENCODED_FRAMES, toFrame: Math.min(toFrame, from + MAX_FRAMES) };
      if (repeat.toFrame - repeat.fromFrame >= MIN_REPEATED) repeats.push(repeat);
    }
    return repeats;
  });
}

/** The frames that are encoded, ascending. */
export function* encodedFrames(frameCount: number, repeats: readonly Repeat[]): Generator<number> {
  let frame = 0;
  for (const { fromFrame, toFrame } of repeats) {
    for (; frame < fromFrame; frame++) yield frame;
    frame = toFrame;
  }
  for (; frame < frameCount; frame++) yield frame;
}

/** Indices of the encoded frames that must be key frames: those after a repeat. */
export function keyFramesAfter(frameCount: number, repeats: readonly Repeat[]): number[] {
  let repeated = 0;
  return repeats.flatMap(({ fromFrame, toFrame }) => {
    repeated += toFrame - fromFrame;
    return toFrame < frameCount ? [toFrame - repeated] : [];
  });
}
