import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { boxesOf, contentAt } from './boxes.js';
import { sampleTime } from './fragments.js';

/** A picture or a packet of sound. */
export interface TrackSample {
  readonly bytes: number;
  readonly isKey: boolean;
  /** Ticks of the encoder's stream. */
  readonly shownAt: number;
}

/** One encoded track. */
export interface EncodedTrack {
  /** Content of `stsd`: the codec and its parameters. */
  readonly description: Uint8Array;
  /** In coding order. */
  readonly samples: readonly TrackSample[];
  /** The samples' data, in order. @throws Error at its end, for another file than the one that was written */
  data(): AsyncGenerator<Uint8Array, void>;
}

/** Bytes that are written to and read from a file at once: each time takes processor time to hand to another thread. */
const AT_ONCE_BYTES = 256 * 1024;

/**
 * Writes an encoder's stream, fragments with one sample each, to a file, and reads its tables as they pass.
 *
 * @throws RangeError for a stream without a track
 */
export async function writeTrack(stream: AsyncIterable<Uint8Array>, file: string): Promise<EncodedTrack> {
  const hash = createHash('sha256');
  const samples: TrackSample[] = [];
  let description: Uint8Array | undefined;
  let time: Omit<TrackSample, 'bytes'> | undefined;
  const boxes = async function* (): AsyncGenerator<Uint8Array> {
    for await (const { type, whole, content } of boxesOf(stream)) {
      if (type === 'moov') description = Buffer.from(contentAt(content, ['trak', 'mdia', 'minf', 'stbl', 'stsd']));
      if (type === 'moof') time = sampleTime(content);
      if (type === 'mdat' && time) samples.push({ bytes: content.length, ...time });
      hash.update(whole);
      yield whole;
    }
  };
  await pipeline(together(boxes()), createWriteStream(file));
  if (!description) throw new RangeError(`the encoder's stream has no track`);
  const digest = hash.digest('hex');
  return { description, samples, data: () => sampleData(file, digest) };
}

/** The bytes of a stream in larger chunks. */
async function* together(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < AT_ONCE_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

/** @param digest SHA-256 of the stream that was written, hex */
async function* sampleData(file: string, digest: string): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256');
  const read: AsyncIterable<Uint8Array> = createReadStream(file, { highWaterMark: AT_ONCE_BYTES });
  for await (const { type, whole, content } of boxesOf(read)) {
    hash.update(whole);
    if (type === 'mdat') yield content;
  }
  if (hash.digest('hex') !== digest) throw new Error(`${file} is not what was written`);
}
