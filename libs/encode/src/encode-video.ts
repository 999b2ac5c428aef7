import { rm, stat } from 'node:fs/promises';
import { type RunningProcess, startProcess } from './child-process.js';
import { drawnFrames, type EncodeHooks, type FrameSource } from './drawn-frames.js';
import { encodeArguments, muxArguments, paletteArguments, pictureArguments } from './encode-arguments.js';
import { planEncode, type EncodeJob, type EncodePlan, type VideoCodec } from './encode-plan.js';
import { feedProcess } from './feed-process.js';
import { insertRepeats } from './holds/insert-repeats.js';
import { encodedFrames } from './holds/repeat-plan.js';
import { mixSound } from './mix-sound.js';
import { DEFAULT_TOOLS, type FfmpegTools } from './tools.js';

export interface EncodeReport {
  codec: VideoCodec;
  /** Bytes. */
  fileSize: number;
  frameCount: number;
  /** Milliseconds spent mixing the sound, waiting for frames to be drawn, and the rest: waiting for the encoder. */
  soundMs: number;
  drawMs: number;
  encodeMs: number;
}

/**
 * Encodes one video: mixes its sound, then sends `frames(0)` … `frames(frameCount - 1)` down the stdin of an ffmpeg
 * with back-pressure, so that memory does not grow with the video's length. A gif's palette frames are drawn before. Of a
 * job's holds x264 gets the first frames only; `frames` is not asked for the others.
 * Rejects with RangeError (no encoder takes that size, or a frame is of another), FfmpegError, the frame source's error, or the signal's reason;
 * nothing is left running then, and no file.
 */
export async function encodeVideo(
  job: EncodeJob,
  frames: FrameSource,
  hooks: EncodeHooks,
  tools: FfmpegTools = DEFAULT_TOOLS,
): Promise<EncodeReport> {
  const plan = planEncode(job);
  const startedAt = performance.now();
  const frameBytes = (plan.width * plan.height * 3) / 2;
  let drawMs = 0;
  const timedFrames: FrameSource = async (number) => {
    const askedAt = performance.now();
    const frame = await frames(number);
    drawMs += performance.now() - askedAt;
    if (frame.length !== frameBytes)
      throw new RangeError(`frame ${number} has ${frame.length} bytes, not ${frameBytes}`);
    return frame;
  };
  try {
    const ready = plan.sound ? { ...plan, sound: await mixSound(plan.sound, plan.fps, tools, hooks.signal) } : plan;
    const soundMs = performance.now() - startedAt;
    await drawAndEncode(ready, timedFrames, hooks, tools);
    const { size } = await stat(plan.output);
    const encodeMs = performance.now() - startedAt - soundMs - drawMs;
    return { codec: plan.codec, fileSize: size, frameCount: plan.frameCount, soundMs, drawMs, encodeMs };
  } catch (error) {
    await rm(plan.output, { force: true });
    throw error;
  } finally {
    await removeAll(plan.sound?.mixFile, plan.palette?.file);
  }
}

async function drawAndEncode(
  plan: EncodePlan,
  frames: FrameSource,
  hooks: EncodeHooks,
  { ffmpeg }: FfmpegTools,
): Promise<void> {
  const { signal } = hooks;
  if (plan.palette) {
    const sampled = drawnFrames(plan.palette.frames, frames, { signal });
    await feedProcess(startProcess(ffmpeg, paletteArguments(plan, plan.palette), signal), sampled);
  }
  const drawn = drawnFrames(encodedFrames(plan.frameCount, plan.repeats), frames, hooks);
  if (plan.repeats.length > 0) await encodeWithRepeats(plan, drawn, signal, ffmpeg);
  else await feedProcess(startProcess(ffmpeg, encodeArguments(plan), signal), drawn);
}

/** One ffmpeg encodes the frames there are, a second one puts the completed pictures and the sound into the file. */
async function encodeWithRepeats(
  plan: EncodePlan,
  drawn: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  ffmpeg: string,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const encoder = startProcess(ffmpeg, pictureArguments(plan), either, 'bytes');
  const muxer = startProcess(ffmpeg, muxArguments(plan), either);
  const parts = [feedProcess(encoder, drawn), feedProcess(muxer, completed(encoder, plan))] as const;
  for (const part of parts) part.catch((error: unknown) => failed.abort(error));
  await Promise.allSettled(parts);
  // In this order: when both failed, the muxer did because of the encoder, or the encoder has been given its reason.
  for (const part of parts) await part;
}

/** Every frame's picture; the end of them only when the encoder ended well. */
async function* completed(encoder: RunningProcess, plan: EncodePlan): AsyncGenerator<Uint8Array> {
  // Left open: an encoder that ends because the muxer did would hide why.
  const encoded = encoder.stdout.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  yield* insertRepeats(encoded, plan.frameCount, plan.repeats);
  await encoder.finished;
}

async function removeAll(...files: (string | null | undefined)[]): Promise<void> {
  for (const file of files) if (file) await rm(file, { force: true });
}
