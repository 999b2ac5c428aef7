import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { aacTurns } from './aac-turns.js';
import { withAudibleIntervals } from './audible-intervals.js';
import { encodeAac } from './encode-aac.js';
import { fileOptions } from '../encode-arguments.js';
import type { EncodePlan } from '../encode-plan.js';
import { type MixAt, encodeAtLevel } from './encode-at-level.js';
import type { Container, SoundCodec } from '../format-streams.js';
import { withRounds } from './loop-rounds.js';
import { readSoundTrack } from '../mp4/read-mp4.js';
import { silentTrack } from '../mp4/silent-track.js';
import type { EncodedTrack } from '../mp4/track-file.js';
import { writeSoundMp4 } from '../mp4/write-mp4.js';
import { runFfmpeg } from './run-ffmpeg.js';
import { soundGraph } from './sound-graph.js';
import { FIRST_LEVEL } from './sound-level.js';
import { stretchedSounds } from './time-stretch/stretched-sounds.js';

/** The sound of a video, and the path after which its files are named. */
type SoundWork = Pick<EncodePlan, 'fps' | 'output' | 'sound'>;

interface SoundTools {
  ffmpeg: string;
  signal?: AbortSignal | undefined;
}

/**
 * Mixes and encodes the sound of a whole video into a file of its own, as loud as asked and within the true peak that every
 * sound keeps. The bytes depend on the sound only. Silence in AAC is not encoded.
 *
 * @throws FfmpegError, or the signal's reason after an abort
 */
export async function writeSound(plan: SoundWork, ffmpeg: string, signal?: AbortSignal): Promise<void> {
  const { codec, shared } = plan.sound!;
  const make = () => SOUND_FILES[codec](plan, { ffmpeg, signal });
  try {
    await (shared ? shared.bring(plan.output, make, signal) : make());
  } finally {
    await removeSoundFiles(plan);
  }
}

/** Removes the files that {@link aacTrack} has written. */
export async function removeSoundFiles({ output }: Pick<SoundWork, 'output'>): Promise<void> {
  await rm(folderOf(output), { recursive: true, force: true });
}

/**
 * The sound of a whole video, mixed and encoded as AAC: the track of the file that {@link writeSound} writes. The caller removes
 * its files.
 *
 * @throws as {@link writeSound}
 */
export async function aacTrack(plan: SoundWork, tools: SoundTools): Promise<EncodedTrack> {
  const { sampleCount, shared } = plan.sound!;
  const folder = folderOf(plan.output);
  const file = join(folder, 'encoded.mp4');
  const encode = async (): Promise<EncodedTrack> => {
    const mixAt = await preparedMix(plan, tools);
    return isSilent(mixAt) ? silentTrack(sampleCount) : encodeAacTo(file, { plan, mixAt, tools });
  };
  if (!shared) return encode();
  await mkdir(folder, { recursive: true });
  let own: EncodedTrack | undefined;
  await shared.bring(file, async () => void (own = await encode()), tools.signal);
  return own ?? readSoundTrack(file);
}

/** Writes the sound of a plan to its output. */
type WriteSoundFile = (plan: SoundWork, tools: SoundTools) => Promise<void>;

const SOUND_FILES: Record<SoundCodec, WriteSoundFile> = {
  aac: async (plan, tools) => {
    const { output, sound } = plan;
    const { sampleCount } = sound!;
    const mixAt = await preparedMix(plan, tools);
    if (isSilent(mixAt)) await writeSoundMp4({ sound: silentTrack(sampleCount), sampleCount, output });
    else await encodeAacTo(output, { plan, mixAt, tools });
  },
  opus: (plan, tools) => writeWhole(plan, tools, 'webm'),
};

/** Encodes a mix as AAC, in turns, and writes it to a file: the track of that file. */
async function encodeAacTo(
  output: string,
  { plan, mixAt, tools }: { plan: SoundWork; mixAt: MixAt; tools: SoundTools },
): Promise<EncodedTrack> {
  const { sampleCount, loudnessLufs } = plan.sound!;
  const folder = folderOf(plan.output);
  return encodeAtLevel({ mixAt, loudnessLufs, ...tools }, async (mix) => {
    const sound = await encodeAac({ mix, turns: aacTurns(sampleCount), folder, ...tools });
    await writeSoundMp4({ sound, sampleCount, output });
    return { encoded: sound, file: output };
  });
}

function isSilent(mixAt: MixAt): boolean {
  return mixAt(FIRST_LEVEL).inputs.length === 0;
}

/** One encoder writes the file. */
async function writeWhole(plan: SoundWork, tools: SoundTools, container: Container): Promise<void> {
  const { output, sound } = plan;
  const { codec, loudnessLufs } = sound!;
  const mixAt = await preparedMix(plan, tools);
  const outputOptions = ['-map', '[mix]', ...fileOptions(codec, container)];
  await encodeAtLevel({ mixAt, loudnessLufs, ...tools }, async (mix) => {
    await runFfmpeg({ ...mix, outputOptions, output }, tools.ffmpeg, tools.signal);
    return { encoded: output, file: output };
  });
}

/** Prepares the sounds of a whole video: their graph at any level. */
async function preparedMix({ fps, output, sound }: SoundWork, { ffmpeg, signal }: SoundTools): Promise<MixAt> {
  const { sampleCount, sounds } = sound!;
  const work = { fps, sampleCount, folder: folderOf(output), ffmpeg, signal };
  const stretched = await stretchedSounds(sounds, work);
  const looped = await withRounds(stretched, work);
  const measured = await withAudibleIntervals(looped, work);
  return (level) => soundGraph(measured, { fps, sampleCount, level });
}

function folderOf(output: string): string {
  return `${output}.sounds`;
}
