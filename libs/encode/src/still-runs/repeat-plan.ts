import type { StillRun } from '#libs/timeline';

/** Frames `[fromFrame, toFrame)` that show what the frame before them shows, and that no encoder sees. */
export interface Repeat {
  readonly fromFrame: number;
  readonly toFrame: number;
}

/**
 * Frames of a hold that are encoded: x264 looks ten ahead to see how long a picture will be looked at, and gives it its
 * quality by that.
 */
const ENCODED_FRAMES = 12;

/** Fewer are not worth the key frame that comes after them. */
const MIN_REPEATED = 20;

/** From one key frame to the next, as x264 has them: whoever jumps into a hold need not decode more than that. */
const MAX_FRAMES = 250;

/** Decides which frames of holds are not encoded. Holds are ascending and do not overlap; so are the repeats. */
export function planRepeats(holds: readonly StillRun[]): Repeat[] {
  return holds.flatMap(({ fromFrame, toFrame }) => {
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

/** Where key frames have to be, counted in encoded frames: after each repeat that something follows. */
export function keyFramesAfter(frameCount: number, repeats: readonly Repeat[]): number[] {
  let repeated = 0;
  return repeats.flatMap(({ fromFrame, toFrame }) => {
    repeated += toFrame - fromFrame;
    return toFrame < frameCount ? [toFrame - repeated] : [];
  });
}
