import { box, HEADER_BYTES, wordList, words } from './boxes.js';
import type { TrackSample } from './track-file.js';

/** A track of a file, and how it is timed. */
export interface MovieTrack {
  /** Content of `stsd`. */
  readonly description: Uint8Array;
  /** In coding order. `shownAt` counts pictures; of sound it is not used. */
  readonly samples: readonly TrackSample[];
  /** Pixels. Absent: the track is sound. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Ticks of one sample; the last one may be shorter. */
  readonly sampleTicks: number;
  /** Ticks of the track that precede the movie: the encoder's delay, or that of ordering pictures. */
  readonly skippedTicks: number;
  /** Ticks of the movie. */
  readonly shownTicks: number;
}

/** Samples of one track that lie side by side in the file. */
export interface Chunk {
  readonly track: number;
  readonly samples: number;
  readonly bytes: number;
}

/** Chunks of a track for each second, so many that a player never reads far ahead for the other track. */
const CHUNKS_PER_S = 2;

/** The places of samples in the file: half a second of each track by turns. */
export function chunksOf(tracks: readonly MovieTrack[], ticksPerS: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (
    let turn = 1, begun = tracks.map(() => 0);
    begun.some((at, track) => at < tracks[track]!.samples.length);
    turn++
  ) {
    begun = begun.map((from, track) => {
      const { samples, sampleTicks } = tracks[track]!;
      const chunk = samples.slice(from, Math.ceil((turn * ticksPerS) / CHUNKS_PER_S / sampleTicks));
      if (chunk.length > 0) chunks.push({ track, samples: chunk.length, bytes: sum(chunk.map(({ bytes }) => bytes)) });
      return from + chunk.length;
    });
  }
  return chunks;
}

/** The largest number of four bytes, and the bytes of a header with a size of eight. */
const MAX_WORD = 0xffff_ffff;
const LARGE_HEADER_BYTES = 16;

