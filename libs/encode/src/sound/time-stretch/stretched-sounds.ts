import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { decodeSound } from '../decode-sound.js';
import { SAMPLE_RATE_HZ, type ResolvedSound } from '../../encode-plan.js';
import { type MixWork, type PlacedSound, placeSound } from '../placed-sound.js';
import { partOfSource } from '../source-filters.js';
import { TimeStretch } from './time-stretch.js';
import { waveHeader } from './wave-header.js';

const BYTES_PER_FRAME = 8;
/** Frames of the source behind the audible part, with which the time stretch matches it: more than it can need. */
const LOOK_AHEAD = SAMPLE_RATE_HZ;

interface Stretching extends MixWork {
  /** Created if there is something to write. The caller removes it. */
  folder: string;
}

/**
 * Replaces each sound whose speed is not 1 by a file of its audible part at that speed and the same pitch. Sounds are
 * decoded one after the other. A file is at most as long as the video: 1.4 GB for an hour.
 *
 * @throws FfmpegError, or the signal's reason after an abort
 */
export async function stretchedSounds(
  sounds: readonly ResolvedSound[],
  stretching: Stretching,
): Promise<ResolvedSound[]> {
  const result: ResolvedSound[] = [];
  for (const [index, sound] of sounds.entries()) {
    const placed = (sound.speed ?? 1) === 1 ? null : placeSound(sound, stretching);
    if (placed) result.push(await stretched(placed, `${index}.wav`, stretching));
    else result.push(sound);
  }
  return result;
}

async function stretched(placed: PlacedSound, name: string, { folder, ffmpeg, signal }: Stretching) {
  const { sound, from, to, playing, round, length } = placed;
  const { speed = 1 } = sound;
  const frames = Math.min(playing, Math.round(round || length), length);
  const end = Math.min(to, from + Math.ceil(frames * speed) + LOOK_AHEAD);
  await mkdir(folder, { recursive: true });
  const file = join(folder, name);
  const source = { file: sound.file, filters: partOfSource(sound, from, end), ffmpeg, signal };
  await decodeSound(source, (samples) => pipeline(waveFile(samples, speed, frames), createWriteStream(file)));
  return { ...sound, stretched: file };
}

async function* waveFile(decoded: AsyncIterable<Buffer>, speed: number, frames: number): AsyncGenerator<Uint8Array> {
  const timeStretch = new TimeStretch(speed, frames);
  yield waveHeader(frames);
  let rest = Buffer.alloc(0);
  for await (const chunk of decoded) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % BYTES_PER_FRAME);
    rest = bytes.subarray(whole);
    yield* timeStretch.push(floats(bytes.subarray(0, whole))).map(bytesOf);
  }
  yield* timeStretch.end().map(bytesOf);
}

/** Copies, because a view needs an aligned offset. */
function floats(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

function bytesOf(samples: Float32Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
