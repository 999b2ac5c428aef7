import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type RunningProcess, startProcess } from './child-process.js';
import { drawnFrames, type EncodeHooks, type FrameSource } from './drawn-frames.js';
import { encodeArguments, paletteArguments } from './encode-arguments.js';
import { planEncode, type EncodeJob, type EncodePlan } from './encode-plan.js';
import { feedProcess } from './feed-process.js';
import { insertRepeats } from './still-runs/insert-repeats.js';
import { encodedFrames } from './still-runs/repeat-plan.js';
import { muxWithSound } from './mux-with-sound.js';
import { DEFAULT_TOOLS, type FfmpegTools } from './tools.js';

export interface EncodeReport {
  /** Bytes. */
  fileSize: number;
  /** Milliseconds spent drawing frames, and the remaining time, spent waiting for the encoder. */
  drawMs: number;
  encodeMs: number;
}

/**
 * Encodes one video: writes `frames(0)` … `frames(frameCount - 1)` to the stdin of an ffmpeg with back-pressure, so that memory
 * does not grow with the video's length, while a second ffmpeg mixes the sound. The palette of a gif is computed in a pass of
 * its own before. x264 receives only the first frames of a still run; `frames` is not called for the others.
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
    await drawAndEncode(plan, timed.source, hooks, tools);
    return timed.report((await stat(plan.output)).size);
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
  report(fileSize: number): EncodeReport {
    const encodeMs = performance.now() - this.#startedAt - this.#drawMs;
    return { fileSize, drawMs: this.#drawMs, encodeMs };
  }
}

async function drawAndEncode(
  plan: EncodePlan,
  frames: FrameSource,
  hooks: EncodeHooks,
  { ffmpeg }: FfmpegTools,
): Promise<void> {
  const { signal } = hooks;
  const drawn = drawnFrames(encodedFrames(plan.frameCount, plan.repeats), frames, hooks);
  if (!plan.gif) return encodeAndMux(plan, drawn, signal, ffmpeg);
  const sampled = drawnFrames(plan.gif.paletteFrames, frames, { signal });
  await feedProcess(startProcess(ffmpeg, paletteArguments(plan, plan.gif), signal), sampled);
  await feedProcess(startProcess(ffmpeg, encodeArguments(plan), signal), drawn);
}

/** One ffmpeg encodes the pictures; a second one mixes the sound at the same time and writes both into the file. */
async function encodeAndMux(
  plan: EncodePlan,
  drawn: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  ffmpeg: string,
): Promise<void> {
  const failed = new AbortController();
  const fail = (error: unknown): void => failed.abort(error);
  const either = AbortSignal.any([signal, failed.signal]);
  const encoder = startProcess(ffmpeg, encodeArguments(plan), either, 'bytes');
  const pictures = Readable.from(completed(encoder, plan)).on('error', fail);
  const parts = [feedProcess(encoder, drawn), muxWithSound(plan, pictures, ffmpeg, either)] as const;
  for (const part of parts) part.catch(fail);
  await Promise.allSettled(parts);
  // In this order: if both failed, the first has the cause.
  for (const part of parts) await part;
}

/** The encoded pictures of all frames. Ends only if the encoder succeeded; otherwise throws. */
export async function* completed(encoder: RunningProcess, plan: EncodePlan): AsyncGenerator<Uint8Array> {
  const encoded = encoder.stdout as AsyncIterable<Uint8Array>;
  yield* plan.repeats ? insertRepeats(encoded, plan.repeats) : encoded;
  await encoder.finished;
}