/** All bytes of a file before the data of its samples (ISO/IEC 14496-12): the index is in front. */
export function movieHead(tracks: readonly MovieTrack[], chunks: readonly Chunk[], ticksPerS: number): Buffer {
  const type = box('ftyp', [Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1')]);
  const bytes = sum(chunks.map((chunk) => chunk.bytes));
  const isLarge = bytes > MAX_WORD / 2;
  const data = isLarge
    ? Buffer.concat([words(1), Buffer.from('mdat'), longs([bytes + LARGE_HEADER_BYTES])])
    : Buffer.concat([words(bytes + HEADER_BYTES), Buffer.from('mdat')]);
  const index = (dataAt: number): Buffer => movie(tracks, { chunks, ticksPerS, dataAt, isLarge });
  return Buffer.concat([type, index(type.length + index(0).length + data.length), data]);
}

interface Layout {
  chunks: readonly Chunk[];
  ticksPerS: number;
  /** The place of the first sample in the file. */
  dataAt: number;
  /** Places in the file have eight bytes. */
  isLarge: boolean;
}

/** A 16.16 number, and a matrix that changes nothing. */
const ONE = 0x10000;
const UNCHANGED = [ONE, 0, 0, 0, ONE, 0, 0, 0, 0x4000_0000];
const FULL_VOLUME = 0x0100_0000;
/** The language of a track that has none, in the upper half. */
const UNDETERMINED = 0x55c4_0000;

function movie(tracks: readonly MovieTrack[], layout: Layout): Buffer {
  const duration = Math.max(...tracks.map(({ shownTicks }) => shownTicks));
  const times = words(0, 0, 0, layout.ticksPerS, duration);
  const shown = words(ONE, FULL_VOLUME, 0, 0, ...UNCHANGED, 0, 0, 0, 0, 0, 0, tracks.length + 1);
  return box('moov', [box('mvhd', [times, shown]), ...tracks.map((track, index) => trackBox(track, index, layout))]);
}

const ENABLED_IN_MOVIE = 3;

function trackBox(track: MovieTrack, index: number, layout: Layout): Buffer {
  const { size, samples, sampleTicks, shownTicks, skippedTicks } = track;
  const mediaTicks = size ? samples.length * sampleTicks : skippedTicks + shownTicks;
  const [group, volume] = size ? [0, 0] : [1, FULL_VOLUME];
  const shape = size ? [size.width * ONE, size.height * ONE] : [0, 0];
  const header = words(ENABLED_IN_MOVIE, 0, 0, index + 1, 0, shownTicks, 0, 0, group, volume, ...UNCHANGED, ...shape);
  const handler = Buffer.from(size ? 'vide' : 'soun');
  return box('trak', [
    box('tkhd', [header]),
    box('edts', [box('elst', [words(0, 1, shownTicks, skippedTicks, ONE)])]),
    box('mdia', [
      box('mdhd', [words(0, 0, 0, layout.ticksPerS, mediaTicks, UNDETERMINED)]),
      box('hdlr', [words(0, 0), handler, words(0, 0, 0), Buffer.from('\0')]),
      box('minf', [
        size ? box('vmhd', [words(1, 0, 0)]) : box('smhd', [words(0, 0)]),
        box('dinf', [box('dref', [words(0, 1), box('url ', [words(1)])])]),
        box('stbl', sampleTables(track, index, mediaTicks, layout)),
      ]),
    ]),
  ]);
}

function sampleTables(track: MovieTrack, index: number, mediaTicks: number, layout: Layout): Buffer[] {
  const { description, samples, sampleTicks, size } = track;
  const { length } = samples;
  const lastTicks = mediaTicks - (length - 1) * sampleTicks;
  const durations = runsOf(samples.map((_, at) => (at < length - 1 ? sampleTicks : lastTicks)));
  const keys = samples.flatMap(({ isKey }, at) => (isKey ? [at + 1] : []));
  const waits = size ? runsOf(samples.map(({ shownAt }, at) => (shownAt - at) * sampleTicks)) : [];
  const own = layout.chunks.filter((chunk) => chunk.track === index);
  let firstChunk = 1;
  const perChunk = runsOf(own.map((chunk) => chunk.samples)).map(([count, each]) => {
    firstChunk += count;
    return [firstChunk - count, each, 1];
  });
  return [
    box('stsd', [description]),
    table('stts', durations),
    ...(keys.length < length
      ? [
          table(
            'stss',
            keys.map((key) => [key]),
          ),
        ]
      : []),
    ...(waits.some(([, wait]) => wait !== 0) ? [table('ctts', waits)] : []),
    table('stsc', perChunk),
    box('stsz', [words(0, 0, length), wordList(samples.map(({ bytes }) => bytes))]),
    chunkPlaces(layout, index, own.length),
    ...(size ? [] : preRoll(length)),
  ];
}

function chunkPlaces({ chunks, dataAt, isLarge }: Layout, index: number, count: number): Buffer {
  let at = dataAt;
  const places = chunks.flatMap(({ track, bytes }) => {
    at += bytes;
    return track === index ? [at - bytes] : [];
  });
  return box(isLarge ? 'co64' : 'stco', [words(0, count), isLarge ? longs(places) : wordList(places)]);
}

/**
 * Boxes of AAC's pre-roll: after a seek, one packet must be decoded before the first that is played (ISO/IEC 14496-12
 * §10.1).
 */
function preRoll(packets: number): Buffer[] {
  const roll = Buffer.from('roll');
  return [
    box('sgpd', [words(0x0100_0000), roll, words(2, 1), Buffer.from([0xff, 0xff])]),
    box('sbgp', [words(0), roll, words(1, packets, 1)]),
  ];
}

function table(type: string, rows: readonly (readonly number[])[]): Buffer {
  return box(type, [words(0, rows.length), wordList(rows.flat())]);
}

/** Run-length encodes the values. */
function runsOf(values: readonly number[]): [count: number, value: number][] {
  const runs: [number, number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.[1] === value) last[0]++;
    else runs.push([1, value]);
  }
  return runs;
}

/** Unsigned numbers of eight bytes. */
function longs(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => bytes.writeBigUInt64BE(BigInt(value), index * 8));
  return bytes;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
