import { FORMATS } from '#libs/contracts';
import { planEncode, type EncodeJob, type EncodePlan } from '../encode-plan.js';

/** Frames `[fromFrame, toFrame)` of a video. */
export interface FrameRange {
  readonly fromFrame: number;
  readonly toFrame: number;
}

/** The encoder would write two key pictures in a row for shorter ones. */
export const MIN_PART_FRAMES = 2;

/** Threads of x264, equal on every machine: with other numbers it makes other pictures. */
const THREADS = 4;

/**
 * Decides how a part of `video` is encoded alone, so that it can be joined with the others: as the whole would be, but without
 * sound, with a key frame at its beginning, and still runs that end with it.
 *
 * @throws RangeError as {@link planEncode}, for a format that is encoded in one go, for a range outside of the video, and for one that is too short
 */
export function planPart(video: EncodeJob, { fromFrame, toFrame }: FrameRange): EncodePlan {
  const { frameCount, stillRuns, cuts, format } = video;
  if (!FORMATS[format].isCuttable) throw new RangeError(`a ${format} is encoded in one go`);
  const isWithin = Number.isInteger(fromFrame) && Number.isInteger(toFrame) && fromFrame >= 0 && toFrame <= frameCount;
  if (!isWithin || toFrame - fromFrame < MIN_PART_FRAMES) {
    throw new RangeError(`[${fromFrame}, ${toFrame}) is no part of ${frameCount} frames`);
  }
  const runs = stillRuns?.flatMap((run) => {
    const [from, to] = [Math.max(run.fromFrame, fromFrame), Math.min(run.toFrame, toFrame)];
    return from < to ? [{ fromFrame: from - fromFrame, toFrame: to - fromFrame }] : [];
  });
  const within = cuts?.filter((frame) => frame > fromFrame && frame < toFrame).map((frame) => frame - fromFrame);
  const plan = planEncode({
    ...video,
    sounds: [],
    frameCount: toFrame - fromFrame,
    framesBefore: fromFrame,
    ...(runs && { stillRuns: runs }),
    ...(within && { cuts: within }),
  });
  delete plan.sound;
  return { ...plan, threads: THREADS };
}
