import { BitReader, BitWriter, escaped, unescaped } from './bits.js';
import type { H264Parameters } from './h264-parameters.js';
import { SKIPPING_QP, skippedMacroblocks } from './skipped-macroblocks.js';

/** The fields of a coded picture's header that are used. */
export interface CodedPicture {
  /** An IDR picture: all earlier ones are shown before it, and no later one refers to them. */
  readonly isKey: boolean;
  /** Later pictures may refer to it. */
  readonly isReference: boolean;
  /** `pic_order_cnt_lsb`: the low bits of twice its place in the order of showing since the last key picture. */
  readonly order: number;
}

const KEY_SLICE = 5;
const SLICE = 1;
/** All slices of the picture are P slices. */
const P_ONLY = 5;
/** Enough of a slice for its header. */
const HEADER_BYTES = 32;

/** Reads the header of the one slice of a sample of an mp4 file: NAL units, each after its length in four bytes. */
export function readPicture(sample: Uint8Array, parameters: H264Parameters): CodedPicture {
  const view = new DataView(sample.buffer, sample.byteOffset, sample.byteLength);
  for (let at = 0; at + 5 <= sample.length; at += 4 + view.getUint32(at)) {
    const type = sample[at + 4]! & 31;
    if (type === SLICE || type === KEY_SLICE)
      return readSlice(sample.subarray(at + 4, at + 4 + HEADER_BYTES), parameters);
  }
  throw new RangeError('a sample without a picture');
}

/** ITU-T H.264 §7.3.3. */
function readSlice(slice: Uint8Array, { frameNumBits, orderBits }: H264Parameters): CodedPicture {
  const isKey = (slice[0]! & 31) === KEY_SLICE;
  const bits = new BitReader(unescaped(slice).subarray(1));
  bits.unsigned(); // its first macroblock
  bits.unsigned(); // its type
  bits.unsigned(); // its parameter set
  bits.number(frameNumBits);
  if (isKey) bits.unsigned(); // its number among key pictures
  return { isKey, isReference: slice[0]! >> 5 !== 0, order: bits.number(orderBits) };
}

/** A picture that repeats another one, and its place. */
export interface Repetition {
  /** Since the last key picture: references before the new picture, and twice the number of pictures shown before it. */
  readonly references: number;
  readonly order: number;
  /** The picture to repeat, counted in references back: 1 is the last coded one. */
  readonly referencesAgo: number;
}

/** Writes pictures that repeat another one, about forty bytes each. */
export class PictureRepeater {
  readonly #parameters: H264Parameters;
  readonly #data: Uint8Array;

  constructor(parameters: H264Parameters) {
    this.#parameters = parameters;
    this.#data = skippedMacroblocks(parameters.macroblocks);
  }

  /** A P picture with one reference, itself a reference for later pictures. */
  repeat(repetition: Repetition): Uint8Array {
    const nalUnit = escaped(Uint8Array.from([(1 << 5) | SLICE, ...this.#header(repetition), ...this.#data]));
    const sample = new Uint8Array(4 + nalUnit.length);
    new DataView(sample.buffer).setUint32(0, nalUnit.length);
    sample.set(nalUnit, 4);
    return sample;
  }

  /** ITU-T H.264 §7.3.3. */
  #header({ references, order, referencesAgo }: Repetition): Uint8Array {
    const { frameNumBits, orderBits, initialQp, ...parameters } = this.#parameters;
    const bits = new BitWriter();
    bits.unsigned(0); // its first macroblock
    bits.unsigned(P_ONLY);
    bits.unsigned(parameters.pictureParameterSet);
    bits.number(frameNumBits, references % 2 ** frameNumBits);
    bits.number(orderBits, order % 2 ** orderBits);
    if (parameters.hasBottomOrder) bits.signed(0);
    bits.flag(true); // one reference, whatever the parameter set says
    bits.unsigned(0);
    bits.flag(referencesAgo > 1);
    if (referencesAgo > 1) {
      bits.unsigned(0); // the first reference is so many numbers before this picture
      bits.unsigned(referencesAgo - 1);
      bits.unsigned(3); // and the others stay
    }
    if (parameters.hasWeights) {
      bits.unsigned(0); // denominators
      bits.unsigned(0);
      bits.number(2, 0); // and no weights
    }
    bits.flag(false); // the oldest reference makes room
    bits.unsigned(0); // cabac_init_idc
    bits.signed(SKIPPING_QP - initialQp);
    if (parameters.hasDeblockingControl) bits.unsigned(1); // none: nothing has changed
    bits.align(1);
    return bits.bytes;
  }
}
