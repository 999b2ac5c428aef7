import { TAIL_MASK } from './lanes';
import { share } from './resample';

/** Positions are counted in 2⁻³² of a source byte: whole numbers, so that sums of them are exact in any order. */
const ONE: f64 = 4294967296.0;

/** Bytes of one table record: 8 output pixels. i32 source offsets, then Q15 weights across and down. */
const RECORD: usize = 64;

function steps(length: f64): i64 {
  return <i64>Math.floor(length * ONE + 0.5);
}

function floorDivided(a: i64, b: i64): i64 {
  const quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

/** The first whole x with start + x·step ≥ 0, step above 0. */
function firstReached(start: i64, step: i64): i64 {
  return -floorDivided(start, step);
}

/** The first x of those with 0 ≤ start + x·step < limit. */
function spanStart(start: i64, step: i64, limit: i64): i64 {
  if (step > 0) return firstReached(start, step);
  if (step < 0) return floorDivided(start - limit, -step) + 1;
  return start >= 0 && start < limit ? i64.MIN_VALUE : i64.MAX_VALUE;
}

/** The x behind the last of them. */
function spanEnd(start: i64, step: i64, limit: i64): i64 {
  if (step > 0) return firstReached(start - limit, step);
  if (step < 0) return floorDivided(start, -step) + 1;
  return i64.MAX_VALUE;
}

/** The positions of two neighbors. */
function twoAt(from: i64, step: i64): v128 {
  return i64x2.replace_lane(i64x2.splat(from), 1, from + step);
}

/** The whole source bytes of four positions. */
function whole(first: v128, second: v128): v128 {
  return v128.shuffle<i32>(first, second, 1, 3, 5, 7);
}

/** The fractions of four positions in Q15. */
function fractions(first: v128, second: v128): v128 {
  const shifted = v128.shuffle<i32>(i64x2.shr_u(first, 17), i64x2.shr_u(second, 17), 0, 2, 4, 6);
  return v128.and(shifted, i32x4.splat(0x7fff));
}

/** Prepares `count` pixels from a position on: where their upper left source byte lies, and how four of them mix. */
function locate(table: usize, count: i32, fromX: i64, fromY: i64, stepX: i64, stepY: i64, stride: i32): void {
  const rows = i32x4.splat(stride);
  const twoX = i64x2.splat(stepX << 1);
  const twoY = i64x2.splat(stepY << 1);
  let x = twoAt(fromX, stepX);
  let y = twoAt(fromY, stepY);
  for (let i = 0; i < count; i += 8) {
    const record = table + <usize>(i >> 3) * RECORD;
    const x2 = i64x2.add(x, twoX);
    const x4 = i64x2.add(x2, twoX);
    const x6 = i64x2.add(x4, twoX);
    const y2 = i64x2.add(y, twoY);
    const y4 = i64x2.add(y2, twoY);
    const y6 = i64x2.add(y4, twoY);
    v128.store(record, i32x4.add(i32x4.mul(whole(y, y2), rows), whole(x, x2)));
    v128.store(record, i32x4.add(i32x4.mul(whole(y4, y6), rows), whole(x4, x6)), 16);
    v128.store(record, i16x8.narrow_i32x4_u(fractions(x, x2), fractions(x4, x6)), 32);
    v128.store(record, i16x8.narrow_i32x4_u(fractions(y, y2), fractions(y4, y6)), 48);
    x = i64x2.add(x6, twoX);
    y = i64x2.add(y6, twoY);
  }
  repeatLast(table, count);
}

/** Behind the end the last pixel stands for all others, so that nothing outside of the source is read. */
function repeatLast(table: usize, count: i32): void {
  const last = count - 1;
  const record = table + <usize>(last >> 3) * RECORD;
  const offset = load<i32>(record + ((<usize>(last & 7)) << 2));
  for (let lane = (last & 7) + 1; lane < 8; lane++) store<i32>(record + ((<usize>lane) << 2), offset);
}

/** The two neighboring bytes at each of a record's 8 offsets. */
function pairs(source: usize, record: usize): v128 {
  let found = i16x8.splat(0);
  found = v128.load16_lane(source + load<i32>(record, 0), found, 0);
  found = v128.load16_lane(source + load<i32>(record, 4), found, 1);
  found = v128.load16_lane(source + load<i32>(record, 8), found, 2);
  found = v128.load16_lane(source + load<i32>(record, 12), found, 3);
  found = v128.load16_lane(source + load<i32>(record, 16), found, 4);
  found = v128.load16_lane(source + load<i32>(record, 20), found, 5);
  found = v128.load16_lane(source + load<i32>(record, 24), found, 6);
  found = v128.load16_lane(source + load<i32>(record, 28), found, 7);
  return found;
}

/** 128 × the weighted mean of each pair. */
function across(found: v128, weights: v128): v128 {
  const left = i16x8.shl(v128.and(found, i16x8.splat(255)), 7);
  const right = i16x8.shl(i16x8.shr_u(found, 8), 7);
  return i16x8.add(left, share(i16x8.sub(right, left), weights));
}

function mixLocated(target: usize, source: usize, stride: i32, table: usize, count: i32): void {
  const half = i16x8.splat(64);
  for (let x = 0; x < count; x += 8) {
    const record = table + <usize>(x >> 3) * RECORD;
    const top = pairs(source, record);
    const bottom = pairs(source + stride, record);
    const at = target + x;
    const left = count - x;
    let bytes = i8x16.splat(0);
    // Transparent surroundings, and the inside of opaque shapes, whose alpha is 255 everywhere.
    if (i16x8.all_true(i16x8.eq(top, bottom)) && isFlat(top)) bytes = top;
    else {
      const weights = v128.load(record, 32);
      const upper = across(top, weights);
      const mean = i16x8.add(upper, share(i16x8.sub(across(bottom, weights), upper), v128.load(record, 48)));
      const lanes = i16x8.shr_u(i16x8.add(mean, half), 7);
      bytes = i8x16.narrow_i16x8_u(lanes, lanes);
    }
    if (left < 8) bytes = v128.bitselect(bytes, v128.load64_zero(at), v128.load64_zero(TAIL_MASK + 16 - left));
    v128.store64_lane(at, bytes, 0);
  }
}

/** Whether all 16 bytes are equal. */
function isFlat(bytes: v128): bool {
  return i8x16.all_true(i8x16.eq(bytes, i8x16.splat(i8x16.extract_lane_s(bytes, 0))));
}

function turnRow(target: usize, source: usize, stride: i32, table: usize, width: i32, skipped: i32, count: i32): void {
  memory.fill(target, 0, skipped);
  mixLocated(target + skipped, source, stride, table, count);
  memory.fill(target + skipped + count, 0, width - skipped - count);
}

/**
 * Bilinear resampling under an affine map, of up to three planes of one size at once: output byte (x, y), counted from the
 * frame's corner, samples each source at (originX + xx·(x + 0.5) + xy·(y + 0.5) − 0.5, originY + yx·(x + 0.5) + yy·(y + 0.5)
 * − 0.5). It is 0 where that is outside of the source. The position depends on x and y alone, so a part of a plane comes out
 * byte for byte like the whole.
 *
 * Planes: width × height bytes at each target, 0 for none. table: scratch, 64 bytes for every 8 output bytes begun.
 * Positions within the frame must be below 2²⁰. Rewrites up to 7 bytes past a row's end with their own value.
 */
export function turn(
  target0: usize,
  target1: usize,
  target2: usize,
  targetStride: i32,
  source0: usize,
  source1: usize,
  source2: usize,
  sourceStride: i32,
  sourceWidth: i32,
  sourceHeight: i32,
  firstX: i32,
  firstY: i32,
  width: i32,
  height: i32,
  originX: f64,
  xx: f64,
  xy: f64,
  originY: f64,
  yx: f64,
  yy: f64,
  table: usize,
): void {
  const limitX = (<i64>(sourceWidth - 1)) << 32;
  const limitY = (<i64>(sourceHeight - 1)) << 32;
  const stepX = steps(xx);
  const stepY = steps(yx);
  const cornerX = steps(originX + (xx + xy) * 0.5 - 0.5);
  const cornerY = steps(originY + (yx + yy) * 0.5 - 0.5);
  const downX = steps(xy);
  const downY = steps(yy);
  const begin = <i64>firstX;
  const stop = begin + <i64>width;
  for (let row = 0; row < height; row++) {
    const y = <i64>(firstY + row);
    const startX = cornerX + y * downX;
    const startY = cornerY + y * downY;
    const spanFrom = max(max(begin, spanStart(startX, stepX, limitX)), spanStart(startY, stepY, limitY));
    const spanTo = min(min(stop, spanEnd(startX, stepX, limitX)), spanEnd(startY, stepY, limitY));
    const from = min(spanFrom, stop);
    const count = <i32>max(spanTo - from, 0);
    const skipped = <i32>(from - begin);
    if (count > 0) {
      locate(table, count, startX + from * stepX, startY + from * stepY, stepX, stepY, sourceStride);
    }
    const at = <usize>(row * targetStride);
    turnRow(target0 + at, source0, sourceStride, table, width, skipped, count);
    if (target1) turnRow(target1 + at, source1, sourceStride, table, width, skipped, count);
    if (target2) turnRow(target2 + at, source2, sourceStride, table, width, skipped, count);
  }
}
