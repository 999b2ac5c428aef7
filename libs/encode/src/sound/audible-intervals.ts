import { volumeAt } from '#libs/timeline';
import { decodeSound } from './decode-sound.js';
import { SAMPLE_RATE_HZ, type ResolvedSound } from '../encode-plan.js';
import { type Interval, joinIntervals } from './intervals.js';
import { type MixWork, type PlacedSound, placeSound } from './placed-sound.js';
import { partOfSource } from './source-filters.js';

/** Sample rate at which levels are measured: speech has its energy below 4 kHz. */
const RATE_HZ = 8_000;
/** Samples of one measurement, 50 ms. */
const BLOCK = 400;
/** Effective level below which footage does not duck anything: −45 dB of full scale, which is quiet background noise. */
const AUDIBLE = 10 ** (-45 / 20);
/** Pauses shorter than this belong to the sound around them: breaths and pauses between words. */
const PAUSE_S = 1;
/** Intervals of one sound, at most: ffmpeg evaluates all of them for every block. */
const MAX_INTERVALS = 32;

/**
 * The sounds of a mix in which footage has the intervals of the video where it is audible, if there is a bed to duck.
 *
 * @throws FfmpegError, or the signal's reason after an abort
 */
export async function withAudibleIntervals(sounds: readonly ResolvedSound[], work: MixWork): Promise<ResolvedSound[]> {
  if (!sounds.some(({ role }) => role === 'bed')) return [...sounds];
  const measured: ResolvedSound[] = [];
  for (const sound of sounds) {
    const placed = sound.isOfFootage && sound.role === 'other' ? placeSound(sound, work) : null;
    if (!placed) measured.push(sound);
    else measured.push({ ...sound, audible: intervalsOf(placed, await levelsOf(placed, work)) });
  }
  return measured;
}

/** Effective levels of the played part of the source, one per block, at the speed of the video. */
async function levelsOf({ sound, from, to, length, round }: PlacedSound, work: MixWork): Promise<number[]> {
  const { ffmpeg, signal } = work;
  const end = Math.min(to, from + Math.min(length, round || length));
  const filters = sound.stretched === undefined ? partOfSource(sound, from, end) : [];
  const mono = [`aresample=${RATE_HZ}`, 'aformat=sample_fmts=flt:channel_layouts=mono'];
  const file = sound.stretched ?? sound.file;
  return decodeSound({ file, filters: [...filters, ...mono], ffmpeg, signal }, async (samples) => {
    const levels: number[] = [];
    let rest = Buffer.alloc(0);
    for await (const chunk of samples) {
      rest = Buffer.concat([rest, chunk]);
      for (; rest.length >= 4 * BLOCK; rest = rest.subarray(4 * BLOCK)) levels.push(effective(rest));
    }
    return levels;
  });
}

/** Root mean square of the first block. */
function effective(samples: Buffer): number {
  let energy = 0;
  for (let index = 0; index < BLOCK; index++) energy += samples.readFloatLE(4 * index) ** 2;
  return Math.sqrt(energy / BLOCK);
}

/** Intervals in which the sound is audible, in seconds of the video: at its volume, in every round. */
function intervalsOf({ sound, start, length, round }: PlacedSound, levels: readonly number[]): Interval[] {
  const [startS, lengthS, blockS] = [start / SAMPLE_RATE_HZ, length / SAMPLE_RATE_HZ, BLOCK / RATE_HZ];
  const roundS = round > 0 ? round / SAMPLE_RATE_HZ : lengthS;
  const intervals: Interval[] = [];
  for (let roundFromS = 0; roundFromS < lengthS; roundFromS += roundS) {
    levels.forEach((level, index) => {
      const fromS = roundFromS + index * blockS;
      if (index * blockS >= roundS || fromS >= lengthS || level * volumeAt(sound, fromS) < AUDIBLE) return;
      intervals.push({ fromS: startS + fromS, toS: startS + Math.min(fromS + blockS, lengthS) });
    });
  }
  return fewOf(intervals);
}

/** Joins intervals with short pauses between them, or with longer ones until few intervals are left. */
function fewOf(intervals: readonly Interval[]): Interval[] {
  for (let limitS = PAUSE_S; ; limitS *= 2) {
    const few = joinIntervals(intervals, (pauseS) => pauseS < limitS);
    if (few.length <= MAX_INTERVALS) return few;
  }
}
