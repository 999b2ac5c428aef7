import { TAIL_MASK, low } from './lanes';

/** (value · gain + alpha · lift) / 4096, rounded, of four pairs of value and alpha. */
function toned(pairs: v128, factors: v128): v128 {
  return i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(pairs, factors), i32x4.splat(2048)), 12);
}

/**
 * Brightness and contrast of a premultiplied plane: target = (source · gain + alpha · lift) / 4096, rounded and kept within
 * 0..255.
 *
 * gain, lift: Q12, within 16 bits. Rows of `width` bytes, any size ≥ 0; rewrites up to 7 bytes past a row's end with their own
 * value. target may be the source.
 */
export function tone(
  target: usize,
  targetStride: i32,
  source: usize,
  alpha: usize,
  sourceStride: i32,
  width: i32,
  height: i32,
  gain: i32,
  lift: i32,
): void {
  const factors = i32x4.splat((lift << 16) | (gain & 0xffff));
  for (let row = 0; row < height; row++) {
    const t = target + <usize>(row * targetStride);
    const s = source + <usize>(row * sourceStride);
    const a = alpha + <usize>(row * sourceStride);
    for (let x = 0; x < width; x += 8) {
      const values = low(v128.load64_zero(s + x));
      const covers = low(v128.load64_zero(a + x));
      const first = toned(v128.shuffle<i16>(values, covers, 0, 8, 1, 9, 2, 10, 3, 11), factors);
      const second = toned(v128.shuffle<i16>(values, covers, 4, 12, 5, 13, 6, 14, 7, 15), factors);
      const words = i16x8.narrow_i32x4_s(first, second);
      let bytes = i8x16.narrow_i16x8_u(words, words);
      const left = width - x;
      if (left < 8) bytes = v128.bitselect(bytes, v128.load64_zero(t + x), v128.load64_zero(TAIL_MASK + 16 - left));
      v128.store64_lane(t + x, bytes, 0);
    }
  }
}
