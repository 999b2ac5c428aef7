import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { AudioStreamInfo, MediaInfo, VideoStreamInfo } from '../probe.js';
import { frameNumBitsOf } from '../h264/h264-parameters.js';
import { boxesIn, contentAt, firstBox, HEADER_BYTES, viewOf } from './boxes.js';
import type { EncodedTrack } from './track-file.js';

/** The bytes `[from, to)` of a file. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/** Contents of the index of an mp4. */
export interface Mp4Index {
  readonly info: MediaInfo;
  /** Times at which pictures are shown, in coding order, seconds. */
  readonly shownAtS: readonly number[];
  /** Places of all samples of all tracks. */
  readonly samples: readonly Place[];
  /** Place of the samples' data. */
  readonly data: Place;
}

const LARGE_HEADER_BYTES = 16;

/**
 * Reads the index of a file that `writeMp4` wrote. Nothing is decoded.
 *
 * @throws RangeError for a file that is made up otherwise, and the file system's error
 */
export function readMp4(path: string): Promise<Mp4Index> {
  return readWith(path, (moov, data) => ({ ...indexOf(moov), data }));
}

/** The track of a file that `writeSoundMp4` wrote. @throws as {@link readMp4} */
export function readSoundTrack(path: string): Promise<EncodedTrack> {
  return readWith(path, (moov, data) => {
    const tables = contentAt(moov, ['trak', 'mdia', 'minf', 'stbl']);
    const samples = sizesOf(tables).map((bytes) => ({ bytes, isKey: true, shownAt: 0 }));
    return { description: contentAt(tables, ['stsd']), samples, data: () => samplesIn(path, data, samples) };
  });
}

/** The data of samples that lie side by side in a file. */
async function* samplesIn(
  path: string,
  { from, to }: Place,
  samples: readonly { readonly bytes: number }[],
): AsyncGenerator<Uint8Array, void> {
  let read: Uint8Array = new Uint8Array(0);
  let next = 0;
  for await (const chunk of createReadStream(path, { start: from, end: to - 1 }) as AsyncIterable<Uint8Array>) {
    read = Buffer.concat([read, chunk]);
    let at = 0;
    for (; next < samples.length && at + samples[next]!.bytes <= read.length; next++) {
      yield read.subarray(at, (at += samples[next]!.bytes));
    }
    read = read.subarray(at);
  }
}

/** Reads a file by its index, and the place of its data. */
async function readWith<T>(path: string, read: (moov: Uint8Array, data: Place) => T): Promise<T> {
  const file = await open(path);
  try {
    const type = await boxAt(file, 0, 'ftyp');
    const index = await boxAt(file, type.to, 'moov');
    const data = await boxAt(file, index.to, 'mdat');
    const { size } = await file.stat();
    if (data.to !== size) throw new RangeError(`the file has ${size} bytes, not ${data.to}`);
    return read(await bytesAt(file, index), data);
  } catch (error) {
    // A number names a place outside of its box.
    throw error instanceof RangeError ? new RangeError(`index is broken: ${error.message}`, { cause: error }) : error;
  } finally {
    await file.close();
  }
}

/** The content of a box. @throws RangeError for a box of another type */
async function boxAt(file: FileHandle, at: number, wanted: string): Promise<Place> {
  const header = await bytesAt(file, { from: at, to: at + LARGE_HEADER_BYTES });
  const type = header.toString('latin1', 4, HEADER_BYTES);
  if (type !== wanted) throw new RangeError(`byte ${at} begins ${JSON.stringify(type)}, not ${wanted}`);
  const size = header.readUInt32BE(0);
  if (size !== 1) return { from: at + HEADER_BYTES, to: at + size };
  return { from: at + LARGE_HEADER_BYTES, to: at + Number(header.readBigUInt64BE(HEADER_BYTES)) };
}

async function bytesAt(file: FileHandle, { from, to }: Place): Promise<Buffer> {
  const { size } = await file.stat();
  if (to < from || to > size) throw new RangeError(`bytes ${from} to ${to} of ${size}`);
  const { buffer } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
  return buffer;
}

function indexOf(moov: Uint8Array): Omit<Mp4Index, 'data'> {
  const movie = viewOf(contentAt(moov, ['mvhd']));
  const tracks = [...boxesIn(moov)].filter(({ type }) => type === 'trak').map(({ content }) => trackOf(content));
  const pictures = tracks.find(({ kind }) => kind === 'vide');
  const sound = tracks.find(({ kind }) => kind === 'soun');
  const info = {
    container: 'mp4',
    durationS: movie.getUint32(16) / movie.getUint32(12),
    streamCount: tracks.length,
    ...(pictures && { video: videoOf(pictures) }),
    ...(sound && { audio: audioOf(sound) }),
  };
  return {
    info,
    shownAtS: pictures ? shownTimes(pictures) : [],
    samples: tracks.flatMap(({ tables }) => placesOf(tables)),
  };
}

interface Track {
  readonly kind: string;
  /** The codec's name and its parameters. */
  readonly codec: { readonly type: string; readonly content: Uint8Array };
  readonly tables: Uint8Array;
  readonly ticksPerS: number;
  /** Seconds that are shown. */
  readonly durationS: number;
  /** Ticks of the track before the first picture that is shown. */
  readonly skippedTicks: number;
}

