import { BitReader, unescaped } from '../h264/bits.js';
import { nalUnitsOf, joinNalUnits, withField } from '../h264/coded-pictures.js';

const KEY_SLICE = 5;
const EXTRA_INFORMATION = 6;
const PARAMETERS = [7, 8];
/** SEI of an encoder: its name and options. */
const UNREGISTERED_USER_DATA = 5;
/** Enough of a slice for its number among key pictures. */
const HEADER_BYTES = 24;

/**
 * A sample of an mp4 file without the information that only the first one of a stream has: x264's name and options.
 */
export function withoutEncoderInformation(sample: Uint8Array): Uint8Array {
  const units = [...nalUnitsOf(sample)];
  const kept = units.filter((unit) => !((unit[0]! & 31) === EXTRA_INFORMATION && unit[1] === UNREGISTERED_USER_DATA));
  return kept.length === units.length ? sample : joinNalUnits(kept);
}

/** `idr_pic_id` of a sample that is an IDR picture. Null: it is none. */
export function keyNumberOf(sample: Uint8Array, frameNumBits: number): number | null {
  for (const unit of nalUnitsOf(sample)) {
    const type = unit[0]! & 31;
    if (type === KEY_SLICE) return fieldOf(unit, frameNumBits).value;
    if (type !== EXTRA_INFORMATION && !PARAMETERS.includes(type)) return null;
  }
  return null;
}

/**
 * A sample that is an IDR picture, with another `idr_pic_id`: two in a row must differ in it (ITU-T H.264 §7.4.3). Its code
 * becomes 8 bits longer.
 */
export function withOtherKeyNumber(sample: Uint8Array, frameNumBits: number): Uint8Array {
  const units = [...nalUnitsOf(sample)].map((unit) => {
    if ((unit[0]! & 31) !== KEY_SLICE) return unit;
    const { at, length } = fieldOf(unit, frameNumBits);
    return withField(unit, { at, length }, (bits) => bits.unsigned(shortestOf(length + 8)));
  });
  return joinNalUnits(units);
}

/** The smallest number whose Exp-Golomb code has `length` bits. */
function shortestOf(length: number): number {
  return 2 ** ((length - 1) / 2) - 1;
}

/** ITU-T H.264 §7.3.3. */
function fieldOf(slice: Uint8Array, frameNumBits: number): { at: number; length: number; value: number } {
  const bits = new BitReader(unescaped(slice.subarray(0, HEADER_BYTES)));
  bits.number(8); // the unit's type
  bits.unsigned(); // its first macroblock
  bits.unsigned(); // the slice's type
  bits.unsigned(); // its parameter set
  bits.number(frameNumBits);
  const at = bits.position;
  const value = bits.unsigned();
  return { at, length: bits.position - at, value };
}
