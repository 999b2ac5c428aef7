import { rm, stat } from 'node:fs/promises';
import { type RunningProcess, startProcess, untilSuccess } from './child-process.js';
import { drawnFrames, type EncodeHooks, type FrameSource } from './drawn-frames.js';
import { fileArguments, gifArguments, paletteArguments, pictureArguments } from './encode-arguments.js';
import { planEncode, type EncodeJob, type EncodePlan } from './encode-plan.js';
import { feedProcess } from './feed-process.js';
import { type GifOptimization, optimizeGif } from './optimize-gif.js';
import { insertRepeats } from './still-runs/insert-repeats.js';
import { encodedFrames } from './still-runs/repeat-plan.js';
import { aacTrack, removeSoundFiles, writeSound } from './sound/mix-sounds.js';
import { writeTrack } from './mp4/track-file.js';
import { writeMp4 } from './mp4/write-mp4.js';
import { DEFAULT_TOOLS, type FfmpegTools } from './tools.js';

export interface EncodeReport {
  /** Bytes. */
  fileSize: number;
  /** Milliseconds spent waiting for frames to be drawn, and the remaining time, spent waiting for the encoder. */
  drawMs: number;
  encodeMs: number;
  /** SHA-256 of the bytes that were written, hex. Absent: ffmpeg wrote the file. */
  digest?: string;
  /** The encoder succeeded, and reported something anyway. */
  hasWarnings: boolean;
  /** The result of gifsicle, where it was to make a gif smaller. */
  optimization?: GifOptimization;
}

/** The log of an encoder, the digest of the file where we wrote it, and what gifsicle made of it. */
interface Encoded extends Pick<EncodeReport, 'digest' | 'optimization'> {
  stderr: string;
}

/**
 * Encodes one video: writes `frames(0)` … `frames(frameCount - 1)` to the stdin of an ffmpeg with back-pressure, so that memory
 * does not grow with the video's length. The sound is encoded apart (see `writeSound`). The palette of a gif is computed in a pass of its own
 * before. x264 receives only the first frames of a still run; `frames` is not called for the others.
 *
 * After an error no process runs any more, and no file is left.
 *
 * @throws RangeError for a size that no encoder accepts or a frame of another size, FfmpegError, the frame source's error, or
 * the signal's reason
 */
export async function encodeVideo(
  job: EncodeJob,
  frames: FrameSource,
  hooks: EncodeHooks,
  tools: FfmpegTools = DEFAULT_TOOLS,
): Promise<EncodeReport> {
  const plan = planEncode(job);
  const timed = new TimedFrames(plan, frames);
  try {
    const { stderr, digest, optimization } = await WRITERS[plan.writer](plan, timed.source, { ...hooks, ...tools });
    const report = timed.report((await stat(plan.output)).size);
    const made = { ...(digest !== undefined && { digest }), ...(optimization && { optimization }) };
    return { ...report, ...made, hasWarnings: stderr.trim() !== '' };
  } catch (error) {
    await rm(plan.output, { force: true });
    throw error;
  } finally {
    if (plan.gif) await rm(plan.gif.paletteFile, { force: true });
  }
}

/** Checks the size of frames, and measures how long they take to draw. */
export class TimedFrames {
  readonly #startedAt = performance.now();
  #drawMs = 0;

  constructor(
    private readonly size: Pick<EncodePlan, 'width' | 'height'>,
    private readonly frames: FrameSource,
  ) {}

  /** @throws RangeError for a frame of another size */
  readonly source: FrameSource = async (number) => {
    const calledAt = performance.now();
    const frame = await this.frames(number);
    this.#drawMs += performance.now() - calledAt;
    const frameBytes = (this.size.width * this.size.height * 3) / 2;
    if (frame.length !== frameBytes)
      throw new RangeError(`frame ${number} has ${frame.length} bytes, not ${frameBytes}`);
    return frame;
  };

  /** The report at the end of the encoding. */
  report(fileSize: number): Pick<EncodeReport, 'fileSize' | 'drawMs' | 'encodeMs'> {
    const encodeMs = performance.now() - this.#startedAt - this.#drawMs;
    return { fileSize, drawMs: this.#drawMs, encodeMs };
  }
}

/** Draws frames and writes the file of a plan. */
type WriteFile = (plan: EncodePlan, frames: FrameSource, options: EncodeHooks & FfmpegTools) => Promise<Encoded>;

const WRITERS: Record<EncodePlan['writer'], WriteFile> = {
  tracks: (plan, frames, { ffmpeg, ...hooks }) =>
    encodeMp4(plan, drawnOnce(plan, frames, hooks), { signal: hooks.signal, ffmpeg }),
  ffmpeg: async (plan, frames, { ffmpeg, ...hooks }) => {
    const sound = `${plan.output}.sound`;
    try {
      await writeSound({ ...plan, output: sound }, ffmpeg, hooks.signal);
      const encoder = startProcess(ffmpeg, fileArguments(plan, sound), hooks.signal);
      return await feedProcess(encoder, drawnOnce(plan, frames, hooks));
    } finally {
      await rm(sound, { force: true });
    }
  },
  palette: async (plan, frames, hooks) => {
    const { signal, onPass, ffmpeg, gifsicle } = hooks;
    const gif = plan.gif!;
    const sampled = drawnFrames(gif.paletteFrames, frames, { signal, ...(onPass && { onPass }) });
    await feedProcess(startProcess(ffmpeg, paletteArguments(plan, gif), signal), sampled);
    const encoder = startProcess(ffmpeg, gifArguments(plan, gif), signal);
    const { stderr } = await feedProcess(encoder, drawnOnce(plan, frames, hooks));
    if (!gifsicle) return { stderr };
    return { stderr, optimization: await optimizeGif({ ...plan, ...gif.size }, { ...hooks, gifsicle }, { signal }) };
  },
};

/** The frames that are encoded, in order. */
function drawnOnce(plan: EncodePlan, frames: FrameSource, hooks: EncodeHooks): AsyncIterable<Uint8Array> {
  return drawnFrames(encodedFrames(plan.frameCount, plan.repeats), frames, hooks);
}

/** Pictures and sound are encoded at the same time, into tracks that become the file. */
async function encodeMp4(
  plan: EncodePlan,
  drawn: AsyncIterable<Uint8Array>,
  { signal, ffmpeg }: { signal: AbortSignal; ffmpeg: string },
): Promise<Encoded> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const picturesFile = `${plan.output}.pictures`;
  const { sampleCount } = plan.sound!;
  try {
    const encoder = startProcess(ffmpeg, pictureArguments(plan), either, 'bytes');
    const parts = [
      feedProcess(encoder, drawn),
      writeTrack(encodedPictures(encoder, plan), picturesFile),
      aacTrack(plan, { ffmpeg, signal: either }),
    ] as const;
    for (const part of parts) part.catch((error: unknown) => failed.abort(error));
    await Promise.allSettled(parts);
    // In this order: if several failed, the first has the cause.
    const [{ stderr }, pictures, sound] = [await parts[0], await parts[1], await parts[2]];
    const digest = await writeMp4({ ...plan, sampleCount, pictures, sound });
    return { stderr, digest };
  } finally {
    await rm(picturesFile, { force: true });
    await removeSoundFiles(plan);
  }
}

/** The encoded pictures of all frames. @throws as {@link untilSuccess} */
export function encodedPictures(encoder: RunningProcess, plan: EncodePlan): AsyncIterable<Uint8Array> {
  const encoded = untilSuccess(encoder.stdout, encoder);
  return plan.repeats ? insertRepeats(encoded, plan.repeats) : encoded;
}
