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

/**
 * Writes an encoder's stream, fragments with one sample each, to a file, and reads what is in it.
 *
 * @throws RangeError for a stream without a track
 */
export async function writeTrack(stream: AsyncIterable<Uint8Array>, file: string): Promise<EncodedTrack> {
  const hash = createHash('sha256');
  await pipeline(
    hashed(stream, (bytes) => hash.update(bytes)),
    createWriteStream(file),
  );
  const samples: TrackSample[] = [];
  let description: Uint8Array | undefined;
  let time: Omit<TrackSample, 'bytes'> | undefined;
  for await (const { type, content } of boxesOf(createReadStream(file))) {
    if (type === 'moov') description = Buffer.from(contentAt(content, ['trak', 'mdia', 'minf', 'stbl', 'stsd']));
    if (type === 'moof') time = sampleTime(content);
    if (type === 'mdat' && time) samples.push({ bytes: content.length, ...time });
  }
  if (!description) throw new RangeError(`the encoder's stream has no track`);
  const digest = hash.digest('hex');
  return { description, samples, data: () => sampleData(file, digest) };
}

/** @param digest SHA-256 of the stream that was written, hex */
async function* sampleData(file: string, digest: string): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256');
  const bytes = hashed(createReadStream(file), (chunk) => hash.update(chunk));
  for await (const { type, content } of boxesOf(bytes)) if (type === 'mdat') yield content;
  if (hash.digest('hex') !== digest) throw new Error(`${file} is not what was written`);
}

async function* hashed(
  stream: AsyncIterable<Uint8Array>,
  see: (bytes: Uint8Array) => unknown,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of stream) {
    see(bytes);
    yield bytes;
  }
}