function trackOf(trak: Uint8Array): Track {
  const media = contentAt(trak, ['mdia']);
  const tables = contentAt(media, ['minf', 'stbl']);
  const ticksPerS = viewOf(contentAt(media, ['mdhd'])).getUint32(12);
  const edit = viewOf(contentAt(trak, ['edts', 'elst']));
  const entry = firstBox(contentAt(tables, ['stsd']).subarray(8));
  if (!entry) throw new RangeError('a track without a codec');
  return {
    kind: Buffer.from(contentAt(media, ['hdlr']).subarray(8, 12)).toString('latin1'),
    codec: entry,
    tables,
    ticksPerS,
    durationS: edit.getUint32(8) / ticksPerS,
    skippedTicks: edit.getUint32(12),
  };
}

const CODECS: Readonly<Record<string, string>> = { avc1: 'h264', mp4a: 'aac' };
/** `colr`: BT.709 (ISO/IEC 23091-2). */
const BT709 = 1;

function videoOf({ codec, tables, ticksPerS, durationS }: Track): VideoStreamInfo {
  const entry = viewOf(codec.content);
  const [width, height] = [entry.getUint16(24), entry.getUint16(26)];
  const avcC = contentAt(codec.content.subarray(78), ['avcC']);
  const colors = viewOf(contentAt(codec.content.subarray(78), ['colr']));
  const colorOf = (offset: number): string | null => (colors.getUint16(offset) === BT709 ? 'bt709' : null);
  frameNumBitsOf(avcC); // throws for another profile than High, and for anything but 4:2:0 with 8 bits
  return {
    codec: CODECS[codec.type] ?? codec.type,
    profile: 'High',
    ...{ width, height, shownWidth: width, shownHeight: height },
    pixelFormat: 'yuv420p',
    hasAlpha: false,
    chromaLocation: null,
    ...{ colorPrimaries: colorOf(4), colorTransfer: colorOf(6), colorSpace: colorOf(8) },
    colorRange: (colors.getUint8(10) & 0x80) === 0 ? 'tv' : 'pc',
    fps: ticksPerS / durationsOf(tables)[0]!,
    durationS,
    frameCount: sizesOf(tables).length,
    keyFramesS: [],
  };
}

function audioOf({ codec, ticksPerS, durationS }: Track): AudioStreamInfo {
  const channels = viewOf(codec.content).getUint16(16);
  return { codec: CODECS[codec.type] ?? codec.type, sampleRateHz: ticksPerS, channels, durationS };
}

function shownTimes({ tables, ticksPerS, skippedTicks }: Track): number[] {
  const waits = [...boxesIn(tables)].some(({ type }) => type === 'ctts') ? repeated(tables, 'ctts') : [];
  let decodedAt = 0;
  return durationsOf(tables).map((duration, sample) => {
    decodedAt += duration;
    return (decodedAt - duration + (waits[sample] ?? 0) - skippedTicks) / ticksPerS;
  });
}

function durationsOf(tables: Uint8Array): number[] {
  return repeated(tables, 'stts');
}

function sizesOf(tables: Uint8Array): number[] {
  const sizes = viewOf(contentAt(tables, ['stsz']));
  return Array.from({ length: sizes.getUint32(8) }, (_, sample) => sizes.getUint32(12 + 4 * sample));
}

/** The values of a table of counts and values, one for each sample. */
function repeated(tables: Uint8Array, type: string): number[] {
  return rowsOf(tables, type, 2).flatMap(([count, value]) => Array.from({ length: count! }, () => value!));
}

function rowsOf(tables: Uint8Array, type: string, columns: number): number[][] {
  const table = viewOf(contentAt(tables, [type]));
  const at = (row: number, column: number): number => table.getUint32(8 + 4 * (columns * row + column));
  return Array.from({ length: table.getUint32(4) }, (_, row) =>
    Array.from({ length: columns }, (__, column) => at(row, column)),
  );
}

/** Places of a track's samples. */
function placesOf(tables: Uint8Array): Place[] {
  const sizes = sizesOf(tables);
  const runs = rowsOf(tables, 'stsc', 3);
  const places: Place[] = [];
  chunkOffsets(tables).forEach((offset, chunk) => {
    const [, count] = runs.findLast(([first]) => first! <= chunk + 1) ?? [];
    let from = offset;
    for (let sample = 0; sample < (count ?? 0); sample++) {
      const to = from + (sizes[places.length] ?? 0);
      places.push({ from, to });
      from = to;
    }
  });
  if (places.length !== sizes.length) throw new RangeError(`places of ${places.length} samples, not ${sizes.length}`);
  return places;
}

function chunkOffsets(tables: Uint8Array): number[] {
  const isLarge = [...boxesIn(tables)].some(({ type }) => type === 'co64');
  if (!isLarge) return rowsOf(tables, 'stco', 1).flat();
  const table = viewOf(contentAt(tables, ['co64']));
  return Array.from({ length: table.getUint32(4) }, (_, chunk) => Number(table.getBigUint64(8 + 8 * chunk)));
}
