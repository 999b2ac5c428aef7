import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fileOptions } from './encode-arguments.js';
import { withAudibleIntervals } from './audible-intervals.js';
import type { EncodePlan } from './encode-plan.js';
import { withRounds } from './loop-rounds.js';
import { runFfmpeg } from './run-ffmpeg.js';
import { OUTPUT_LIMITS } from './input-limits.js';
import { type SoundGraph, soundGraph } from './sound-graph.js';
import { stretchedSounds } from './time-stretch/stretched-sounds.js';

/** The sound of a video, and the file to write. */
type SoundWork = Pick<EncodePlan, 'fps' | 'output' | 'sound'>;

/**
 * Mixes and encodes the sound of a whole video, and writes it with the encoded pictures into `plan.output`. A video without
 * sounds gets a silent track.
 *
 * @throws FfmpegError, or the signal's reason after an abort
 */
export async function muxWithSound(
  plan: SoundWork,
  pictures: Readable,
  ffmpeg: string,
  signal?: AbortSignal,
): Promise<void> {
  const { codec } = plan.sound!;
  // Starts to read at once: Node.js discards what a program that has ended wrote, unless a reader is attached.
  pictures.read(0);
  await withMix({ ...plan, firstInput: 1 }, ffmpeg, signal, async ({ inputs: sounds, filter }) => {
    const inputs = [{ source: pictures, options: OUTPUT_LIMITS }, ...sounds];
    const outputOptions = ['-map', '0:v:0', '-c:v', 'copy', '-map', '[mix]', ...fileOptions(codec)];
    await runFfmpeg({ inputs, filter, outputOptions, output: plan.output }, ffmpeg, signal);
  });
}

/**
 * Mixes and encodes the sound of a whole video into a file of its own, which has the same samples as the sound that
 * {@link muxWithSound} writes.
 *
 * @throws FfmpegError, or the signal's reason after an abort
 */
export async function writeSound(plan: SoundWork, ffmpeg: string, signal?: AbortSignal): Promise<void> {
  const { codec } = plan.sound!;
  await withMix({ ...plan, firstInput: 0 }, ffmpeg, signal, async ({ inputs, filter }) => {
    const outputOptions = ['-map', '[mix]', ...fileOptions(codec)];
    await runFfmpeg({ inputs, filter, outputOptions, output: plan.output }, ffmpeg, signal);
  });
}

/** Prepares the sounds and their graph; files made for it exist until `use` has ended. */
async function withMix(
  { fps, output, sound, firstInput }: SoundWork & { firstInput: number },
  ffmpeg: string,
  signal: AbortSignal | undefined,
  use: (graph: SoundGraph) => Promise<void>,
): Promise<void> {
  const { sampleCount, sounds } = sound!;
  const folder = `${output}.sounds`;
  try {
    const work = { fps, sampleCount, folder, ffmpeg, signal };
    const stretched = await stretchedSounds(sounds, work);
    const looped = await withRounds(stretched, work);
    const measured = await withAudibleIntervals(looped, work);
    await use(soundGraph(measured, { fps, sampleCount, firstInput }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
