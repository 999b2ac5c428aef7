import { rm } from 'node:fs/promises';
import { aacTurns } from './aac-turns.js';
import { withAudibleIntervals } from './audible-intervals.js';
import { encodeAac } from './encode-aac.js';
import { fileOptions } from '../encode-arguments.js';
import type { EncodePlan } from '../encode-plan.js';
import type { Container, SoundCodec } from '../format-streams.js';
import { withRounds } from './loop-rounds.js';
import { silentTrack } from '../mp4/silent-track.js';
import { writeSoundMp4 } from '../mp4/write-mp4.js';
import { runFfmpeg } from './run-ffmpeg.js';
import { type SoundGraph, soundGraph } from './sound-graph.js';
import { stretchedSounds } from './time-stretch/stretched-sounds.js';

/** The sound of a video, and the path after which its files are named. */
type SoundWork = Pick<EncodePlan, 'fps' | 'output' | 'sound'>;

interface MixOptions {
  ffmpeg: string;
  signal?: AbortSignal | undefined;
  /** ffmpeg's number of the first of the mix's files. */
  firstInput: number;
}

/**
 * Prepares the sounds of a whole video and their graph; files made for it exist until `use` has ended. A video without sounds
 * has a silent mix.
 *
 * @throws FfmpegError, the signal's reason after an abort, or what `use` throws
 */
export async function withMix<T>(
  { fps, output, sound }: SoundWork,
  { ffmpeg, signal, firstInput }: MixOptions,
  use: (mix: SoundGraph) => Promise<T>,
): Promise<T> {
  const { sampleCount, sounds } = sound!;
  const folder = `${output}.sounds`;
  try {
    const work = { fps, sampleCount, folder, ffmpeg, signal };
    const stretched = await stretchedSounds(sounds, work);
    const looped = await withRounds(stretched, work);
    const measured = await withAudibleIntervals(looped, work);
    return await use(soundGraph(measured, { fps, sampleCount, firstInput }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Mixes and encodes the sound of a whole video into a file of its own. A sound of several turns (see {@link encodeAac}) has
 * other coding noise than that of a video that is encoded whole, as little of it, and the same mix. Silence in AAC is not encoded.
 *
 * @throws FfmpegError, or the signal's reason after an abort
 */
export async function writeSound(plan: SoundWork, ffmpeg: string, signal?: AbortSignal): Promise<void> {
  const { codec } = plan.sound!;
  await withMix(plan, { ffmpeg, signal, firstInput: 0 }, (mix) => SOUND_FILES[codec](mix, { plan, ffmpeg, signal }));
}

/** The sound of a plan, and the tools to write it. */
interface SoundFileWork {
  plan: SoundWork;
  ffmpeg: string;
  signal?: AbortSignal | undefined;
}

/** Writes the mix of a plan to its output. */
type WriteSoundFile = (mix: SoundGraph, work: SoundFileWork) => Promise<void>;

const SOUND_FILES: Record<SoundCodec, WriteSoundFile> = {
  aac: async (mix, work) => {
    const { plan, ffmpeg, signal } = work;
    const { output, sound } = plan;
    const { sampleCount } = sound!;
    if (mix.inputs.length === 0) return writeSoundMp4({ sound: silentTrack(sampleCount), sampleCount, output });
    const turns = aacTurns(sampleCount);
    if (turns.length > 1) return encodeAac({ mix, sampleCount, turns, output, ffmpeg, signal });
    return writeWhole(mix, work, 'mp4');
  },
  opus: (mix, work) => writeWhole(mix, work, 'webm'),
};

/** One encoder writes the file. */
function writeWhole(mix: SoundGraph, { plan, ffmpeg, signal }: SoundFileWork, container: Container): Promise<void> {
  const outputOptions = ['-map', '[mix]', ...fileOptions(plan.sound!.codec, container)];
  return runFfmpeg({ ...mix, outputOptions, output: plan.output }, ffmpeg, signal);
}
