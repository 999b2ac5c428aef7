import { BitReader, BitWriter, escaped, unescaped } from './bits.js';
import { ADDED_ORDER_BITS, type H264Parameters } from './h264-parameters.js';
import { SKIPPING_QP, skippedMacroblocks } from './skipped-macroblocks.js';

/** The fields of a coded picture's header that are used. */
export interface CodedPicture {
  /** An IDR picture: all earlier ones are shown before it, and no later one refers to them. */
  readonly isKey: boolean;
  /** A B picture: it may refer to pictures that are shown after it. */
  readonly isB: boolean;
  /** Later pictures may refer to it. */
  readonly isReference: boolean;
  /** `pic_order_cnt_lsb`: the low bits of twice its place in the order of showing since the last key picture. */
  readonly order: number;
  /** Bits before that field. */
  readonly orderAt: number;
  /** Operations that mark references (§7.3.3.3), each with its arguments. Null: the oldest reference makes room. Read in B pictures. */
  readonly marking: readonly (readonly number[])[] | null;
}

const KEY_SLICE = 5;
const SLICE = 1;
/** The type of B slices, modulo 5. */
const B = 1;
/** All slices of the picture are P slices. */
const P_ONLY = 5;
/** Enough of a slice for the header of a B slice. */
const HEADER_BYTES = 48;

/** Reads the header of the one slice of a sample of an mp4 file: NAL units, each after its length in four bytes. */
export function readPicture(sample: Uint8Array, parameters: H264Parameters): CodedPicture {
  for (const nalUnit of nalUnitsOf(sample)) {
    if (isSlice(nalUnit)) return readSlice(nalUnit.subarray(0, HEADER_BYTES), parameters);
  }
  throw new RangeError('a sample without a picture');
}

/** The NAL units of a sample of an mp4 file, without their lengths. */
export function* nalUnitsOf(sample: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(sample.buffer, sample.byteOffset, sample.byteLength);
  for (let at = 0; at + 5 <= sample.length; at += 4 + view.getUint32(at)) {
    yield sample.subarray(at + 4, at + 4 + view.getUint32(at));
  }
}

function isSlice(nalUnit: Uint8Array): boolean {
  const type = nalUnit[0]! & 31;
  return type === SLICE || type === KEY_SLICE;
}

/** ITU-T H.264 §7.3.3. */
function readSlice(slice: Uint8Array, { frameNumBits, orderBits, hasBottomOrder }: H264Parameters): CodedPicture {
  const isKey = (slice[0]! & 31) === KEY_SLICE;
  const isReference = slice[0]! >> 5 !== 0;
  const bits = new BitReader(unescaped(slice));
  bits.number(8); // the unit's type
  bits.unsigned(); // its first macroblock
  const isB = bits.unsigned() % 5 === B;
  bits.unsigned(); // its parameter set
  bits.number(frameNumBits);
  if (isKey) bits.unsigned(); // its number among key pictures
  const orderAt = bits.position;
  const order = bits.number(orderBits);
  if (hasBottomOrder) bits.signed();
  return { isKey, isB, isReference, order, orderAt, marking: isB && isReference ? markingOfB(bits) : null };
}

/** Operations of `dec_ref_pic_marking` and their number of arguments. */
const MARKING_ARGUMENTS = [0, 1, 1, 2, 1, 0, 1];

/** Reads a slice from the field after the orders to `dec_ref_pic_marking` (§7.3.3 to §7.3.3.3). */
function markingOfB(bits: BitReader): number[][] | null {
  bits.flag(); // direct prediction is spatial
  if (bits.flag()) for (let list = 0; list < 2; list++) bits.unsigned(); // number of references
  for (let list = 0; list < 2; list++) if (bits.flag()) while (bits.unsigned() !== 3) bits.unsigned(); // their order
  if (!bits.flag()) return null;
  const operations: number[][] = [];
  for (let operation = bits.unsigned(); operation !== 0; operation = bits.unsigned()) {
    operations.push([operation, ...Array.from({ length: MARKING_ARGUMENTS[operation]! }, () => bits.unsigned())]);
  }
  return operations;
}

/** A sample of an mp4 file with these NAL units. */
export function joinNalUnits(units: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(units.flatMap((unit) => [lengthOf(unit), unit]));
}

