import { BitReader, unescaped } from './bits.js';

/** The values of a stream's parameter sets that are needed to read and write slice headers. */
export interface H264Parameters {
  readonly macroblocks: number;
  /** Bits of `frame_num` and of `pic_order_cnt_lsb`. */
  readonly frameNumBits: number;
  readonly orderBits: number;
  readonly pictureParameterSet: number;
  /** Slice headers contain an order of the bottom field. */
  readonly hasBottomOrder: boolean;
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
  const view = new DataView(avcC.buffer, avcC.byteOffset, avcC.byteLength);
  const spsLength = view.getUint16(6);
  const ppsLength = view.getUint16(8 + spsLength + 1);
  const sps = avcC.subarray(8, 8 + spsLength);
  const pps = avcC.subarray(8 + spsLength + 3, 8 + spsLength + 3 + ppsLength);
  return { ...sequenceParameters(bitsOf(sps)), ...pictureParameters(bitsOf(pps)) };
}

/** Skips the byte with the type of the unit. */
function bitsOf(nalUnit: Uint8Array): BitReader {
  return new BitReader(unescaped(nalUnit).subarray(1));
}

type SequencePart = 'macroblocks' | 'frameNumBits' | 'orderBits';

/** ITU-T H.264 §7.3.2.1.1. */
function sequenceParameters(bits: BitReader): Pick<H264Parameters, SequencePart> {
  mustBe('profile', bits.number(8), 100);
  bits.number(16); // constraints and level
  bits.unsigned(); // its id
  mustBe('chroma format', bits.unsigned(), 1);
  mustBe('luma depth', bits.unsigned(), 0);
  mustBe('chroma depth', bits.unsigned(), 0);
  bits.flag(); // lossless blocks
  mustBe('scaling matrix', bits.number(1), 0);
  const frameNumBits = bits.unsigned() + 4;
  mustBe('order type', bits.unsigned(), 0);
  const orderBits = bits.unsigned() + 4;
  bits.unsigned(); // reference frames
  bits.flag(); // gaps in frame_num
  const macroblocks = (bits.unsigned() + 1) * (bits.unsigned() + 1);
  mustBe('progressive', bits.number(1), 1);
  return { macroblocks, frameNumBits, orderBits };
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
  bits.number(2); // weights of B slices
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
