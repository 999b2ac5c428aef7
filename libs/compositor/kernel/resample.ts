import { storeFirst } from './lanes';

// Two relaxed instructions take a third off resampling. The cases that they leave to the machine never occur: picks are
// below 16 or 255, and weights are above −32768, so that no product of two −1 occurs. The build without relaxed SIMD
// gives the same bytes.

/** Bytes of one table record: 8 output pixels. i32 first source byte (padded to 16), then left and right pick, weights. */
const RECORD: usize = 64;

/**
 * Prepares the horizontal half of `resample`: which two source bytes make each output byte, and how they mix.
 *
 * Output byte x (absolute, firstX ≤ x < firstX + count) samples the source at (x + 0.5 − origin)·step − 0.5, in source
 * bytes; outside the source its edge byte repeats. The position depends on x alone, so any part of a row gives the same
 * bytes as the whole. table: 64 bytes for every 8 output bytes begun. step: > 0 and ≤ 2 (the two bytes of 8 neighbors
 * must lie within one 16-byte load). sourceWidth: ≥ 1; rows must be readable for 16 bytes.
 */
export function buildTable(table: usize, firstX: i32, count: i32, origin: f64, step: f64, sourceWidth: i32): void {
  const last = sourceWidth - 1;
  for (let group = 0; group < count; group += 8) {
    const record = table + <usize>(group >> 3) * RECORD;
    const start = <i32>Math.floor((<f64>(firstX + group) + 0.5 - origin) * step - 0.5);
    const base = max(min(start, sourceWidth - 16), 0);
    store<i32>(record, base);
    for (let lane = 0; lane < 8; lane++) {
      const position = (<f64>(firstX + group + lane) + 0.5 - origin) * step - 0.5;
      const floor = Math.floor(position);
      const index = <i32>floor;
      const at = record + <usize>(lane << 1);
      // A pick of 255 gives a zero byte: the picked bytes become 16-bit lanes.
      store<u16>(at, <u16>(0xff00 | min(max(min(max(index, 0), last) - base, 0), 15)), 16);
      store<u16>(at, <u16>(0xff00 | min(max(min(max(index + 1, 0), last) - base, 0), 15)), 32);
      store<i16>(at, <i16>min(<i32>((position - floor) * 32768.0 + 0.5), 32767), 48);
    }
  }
}

/** The bytes at some places of 16; 0 for places from 128 on. */
export function pick(bytes: v128, picks: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i8x16.relaxed_swizzle(bytes, picks) : i8x16.swizzle(bytes, picks);
}

/** The rounded products of differences and weights in Q15. Weights are above −32768. */
export function share(difference: v128, weights: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD
    ? i16x8.relaxed_q15mulr_s(difference, weights)
    : i16x8.q15mulr_sat_s(difference, weights);
}

/** Mixes one source row by the table into 16-bit lanes holding 128 × the value. */
function mixRow(source: usize, table: usize, count: i32, target: usize): void {
  let record = table;
  for (let x = 0; x < count; x += 8) {
    const bytes = v128.load(source + load<i32>(record));
    const left = i16x8.shl(pick(bytes, v128.load(record, 16)), 7);
    const right = i16x8.shl(pick(bytes, v128.load(record, 32)), 7);
    const weights = v128.load(record, 48);
    v128.store(target + ((<usize>x) << 1), i16x8.add(left, share(i16x8.sub(right, left), weights)));
    record += RECORD;
  }
}

/** The weighted mean of two mixed rows, back to 0..255 in 16-bit lanes. */
function mixLanes(upper: v128, lower: v128, weight: v128): v128 {
  const mean = i16x8.add(upper, share(i16x8.sub(lower, upper), weight));
  return i16x8.shr_u(i16x8.add(mean, i16x8.splat(64)), 7);
}

/**
 * Bilinear resampling of one plane into width × height bytes at target.
 *
 * Output row y (absolute, firstY ≤ y < firstY + height) samples the source at (y + 0.5 − originY)·stepY − 0.5 rows; the
 * columns come from `table` (see buildTable). stepY: > 0. rows: scratch, 4·(width + 32) bytes. Writes nothing outside
 * width × height except each byte's own value, up to 15 bytes past a row's end.
 */
export function resample(
  target: usize,
  targetStride: i32,
  width: i32,
  height: i32,
  source: usize,
  sourceStride: i32,
  sourceHeight: i32,
  firstY: i32,
  originY: f64,
  stepY: f64,
  table: usize,
  rows: usize,
): void {
  const rowBytes = (<usize>((width + 31) & ~15)) << 1;
  const last = sourceHeight - 1;
  // The two rows in use always differ in parity (or are the same row), so two slots hold them.
  let evenRow = -1;
  let oddRow = -1;
  for (let y = 0; y < height; y++) {
    const position = (<f64>(firstY + y) + 0.5 - originY) * stepY - 0.5;
    const floor = Math.floor(position);
    const upper = min(max(<i32>floor, 0), last);
    const lower = min(max(<i32>floor + 1, 0), last);
    for (let pass = 0; pass < 2; pass++) {
      const wanted = pass == 0 ? upper : lower;
      if ((wanted & 1 ? oddRow : evenRow) == wanted) continue;
      mixRow(source + <usize>(wanted * sourceStride), table, width, rows + <usize>(wanted & 1) * rowBytes);
      if (wanted & 1) oddRow = wanted;
      else evenRow = wanted;
    }
    const upperLanes = rows + <usize>(upper & 1) * rowBytes;
    const lowerLanes = rows + <usize>(lower & 1) * rowBytes;
    const weight = i16x8.splat(<i16>min(<i32>((position - floor) * 32768.0 + 0.5), 32767));
    const out = target + <usize>(y * targetStride);
    for (let x = 0; x < width; x += 16) {
      const at = (<usize>x) << 1;
      const first = mixLanes(v128.load(upperLanes + at), v128.load(lowerLanes + at), weight);
      const second = mixLanes(v128.load(upperLanes + at, 16), v128.load(lowerLanes + at, 16), weight);
      storeFirst(out + x, i8x16.narrow_i16x8_u(first, second), width - x);
    }
  }
}
