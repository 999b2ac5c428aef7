const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);

/**
 * Writes bytes, read as one big-endian number modulo 62^`length`, as exactly `length` characters of 0-9A-Za-z.
 *
 * The output of random bytes is uniform, with a bias below 2^-64, if there are at least 8 bytes more than the
 * characters can hold (`length` × 0.745): 32 bytes for a 32-character key, 24 bytes for a 22-character file name.
 */
export function toBase62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x00${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (text.length < length) {
    text = ALPHABET.charAt(Number(rest % BASE)) + text;
    rest /= BASE;
  }
  return text;
}