/** A sample with another order in its slices, whose fields are as long as {@link ADDED_ORDER_BITS} makes them. */
export function withOrder(sample: Uint8Array, order: number, parameters: H264Parameters): Uint8Array {
  const units = [...nalUnitsOf(sample)].map((unit) => (isSlice(unit) ? sliceWithOrder(unit, order, parameters) : unit));
  return joinNalUnits(units);
}

function sliceWithOrder(slice: Uint8Array, order: number, parameters: H264Parameters): Uint8Array {
  const { orderAt } = readSlice(slice.subarray(0, HEADER_BYTES), parameters);
  const { orderBits } = parameters;
  return withField(slice, { at: orderAt, length: orderBits }, (bits) => writeOrder(bits, order, parameters));
}

/** A field of a slice's header, in bits. */
interface Field {
  readonly at: number;
  readonly length: number;
}

/** A slice with another field, longer by whole bytes or not at all, so that what follows keeps its place within bytes. */
export function withField(slice: Uint8Array, { at, length }: Field, write: (bits: BitWriter) => void): Uint8Array {
  // Emulation prevention does not reach across a byte above 3, so the rest stays as it is.
  const end = slice.findIndex((byte, index) => index * 8 > at + length + 8 && byte > 3) + 1 || slice.length;
  const head = unescaped(slice.subarray(0, end));
  const from = new BitReader(head);
  const to = new BitWriter();
  to.copy(from, at);
  write(to);
  from.number(length);
  to.copy(from, head.length * 8 - from.position);
  return Buffer.concat([escaped(to.bytes), slice.subarray(end)]);
}

function writeOrder(bits: BitWriter, order: number, { orderBits }: H264Parameters): void {
  const length = orderBits + ADDED_ORDER_BITS;
  bits.number(length, order % 2 ** length);
}

function lengthOf(nalUnit: Uint8Array): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(nalUnit.length);
  return bytes;
}

/** A picture that repeats another one, and its place. */
export interface Repetition {
  /**
   * Counts since the last key picture: references before the new picture, and twice the number of pictures shown before
   * it.
   */
  readonly references: number;
  readonly order: number;
  /** The picture to repeat, counted in references back: 1 is the last coded one. */
  readonly referencesAgo: number;
  /** Facts about the picture that the repetition replaces. Absent if it is inserted; then it is no reference. */
  readonly replaced?: Pick<CodedPicture, 'isReference' | 'marking'>;
}

/** Writes pictures that repeat another one, about forty bytes each. */
export class PictureRepeater {
  readonly #parameters: H264Parameters;
  readonly #data: Uint8Array;

  constructor(parameters: H264Parameters) {
    this.#parameters = parameters;
    this.#data = skippedMacroblocks(parameters.macroblocks);
  }

  /** A P picture with one reference. */
  repeat(repetition: Repetition): Uint8Array {
    const type = (repetition.replaced?.isReference ? 1 << 5 : 0) | SLICE;
    const nalUnit = escaped(Uint8Array.from([type, ...this.#header(repetition), ...this.#data]));
    return Buffer.concat([lengthOf(nalUnit), nalUnit]);
  }

  /** ITU-T H.264 §7.3.3. */
  #header({ references, order, referencesAgo, replaced }: Repetition): Uint8Array {
    const { frameNumBits, initialQp, ...parameters } = this.#parameters;
    const bits = new BitWriter();
    bits.unsigned(0); // its first macroblock
    bits.unsigned(P_ONLY);
    bits.unsigned(parameters.pictureParameterSet);
    bits.number(frameNumBits, references % 2 ** frameNumBits);
    writeOrder(bits, order, this.#parameters);
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
    if (replaced?.isReference) writeMarking(bits, replaced.marking);
    bits.unsigned(0); // cabac_init_idc
    bits.signed(SKIPPING_QP - initialQp);
    if (parameters.hasDeblockingControl) bits.unsigned(1); // none: nothing has changed
    bits.align(1);
    return bits.bytes;
  }
}

function writeMarking(bits: BitWriter, marking: CodedPicture['marking']): void {
  bits.flag(marking !== null);
  if (marking) for (const code of [...marking.flat(), 0]) bits.unsigned(code);
}
