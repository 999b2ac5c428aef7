import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fileOptions } from './encode-arguments.js';
import { withAudibleIntervals } from './audible-intervals.js';
import type { EncodePlan } from './encode-plan.js';
import { withLoopSeams } from './loop-seams.js';
import { runFfmpeg } from './run-ffmpeg.js';
import { OUTPUT_LIMITS, SOURCE_LIMITS } from './input-limits.js';
import { soundGraph } from './sound-graph.js';
import { stretchedSounds } from './time-stretch/stretched-sounds.js';

/**
 * Mixes and encodes the sound of a whole video, and writes it with the encoded pictures into `plan.output`. A video without
 * sounds gets a silent track.
 *
 * @throws FfmpegError, or the signal's reason after an abort
 */
export async function muxWithSound(
  plan: Pick<EncodePlan, 'fps' | 'output' | 'sound'>,
  pictures: Readable,
  ffmpeg: string,
  signal?: AbortSignal,
): Promise<void> {
  const { codec, sampleCount, sounds } = plan.sound!;
  const folder = `${plan.output}.sounds`;
  // Starts to read at once: Node.js discards what a program that has ended wrote, unless a reader is attached.
  pictures.read(0);
  try {
    const work = { fps: plan.fps, sampleCount, folder, ffmpeg, signal };
    const stretched = await stretchedSounds(sounds, work);
    const looped = await withLoopSeams(stretched, work);
    const measured = await withAudibleIntervals(looped, work);
    const { files, filter } = soundGraph(measured, plan.fps, sampleCount);
    const inputs = [
      { source: pictures, options: OUTPUT_LIMITS },
      ...files.map((source) => ({ source, options: SOURCE_LIMITS })),
    ];
    const outputOptions = ['-map', '0:v:0', '-c:v', 'copy', '-map', '[mix]', ...fileOptions(codec)];
    await runFfmpeg({ inputs, filter, outputOptions, output: plan.output }, ffmpeg, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
