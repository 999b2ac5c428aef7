import { createWriteStream } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { decodeSound } from './decode-sound.js';
import { SAMPLE_RATE_HZ, type ResolvedSound } from '../encode-plan.js';
import { type MixWork, type PlacedSound, placeSound } from './placed-sound.js';
import { partOfSource, STEREO } from './source-filters.js';

/** Bytes of two frames, stereo floats. */
const TWO_FRAMES = 16;
/** A step above −40 dB of full scale between two rounds is audible. */
const AUDIBLE_STEP = 0.01;
/** Samples of the fades where a loop would click: 2 ms. */
const SEAM_FADE = 96;

/** Bytes of a second. A file has at least as many, because beginning it again has a price. */
const LEAST_BYTES = 8 * SAMPLE_RATE_HZ;

/** Input options for a file of {@link withRounds}: it is read again and again, so that memory does not grow with its length. */
export const REPEATED: readonly string[] = [
  ...['-f', 'f32le', '-ar', `${SAMPLE_RATE_HZ}`, '-ac', '2'],
  ...['-stream_loop', '-1'],
];

/**
 * The sounds of a mix in which those that repeat have a file of one round. Its start and its end are faded if the end does not
 * continue in the start, which would click. A loop without a seam is repeated as it is, because a fade would be audible in it.
 * A file is shorter than the video: 1.4 GB for an hour.
 *
 * @param work.folder is created if there is something to write. The caller removes it
 * @throws FfmpegError, or the signal's reason after an abort
 */
export async function withRounds(
  sounds: readonly ResolvedSound[],
  work: MixWork & { folder: string },
): Promise<ResolvedSound[]> {
  const result: ResolvedSound[] = [];
  for (const [index, sound] of sounds.entries()) {
    const placed = sound.loop ? placeSound(sound, work) : null;
    if (!placed || placed.length <= placed.round) result.push(sound);
    else result.push(await withRound(placed, join(work.folder, `${index}.round`), work));
  }
  return result;
}

/** Filters that make one round of a looping sound from its source or its stretched file. */
export function roundFilters({ sound, from, to, round, playing }: PlacedSound, hasSeam: boolean): string[] {
  return [
    ...(sound.stretched === undefined ? partOfSource(sound, from, to) : [STEREO]),
    ...(sound.isOfFootage ? [`apad=whole_len=${round}`, `atrim=end_sample=${round}`] : []),
    ...(hasSeam ? seamFades(Math.min(round, playing)) : []),
  ];
}

/** Fades the start and the end of each round, `length` samples. */
function seamFades(length: number): string[] {
  const fade = Math.min(SEAM_FADE, Math.floor(length / 2));
  return [`afade=t=in:ss=0:ns=${fade}`, `afade=t=out:ss=${length - fade}:ns=${fade}`];
}

async function withRound(placed: PlacedSound, file: string, work: MixWork & { folder: string }) {
  const { sound } = placed;
  const { ffmpeg, signal } = work;
  const filters = roundFilters(placed, await hasSeam(placed, work));
  await mkdir(work.folder, { recursive: true });
  const source = { file: sound.stretched ?? sound.file, filters, ffmpeg, signal };
  await decodeSound(source, (samples) => pipeline(samples, createWriteStream(file)));
  const bytes = (await stat(file)).size;
  // Not every file has the sound that it promises, and an empty one would be read forever.
  if (bytes === 0) return { ...sound, loop: false };
  if (bytes < LEAST_BYTES) await repeatWithin(file, Math.ceil(LEAST_BYTES / bytes));
  return { ...sound, roundFile: file };
}

/** Writes the content of a file `times` times into it. */
async function repeatWithin(file: string, times: number): Promise<void> {
  const once = await readFile(file);
  await writeFile(file, Buffer.concat(Array.from({ length: times }, () => once)));
}

async function hasSeam({ sound, from, to, round }: PlacedSound, { ffmpeg, signal }: MixWork): Promise<boolean> {
  // A round that is cut, padded or stretched does not end as its source does.
  if (sound.stretched !== undefined || round !== to - from) return true;
  const source = { file: sound.file, filters: partOfSource(sound, from, to), ffmpeg, signal };
  return decodeSound(source, async (samples) => {
    let [head, tail] = [Buffer.alloc(0), Buffer.alloc(0)];
    for await (const chunk of samples) {
      if (head.length < TWO_FRAMES) head = Buffer.concat([head, chunk]).subarray(0, TWO_FRAMES);
      tail = Buffer.concat([tail, chunk]).subarray(-TWO_FRAMES);
    }
    if (head.length < TWO_FRAMES) return true;
    return [0, 4].some((side) => Math.abs(stepTo(head, tail, side)) > AUDIBLE_STEP);
  });
}

/** Distance of the first sample from the line through the last two. */
function stepTo(head: Buffer, tail: Buffer, side: number): number {
  return head.readFloatLE(side) - (2 * tail.readFloatLE(8 + side) - tail.readFloatLE(side));
}
