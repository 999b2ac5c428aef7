import { box, contentAt, HEADER_BYTES, viewOf, words } from './boxes.js';

/** A coded picture and its place, in frames. */
export interface Sample {
  readonly data: Uint8Array;
  readonly isKey: boolean;
  /** Its index in coding order. */
  readonly codedAt: number;
  /** Its index in display order. */
  readonly shownAt: number;
}

/** Largest reordering of x264, pictures: everything is shown later by that. */
const REORDERED = 2;

const BASE_IS_MOOF = 0x020000;
/** Fields: data offset, and duration, size, flags and composition offset of each sample. */
const SAMPLE_FIELDS = 0x000f01;
const SAMPLE_DEPENDS = 0x01010000;
const NO_KEY_SAMPLE = 0x00010000;
const SAMPLE_STANDS_ALONE = 0x02000000;

/** A fragment of one sample: a `moof` and a `mdat` box. @throws RangeError for a sample that is shown before it is decoded */
export function fragmentOf({ data, isKey, codedAt, shownAt }: Sample): Uint8Array {
  const waiting = shownAt + REORDERED - codedAt;
  if (waiting < 0) throw new RangeError(`picture ${shownAt} was coded as number ${codedAt}`);
  const moof = (offset: number): Buffer =>
    box('moof', [
      box('mfhd', [words(0, codedAt + 1)]),
      box('traf', [
        box('tfhd', [words(BASE_IS_MOOF, 1)]),
        box('tfdt', [words(0, codedAt)]),
        box('trun', [
          words(SAMPLE_FIELDS, 1, offset, 1, data.length),
          words(isKey ? SAMPLE_STANDS_ALONE : SAMPLE_DEPENDS, waiting),
        ]),
      ]),
    ]);
  const offset = moof(0).length + HEADER_BYTES;
  return Buffer.concat([moof(offset), box('mdat', [data])]);
}

/**
 * The time at which the sample of a fragment is shown, in ticks of the stream, and whether decoding can begin with it.
 */
export interface SampleTime {
  readonly isKey: boolean;
  readonly shownAt: number;
}

/** Optional fields of `tfhd` before the flags of its samples: flag and bytes of each. */
const TRACK_FIELDS = [
  [0x1, 8],
  [0x2, 4],
  [0x8, 4],
  [0x10, 4],
] as const;

/**
 * Reads the content of a `moof` box that describes one sample (ISO/IEC 14496-12 §8.8).
 *
 * @throws RangeError for several samples, and without flags of the sample
 */
export function sampleTime(moof: Uint8Array): SampleTime {
  const header = viewOf(contentAt(moof, ['traf', 'tfhd']));
  const decodeTime = viewOf(contentAt(moof, ['traf', 'tfdt']));
  const run = viewOf(contentAt(moof, ['traf', 'trun']));
  const [headerFlags, runFlags] = [header.getUint32(0), run.getUint32(0)];
  if (run.getUint32(4) !== 1) throw new RangeError(`a fragment of ${run.getUint32(4)} samples`);
  const codedAt = decodeTime.getUint8(0) === 1 ? Number(decodeTime.getBigUint64(4)) : decodeTime.getUint32(4);
  const skipped = TRACK_FIELDS.reduce((bytes, [flag, size]) => bytes + (headerFlags & flag ? size : 0), 8);
  let flags = headerFlags & 0x20 ? header.getUint32(skipped) : undefined;
  let at = runFlags & 0x1 ? 12 : 8;
  if (runFlags & 0x4) flags = run.getUint32(at);
  for (const flag of [0x4, 0x100, 0x200]) if (runFlags & flag) at += 4;
  if (runFlags & 0x400) flags = run.getUint32(at);
  if (runFlags & 0x400) at += 4;
  if (flags === undefined) throw new RangeError('a sample without flags');
  const waiting = runFlags & 0x800 ? run.getInt32(at) : 0;
  return { isKey: (flags & NO_KEY_SAMPLE) === 0, shownAt: codedAt + waiting };
}
