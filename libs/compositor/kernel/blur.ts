import { TAIL_MASK, high, low } from './lanes';

/** Stores up to 16 bytes of a row of `left` more, keeping what lies behind the row's end. */
function storeTail(target: usize, bytes: v128, left: i32): void {
  if (left >= 16) v128.store(target, bytes);
  else v128.store(target, v128.bitselect(bytes, v128.load(target), v128.load(TAIL_MASK + 16 - left)));
}

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
      storeTail(out + x, bytes, whole - x);
    }
    if (columns > whole) {
      const last = <usize>(width - 1);
      store<u8>(out + whole, <u8>((<i32>load<u8>(upper + last) + <i32>load<u8>(lower + last) + 1) >> 1));
    }
  }
}

/** Adds 16 bytes at `from`, weighted, to two vectors of 16-bit sums that hold 128 × the value. */
function weighted(sum: v128, lanes: v128, weight: v128): v128 {
  return i16x8.add(sum, i16x8.q15mulr_sat_s(i16x8.shl(lanes, 7), weight));
}

function toBytes(first: v128, second: v128): v128 {
  const half = i16x8.splat(64);
  return i8x16.narrow_i16x8_u(i16x8.shr_u(i16x8.add(first, half), 7), i16x8.shr_u(i16x8.add(second, half), 7));
}

/**
 * A symmetric filter along the rows of a plane, whose edge bytes repeat beyond the edge.
 *
 * weights: `radius` + 1 Q15 values, of the middle and then outwards; both sides together add up to 32768, each is below.
 * row: scratch, width + 2·radius + 32 bytes. target may be the source.
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
  for (let y = 0; y < height; y++) {
    const from = source + <usize>(y * sourceStride);
    memory.fill(row, load<u8>(from), radius);
    memory.copy(row + radius, from, width);
    memory.fill(row + radius + width, load<u8>(from + width - 1), radius);
    const out = target + <usize>(y * targetStride);
    for (let x = 0; x < width; x += 16) {
      const at = row + radius + x;
      const middle = v128.load(at);
      const weight = v128.load16_splat(weights);
      let first = i16x8.q15mulr_sat_s(i16x8.shl(low(middle), 7), weight);
      let second = i16x8.q15mulr_sat_s(i16x8.shl(high(middle), 7), weight);
      for (let k = 1; k <= radius; k++) {
        const share = v128.load16_splat(weights + <usize>(k << 1));
        const before = v128.load(at - k);
        const after = v128.load(at + k);
        first = weighted(weighted(first, low(before), share), low(after), share);
        second = weighted(weighted(second, high(before), share), high(after), share);
      }
      storeTail(out + x, toBytes(first, second), width - x);
    }
  }
}

/** The same along the columns. target may not overlap the source. */
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
  for (let y = 0; y < height; y++) {
    const out = target + <usize>(y * targetStride);
    for (let x = 0; x < width; x += 16) {
      const middle = v128.load(source + <usize>(y * sourceStride + x));
      const weight = v128.load16_splat(weights);
      let first = i16x8.q15mulr_sat_s(i16x8.shl(low(middle), 7), weight);
      let second = i16x8.q15mulr_sat_s(i16x8.shl(high(middle), 7), weight);
      for (let k = 1; k <= radius; k++) {
        const share = v128.load16_splat(weights + <usize>(k << 1));
        const before = v128.load(source + <usize>(max(y - k, 0) * sourceStride + x));
        const after = v128.load(source + <usize>(min(y + k, height - 1) * sourceStride + x));
        first = weighted(weighted(first, low(before), share), low(after), share);
        second = weighted(weighted(second, high(before), share), high(after), share);
      }
      storeTail(out + x, toBytes(first, second), width - x);
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
