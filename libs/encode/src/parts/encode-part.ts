import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { startProcess } from '../child-process.js';
import { type EncodeHooks, type FrameSource, drawnFrames } from '../drawn-frames.js';
import { pictureArguments } from '../encode-arguments.js';
import { type EncodeJob, planEncode } from '../encode-plan.js';
import { encodedPictures, type EncodeReport, TimedFrames } from '../encode-video.js';
import { feedProcess } from '../feed-process.js';
import { writeSound } from '../sound/mix-sounds.js';
import { encodedFrames } from '../still-runs/repeat-plan.js';
import { DEFAULT_TOOLS, type FfmpegTools } from '../tools.js';
import { type FrameRange, planPart } from './part-plan.js';

/** A part of a video to encode. `output` of the video is the file of the part. */
export interface PartJob {
  video: EncodeJob;
  range: FrameRange;
}

/**
 * Encodes frames `[fromFrame, toFrame)` of a video into a file of pictures only, which {@link stitch} joins with the
 * others: fragmented mp4 with one picture per fragment, for a webm, too. `frames` and `onPass` count frames of the
 * whole video, `onFrame` those of the part.
 *
 * After an error no process is running, and no file is left.
 *
 * @throws RangeError as {@link planPart} and for a frame of another size, FfmpegError, the frame source's error, or the
 * signal's reason
 */
export async function encodePart(
  { video, range }: PartJob,
  frames: FrameSource,
  { signal, onPass, onFrame }: EncodeHooks,
  { ffmpeg }: FfmpegTools = DEFAULT_TOOLS,
): Promise<EncodeReport> {
  const plan = planPart(video, range);
  const timed = new TimedFrames(plan, (number) => frames(range.fromFrame + number));
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  try {
    const numbers = encodedFrames(plan.frameCount, plan.repeats);
    const ofVideo = (drawn: readonly number[]): void => onPass?.(drawn.map((number) => range.fromFrame + number));
    const drawn = drawnFrames(numbers, timed.source, { signal, onPass: ofVideo, ...(onFrame && { onFrame }) });
    const encoder = startProcess(ffmpeg, pictureArguments(plan), either, 'bytes');
    const parts = [
      feedProcess(encoder, drawn),
      pipeline(encodedPictures(encoder, plan), createWriteStream(plan.output)),
    ] as const;
    for (const part of parts) part.catch((error: unknown) => failed.abort(error));
    await Promise.allSettled(parts);
    const { stderr } = await parts[0];
    await parts[1];
    return { ...timed.report((await stat(plan.output)).size), hasWarnings: stderr.trim() !== '' };
  } catch (error) {
    await rm(plan.output, { force: true });
    throw error;
  }
}

/**
 * Mixes and encodes the sound of a whole video into a file for {@link stitch}, as {@link writeSound} does.
 *
 * @throws RangeError as {@link planEncode}, FfmpegError, or the signal's reason after an abort
 */
export async function encodeSound(
  video: EncodeJob,
  signal: AbortSignal,
  { ffmpeg }: FfmpegTools = DEFAULT_TOOLS,
): Promise<void> {
  try {
    await writeSound(planEncode(video), ffmpeg, signal);
  } catch (error) {
    await rm(video.output, { force: true });
    throw error;
  }
}
