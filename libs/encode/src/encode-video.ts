import { rm, stat } from 'node:fs/promises';
import { encodeArguments, paletteArguments } from './encode-arguments.js';
import { planEncode, type EncodeJob, type EncodePlan, type VideoCodec } from './encode-plan.js';
import { feedFrames, type EncodeHooks, type FrameSource } from './feed-frames.js';
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
 * Encodes one video: mixes its sound, then sends `frames(0)` … `frames(frameCount - 1)` down the stdin of a single ffmpeg
 * with back-pressure, so that memory does not grow with the video's length. A gif's palette frames are drawn before.
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
  { ffmpeg: command }: FfmpegTools,
): Promise<void> {
  if (plan.palette) {
    const args = paletteArguments(plan, plan.palette);
    await feedFrames({ command, args }, plan.palette.frames, frames, { signal: hooks.signal });
  }
  await feedFrames({ command, args: encodeArguments(plan) }, everyFrame(plan.frameCount), frames, hooks);
}

function* everyFrame(count: number): Generator<number> {
  for (let number = 0; number < count; number++) yield number;
}

async function removeAll(...files: (string | null | undefined)[]): Promise<void> {
  for (const file of files) if (file) await rm(file, { force: true });
}
