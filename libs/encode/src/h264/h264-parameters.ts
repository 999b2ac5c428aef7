import { BitReader, BitWriter, escaped, unescaped } from './bits.js';

/** The values of a stream's parameter sets that are needed to read and write slice headers. */
export interface H264Parameters {
  readonly macroblocks: number;
  /** Bits of `frame_num` and of `pic_order_cnt_lsb`. */
  readonly frameNumBits: number;
  readonly orderBits: number;
  readonly pictureParameterSet: number;
  /** Slice headers contain an order of the bottom field. */
  readonly hasBottomOrder: boolean;
  /** P slices have tables of weights. B slices have none. */
  readonly hasWeights: boolean;
  readonly hasDeblockingControl: boolean;
  /** 0 … 51. */
  readonly initialQp: number;
}

/**
 * Reads an `avcC` box's content (ISO/IEC 14496-15 §5.3.3) with one set of each kind.
 *
 * @throws RangeError for features that x264 does not use for progressive 4:2:0 video with our preset: fields, slice groups,
 * scaling matrices, CAVLC, other types of picture order
 */
export function readParameters(avcC: Uint8Array): H264Parameters {
  const { sps, rest } = setsOf(avcC);
  const pps = rest.subarray(3, 3 + new DataView(rest.buffer, rest.byteOffset).getUint16(1));
  return { ...sequenceParameters(bitsOf(sps)), ...pictureParameters(bitsOf(pps)) };
}

/** Bits of `frame_num` in an `avcC` box's content. @throws RangeError for other streams than 4:2:0 in High profile */
export function frameNumBitsOf(avcC: Uint8Array): number {
  return frameNumBits(bitsOf(setsOf(avcC).sps));
}

/**
 * Bits that {@link withLongOrders} adds to every `pic_order_cnt_lsb`. A whole byte, so that what follows the field in a slice
 * keeps its place within bytes.
 */
export const ADDED_ORDER_BITS = 8;

/**
 * An `avcC` box's content in which `pic_order_cnt_lsb` is longer. x264's has 6 bits, enough for references 15 frames apart; 14
 * bits are enough for 4,095 frames. @throws RangeError if the field becomes longer than 16 bits
 */
export function withLongOrders(avcC: Uint8Array): Uint8Array {
  const { sps, rest } = setsOf(avcC);
  const payload = unescaped(sps);
  const reader = new BitReader(payload);
  reader.number(8);
  const { orderBits, orderBitsAt } = sequenceParameters(reader);
  if (orderBits + ADDED_ORDER_BITS > 16) throw new RangeError(`the encoder's stream has orders of ${orderBits} bits`);
  const from = new BitReader(payload);
  const to = new BitWriter();
  to.copy(from, orderBitsAt);
  to.unsigned(from.unsigned() + ADDED_ORDER_BITS);
  to.copy(from, lastSetBit(payload) + 1 - from.position);
  to.align(0);
  const longer = escaped(to.bytes);
  const head = Buffer.from(avcC.subarray(0, SPS_AT));
  head.writeUInt16BE(longer.length, SPS_AT - 2);
  return Buffer.concat([head, longer, rest]);
}

/** Bytes before the sequence parameter set. */
const SPS_AT = 8;

/** The sequence parameter set, and all that follows it. */
function setsOf(avcC: Uint8Array): { sps: Uint8Array; rest: Uint8Array } {
  const end = SPS_AT + new DataView(avcC.buffer, avcC.byteOffset, avcC.byteLength).getUint16(SPS_AT - 2);
  return { sps: avcC.subarray(SPS_AT, end), rest: avcC.subarray(end) };
}

/** The position of the stop bit. */
function lastSetBit(payload: Uint8Array): number {
  const last = payload.findLastIndex((byte) => byte !== 0);
  return last * 8 + 7 - Math.log2(payload[last]! & -payload[last]!);
}

/** Skips the byte with the type of the unit. */
function bitsOf(nalUnit: Uint8Array): BitReader {
  return new BitReader(unescaped(nalUnit).subarray(1));
}

type SequencePart = 'macroblocks' | 'frameNumBits' | 'orderBits';

/** ITU-T H.264 §7.3.2.1.1. */
function sequenceParameters(bits: BitReader): Pick<H264Parameters, SequencePart> & { orderBitsAt: number } {
  const numberBits = frameNumBits(bits);
  mustBe('order type', bits.unsigned(), 0);
  const orderBitsAt = bits.position;
  const orderBits = bits.unsigned() + 4;
  bits.unsigned(); // reference frames
  bits.flag(); // gaps in frame_num
  const macroblocks = (bits.unsigned() + 1) * (bits.unsigned() + 1);
  mustBe('progressive', bits.number(1), 1);
  return { macroblocks, frameNumBits: numberBits, orderBits, orderBitsAt };
}

/** The beginning of a sequence's parameters, and `frame_num`'s bits. */
function frameNumBits(bits: BitReader): number {
  mustBe('profile', bits.number(8), 100);
  bits.number(16); // constraints and level
  bits.unsigned(); // its id
  mustBe('chroma format', bits.unsigned(), 1);
  mustBe('luma depth', bits.unsigned(), 0);
  mustBe('chroma depth', bits.unsigned(), 0);
  bits.flag(); // lossless blocks
  mustBe('scaling matrix', bits.number(1), 0);
  return bits.unsigned() + 4;
}

/** ITU-T H.264 §7.3.2.2. */
function pictureParameters(bits: BitReader): Omit<H264Parameters, SequencePart> {
  const pictureParameterSet = bits.unsigned();
  bits.unsigned(); // its sequence's id
  mustBe('CABAC', bits.number(1), 1);
  const hasBottomOrder = bits.flag();
  mustBe('slice groups', bits.unsigned(), 0);
  bits.unsigned(); // references of a P and of a B slice: overridden
  bits.unsigned();
  const hasWeights = bits.flag();
  const weights = bits.number(2);
  if (weights === 1) throw new RangeError("the encoder's stream has weights in B slices");
  const initialQp = 26 + bits.signed();
  bits.signed(); // QP of switching slices
  bits.signed(); // chroma's offset
  const hasDeblockingControl = bits.flag();
  bits.flag(); // intra prediction from intra blocks only
  mustBe('redundant pictures', bits.number(1), 0);
  return { pictureParameterSet, hasBottomOrder, hasWeights, hasDeblockingControl, initialQp };
}

function mustBe(what: string, actual: number, wanted: number): void {
  if (actual !== wanted) throw new RangeError(`the encoder's stream has ${what} ${actual}, not ${wanted}`);
}
