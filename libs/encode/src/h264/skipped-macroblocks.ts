import { BitWriter } from './bits.js';

/** The quantizer at which CABAC's initial state expects skipping most. It has no other effect on skipped macroblocks. */
export const SKIPPING_QP = 51;

/** Initial state of `mb_skip_flag` after skipped neighbors, `cabac_init_idc` 0 (ITU-T H.264 table 9-13, §9.3.1.1). */
const FIRST_STATE = ((23 * SKIPPING_QP) >> 4) + 33 - 64;
const LAST_STATE = 62;

/**
 * Ranges of a macroblock that is not skipped, by state from FIRST_STATE on and by quarter of the range (table 9-44).
 */
const UNLIKELY_RANGE = [
  16, 20, 23, 27, 15, 19, 22, 25, 14, 18, 21, 24, 14, 17, 20, 23, 13, 16, 19, 22, 12, 15, 18, 21, 12, 14, 17, 20, 11,
  14, 16, 19, 11, 13, 15, 18, 10, 12, 15, 17, 10, 12, 14, 16, 9, 11, 13, 15, 9, 11, 12, 14, 8, 10, 12, 14, 8, 9, 11, 13,
  7, 9, 11, 12, 7, 9, 10, 12, 7, 8, 10, 11, 6, 8, 9, 11, 6, 7, 9, 10, 6, 7, 8, 9,
];

/**
 * The byte-aligned data of a slice of skipped macroblocks, stop bit included. Each macroblock equals that of the first
 * reference.
 */
export function skippedMacroblocks(count: number): Uint8Array {
  const coder = new ArithmeticCoder();
  for (let left = count; left > 0; left--) {
    coder.skip();
    coder.end(left === 1);
  }
  return coder.bytes;
}

/** CABAC (ITU-T H.264 §9.3.4), reduced to the more probable decision and the end of the slice. */
class ArithmeticCoder {
  readonly #bits = new BitWriter();
  #state = FIRST_STATE;
  #low = 0;
  #range = 510;
  /** Outstanding bits: all are the opposite of the bit before them. */
  #outstanding = 0;
  #isFirst = true;

  get bytes(): Uint8Array {
    return this.#bits.bytes;
  }

  skip(): void {
    const quarter = (this.#range >> 6) & 3;
    this.#range -= UNLIKELY_RANGE[(this.#state - FIRST_STATE) * 4 + quarter]!;
    if (this.#state < LAST_STATE) this.#state++;
    this.#renormalize();
  }

  end(isLast: boolean): void {
    this.#range -= 2;
    if (isLast) {
      this.#low += this.#range;
      this.#range = 2;
    }
    this.#renormalize();
    if (!isLast) return;
    this.#put((this.#low >> 9) & 1);
    this.#bits.number(2, ((this.#low >> 7) & 3) | 1);
    this.#bits.align(0);
  }

  #renormalize(): void {
    while (this.#range < 256) {
      if (this.#low < 256) this.#put(0);
      else if (this.#low >= 512) this.#put(1);
      else this.#outstanding++;
      this.#low = (this.#low < 256 ? this.#low : this.#low - (this.#low >= 512 ? 512 : 256)) << 1;
      this.#range <<= 1;
    }
  }

  #put(bit: number): void {
    if (this.#isFirst) this.#isFirst = false;
    else this.#bits.number(1, bit);
    for (; this.#outstanding > 0; this.#outstanding--) this.#bits.number(1, 1 - bit);
  }
}
