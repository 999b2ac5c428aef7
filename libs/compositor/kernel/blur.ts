import { high, low, storeFirst } from './lanes';
import { share } from './resample';

/**
 * Halves a plane: each byte is the rounded mean of a 2×2 cell; where the size is odd the last column or row stands for both.
 *
 * width, height: of the source, ≥ 1; the result is ⌈width / 2⌉ × ⌈height / 2⌉. May not overlap.
 */
export function halve(
  target: usize,
  targetStride: i32,
  source: usize,
  sourceStride: i32,
  width: i32,
  height: i32,
): void {
  const columns = (width + 1) >> 1;
  const whole = width >> 1;
  const two = i16x8.splat(2);
  for (let y = 0; y < height; y += 2) {
    const upper = source + <usize>(y * sourceStride);
    const lower = y + 1 < height ? upper + sourceStride : upper;
    const out = target + <usize>((y >> 1) * targetStride);
    for (let x = 0; x < whole; x += 16) {
      const at = <usize>(x << 1);
      const first = i16x8.add(
        i16x8.extadd_pairwise_i8x16_u(v128.load(upper + at)),
        i16x8.extadd_pairwise_i8x16_u(v128.load(lower + at)),
      );
      const second = i16x8.add(
        i16x8.extadd_pairwise_i8x16_u(v128.load(upper + at, 16)),
        i16x8.extadd_pairwise_i8x16_u(v128.load(lower + at, 16)),
      );
      const bytes = i8x16.narrow_i16x8_u(i16x8.shr_u(i16x8.add(first, two), 2), i16x8.shr_u(i16x8.add(second, two), 2));
      storeFirst(out + x, bytes, whole - x);
    }
    if (columns > whole) {
      const last = <usize>(width - 1);
      store<u8>(out + whole, <u8>((<i32>load<u8>(upper + last) + <i32>load<u8>(lower + last) + 1) >> 1));
    }
  }
}

// Between rows and columns values are 128 × a byte in 16-bit lanes. Both sides of the filter are weighted at once: their mean
// by twice the weight, which for a Gaussian is below one.

/** Adds the mean of two vectors, weighted, to a sum. */
function weighted(sum: v128, before: v128, after: v128, twice: v128): v128 {
  return i16x8.add(sum, share(i16x8.avgr_u(before, after), twice));
}

/** Twice the weight at a distance, in all lanes. */
function twiceAt(weights: usize, distance: i32): v128 {
  return i16x8.shl(v128.load16_splat(weights + ((<usize>distance) << 1)), 1);
}

/** Lays out a row as 16-bit lanes, its edge bytes repeated `radius` times. Writes up to 15 lanes more. */
function widen(lanes: usize, from: usize, width: i32, radius: i32): void {
  const inside = lanes + ((<usize>radius) << 1);
  for (let x = 0; x < width; x += 16) {
    const bytes = v128.load(from + x);
    const at = inside + ((<usize>x) << 1);
    v128.store(at, i16x8.shl(low(bytes), 7));
    v128.store(at, i16x8.shl(high(bytes), 7), 16);
  }
  const first = (<u16>load<u8>(from)) << 7;
  const last = (<u16>load<u8>(from + width - 1)) << 7;
  const end = inside + ((<usize>width) << 1);
  for (let k: usize = 0; k < (<usize>radius) << 1; k += 2) {
    store<u16>(lanes + k, first);
    store<u16>(end + k, last);
  }
}

/**
 * A symmetric filter along the rows of a plane, whose edge bytes repeat beyond the edge. The result is 128 × the bytes in 16-bit
 * lanes, for `blurColumns`.
 *
 * weights: `radius` + 1 Q15 values, of the middle and then outwards; both sides together add up to 32768, those of the sides
 * are below 16384. row: scratch, 2 · (width + 2·radius + 32) bytes. Writes up to 30 bytes past a target row's end.
 */
export function blurRows(
  target: usize,
  targetStride: i32,
  source: usize,
  sourceStride: i32,
  width: i32,
  height: i32,
  weights: usize,
  radius: i32,
  row: usize,
): void {
  const middle = v128.load16_splat(weights);
  for (let y = 0; y < height; y++) {
    widen(row, source + <usize>(y * sourceStride), width, radius);
    const out = target + <usize>(y * targetStride);
    for (let x = 0; x < width; x += 16) {
      const at = row + ((<usize>(radius + x)) << 1);
      let first = share(v128.load(at), middle);
      let second = share(v128.load(at, 16), middle);
      let before = at;
      let after = at;
      for (let k = 1; k <= radius; k++) {
        before -= 2;
        after += 2;
        const twice = twiceAt(weights, k);
        first = weighted(first, v128.load(before), v128.load(after), twice);
        second = weighted(second, v128.load(before, 16), v128.load(after, 16), twice);
      }
      v128.store(out + ((<usize>x) << 1), first);
      v128.store(out + ((<usize>x) << 1), second, 16);
    }
  }
}

/** The same along the columns, of lanes that `blurRows` gave into bytes. target may not overlap the source. */
export function blurColumns(
  target: usize,
  targetStride: i32,
  source: usize,
  sourceStride: i32,
  width: i32,
  height: i32,
  weights: usize,
  radius: i32,
): void {
  const middle = v128.load16_splat(weights);
  const half = i16x8.splat(64);
  for (let y = 0; y < height; y++) {
    const out = target + <usize>(y * targetStride);
    for (let x = 0; x < width; x += 16) {
      const column = source + ((<usize>x) << 1);
      const at = column + <usize>(y * sourceStride);
      let first = share(v128.load(at), middle);
      let second = share(v128.load(at, 16), middle);
      for (let k = 1; k <= radius; k++) {
        const before = column + <usize>(max(y - k, 0) * sourceStride);
        const after = column + <usize>(min(y + k, height - 1) * sourceStride);
        const twice = twiceAt(weights, k);
        first = weighted(first, v128.load(before), v128.load(after), twice);
        second = weighted(second, v128.load(before, 16), v128.load(after, 16), twice);
      }
      const bytes = i8x16.narrow_i16x8_u(
        i16x8.shr_u(i16x8.add(first, half), 7),
        i16x8.shr_u(i16x8.add(second, half), 7),
      );
      storeFirst(out + x, bytes, width - x);
    }
  }
}

/**
 * Shows a plane in square blocks of its rounded mean; blocks at the edges are cut off.
 *
 * block: edge in bytes, ≥ 1. originX, originY: where a block's corner lies, any integers. target may be the source.
 */
export function mosaic(
  target: usize,
  targetStride: i32,
  source: usize,
  sourceStride: i32,
  width: i32,
  height: i32,
  block: i32,
  originX: i32,
  originY: i32,
): void {
  const firstX = ((originX % block) + block) % block;
  const firstY = ((originY % block) + block) % block;
  for (let top = firstY > 0 ? firstY - block : 0; top < height; top += block) {
    const y0 = max(top, 0);
    const y1 = min(top + block, height);
    for (let left = firstX > 0 ? firstX - block : 0; left < width; left += block) {
      const x0 = max(left, 0);
      const x1 = min(left + block, width);
      let sum: u32 = 0;
      for (let y = y0; y < y1; y++) {
        const from = source + <usize>(y * sourceStride);
        for (let x = x0; x < x1; x++) sum += load<u8>(from + x);
      }
      const count = <u32>((y1 - y0) * (x1 - x0));
      const mean = <u8>((sum + (count >> 1)) / count);
      for (let y = y0; y < y1; y++) memory.fill(target + <usize>(y * targetStride + x0), mean, x1 - x0);
    }
  }
}
