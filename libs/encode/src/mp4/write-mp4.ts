import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { SAMPLE_RATE_HZ } from '../encode-plan.js';
import { chunksOf, movieHead, type MovieTrack } from './movie.js';
import { PACKET_SAMPLES, packetsOf } from './silent-track.js';
import type { EncodedTrack } from './track-file.js';

/** An mp4 of one track of pictures and one of sound, both encoded. */
export interface Mp4Job {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Samples of sound: as long as the pictures. */
  readonly sampleCount: number;
  readonly pictures: EncodedTrack;
  readonly sound: EncodedTrack;
  readonly output: string;
}

/**
 * Writes the file. Every frame rate divides the sample rate, which is the clock: no time is rounded.
 *
 * @returns the SHA-256 of all bytes written, hex
 * @throws RangeError for pictures that are shown before they are decoded and for sound of another length, Error for a file of a
 * track that has changed, and the file system's error
 */
export async function writeMp4({ pictures, sound, output, ...job }: Mp4Job): Promise<string> {
  return writeTracks([pictures, sound], [pictureTrack(pictures, job), soundTrack(sound, job.sampleCount)], output);
}

/** Writes a file of sound only. @throws as {@link writeMp4} */
export async function writeSoundMp4(job: Pick<Mp4Job, 'sound' | 'sampleCount' | 'output'>): Promise<void> {
  const { sound, sampleCount, output } = job;
  await writeTracks([sound], [soundTrack(sound, sampleCount)], output);
}

async function writeTracks(
  encoded: readonly EncodedTrack[],
  tracks: readonly MovieTrack[],
  output: string,
): Promise<string> {
  const chunks = chunksOf(tracks, SAMPLE_RATE_HZ);
  const hash = createHash('sha256');
  const file = await open(output, 'w');
  const data = encoded.map((track) => track.data());
  try {
    const append = async (bytes: Uint8Array): Promise<void> => {
      hash.update(bytes);
      await file.appendFile(bytes);
    };
    await append(movieHead(tracks, chunks, SAMPLE_RATE_HZ));
    for (const { track, samples } of chunks) await append(await take(data[track]!, samples));
    // To their ends: the bytes read are compared with the bytes written.
    for (const rest of data) await take(rest, 1);
  } finally {
    for (const rest of data) await rest.return(); // closes the files of the tracks after an error, too
    await file.close();
  }
  return hash.digest('hex');
}

async function take(data: AsyncGenerator<Uint8Array, void>, count: number): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  for (let index = 0; index < count; index++) {
    const next = await data.next();
    if (!next.done) taken.push(next.value);
  }
  return Buffer.concat(taken);
}

function pictureTrack(
  { description, samples }: EncodedTrack,
  { fps, ...size }: Pick<Mp4Job, 'width' | 'height' | 'fps'>,
): MovieTrack {
  const sampleTicks = SAMPLE_RATE_HZ / fps;
  const early = samples.findIndex(({ shownAt }, at) => shownAt < at);
  if (early >= 0) throw new RangeError(`picture ${early} is shown before it is decoded`);
  const first = samples.reduce((least, { shownAt }) => Math.min(least, shownAt), Infinity);
  const shownTicks = samples.length * sampleTicks;
  return { description, samples, size, sampleTicks, skippedTicks: first * sampleTicks, shownTicks };
}

function soundTrack({ description, samples }: EncodedTrack, sampleCount: number): MovieTrack {
  const packets = packetsOf(sampleCount);
  if (samples.length !== packets) throw new RangeError(`the sound has ${samples.length} packets, not ${packets}`);
  const times = { sampleTicks: PACKET_SAMPLES, skippedTicks: PACKET_SAMPLES, shownTicks: sampleCount };
  return { description, samples, ...times };
}
