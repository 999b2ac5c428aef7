/** Reads H.264's headers bit by bit: fixed-length numbers and Exp-Golomb codes (ITU-T H.264 §7.2, §9.1). */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bits read so far. */
  get position(): number {
    return this.#at;
  }

  /** An unsigned number of `length` bits, at most 31. Beyond the end all bits are 0. */
  number(length: number): number {
    let value = 0;
    for (let bit = 0; bit < length; bit++) value = (value << 1) | this.#bit();
    return value;
  }

  flag(): boolean {
    return this.number(1) === 1;
  }

  /** ue(v). @throws RangeError for a number that no header contains */
  unsigned(): number {
    let zeros = 0;
    while (this.number(1) === 0) if (++zeros > 16) throw new RangeError('not an Exp-Golomb code');
    return 2 ** zeros - 1 + this.number(zeros);
  }

  /** se(v). */
  signed(): number {
    const code = this.unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : 0 - code / 2;
  }

  #bit(): number {
    const bit = ((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1;
    this.#at++;
    return bit;
  }
}

/** Writes the codes that {@link BitReader} reads. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #pending = 0;
  #count = 0;

  number(length: number, value: number): void {
    for (let bit = length - 1; bit >= 0; bit--) this.#bit((value >> bit) & 1);
  }

  flag(value: boolean): void {
    this.#bit(value ? 1 : 0);
  }

  /** ue(v). */
  unsigned(value: number): void {
    const length = 32 - Math.clz32(value + 1);
    this.number(length - 1, 0);
    this.number(length, value + 1);
  }

  /** se(v). */
  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Copies the next `length` bits of a reader. */
  copy(reader: BitReader, length: number): void {
    for (let left = length; left > 0; left--) this.#bit(reader.number(1));
  }

  /** Fills the last byte. */
  align(bit: 0 | 1): void {
    while (this.#count > 0) this.#bit(bit);
  }

  /** The whole bytes written so far. */
  get bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  #bit(bit: number): void {
    this.#pending = (this.#pending << 1) | bit;
    if (++this.#count < 8) return;
    this.#bytes.push(this.#pending);
    this.#pending = 0;
    this.#count = 0;
  }
}

/** Removes emulation prevention bytes from a NAL unit. */
export function unescaped(nalUnit: Uint8Array): Uint8Array {
  return nalUnit.filter((byte, at) => !(byte === 3 && at > 1 && nalUnit[at - 1] === 0 && nalUnit[at - 2] === 0));
}

/** Inserts emulation prevention bytes. */
export function escaped(payload: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(bytes);
}
