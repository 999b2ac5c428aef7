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

/** The x behind the last of those with 0 ≤ start + x·step < limit. */
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

/** The fractions of four positions in Q15, rounded down. */
function fractions(first: v128, second: v128): v128 {
  return i32x4.shr_u(v128.shuffle<i32>(first, second, 0, 2, 4, 6), 17);
}

/**
 * Prepares `count` pixels from a position on: where their upper left source pixel of 2^size bytes lies, and how four of them mix.
 */
function locate(
  table: usize,
  count: i32,
  fromX: i64,
  fromY: i64,
  stepX: i64,
  stepY: i64,
  stride: i32,
  size: i32,
): void {
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
    v128.store(record, i32x4.add(i32x4.mul(whole(y, y2), rows), i32x4.shl(whole(x, x2), size)));
    v128.store(record, i32x4.add(i32x4.mul(whole(y4, y6), rows), i32x4.shl(whole(x4, x6), size)), 16);
    v128.store(record, i16x8.narrow_i32x4_u(fractions(x, x2), fractions(x4, x6)), 32);
    v128.store(record, i16x8.narrow_i32x4_u(fractions(y, y2), fractions(y4, y6)), 48);
    x = i64x2.add(x6, twoX);
    y = i64x2.add(y6, twoY);
  }
  repeatLast(table, count);
}

/** Repeats the last pixel behind the end, so that nothing outside of the source is read. */
function repeatLast(table: usize, count: i32): void {
  const last = count - 1;
  const record = table + <usize>(last >> 3) * RECORD;
  const offset = load<i32>(record + ((<usize>(last & 7)) << 2));
  for (let lane = (last & 7) + 1; lane < 8; lane++) store<i32>(record + ((<usize>lane) << 2), offset);
}

/** The offset of one of a record's pixels. */
function at(record: usize, pixel: i32): usize {
  return <usize>load<i32>(record + ((<usize>pixel) << 2));
}

/** Two neighboring pixels of one byte at each of a record's 8 offsets. */
function singles(source: usize, record: usize): v128 {
  let found = i16x8.splat(0);
  found = v128.load16_lane(source + at(record, 0), found, 0);
  found = v128.load16_lane(source + at(record, 1), found, 1);
  found = v128.load16_lane(source + at(record, 2), found, 2);
  found = v128.load16_lane(source + at(record, 3), found, 3);
  found = v128.load16_lane(source + at(record, 4), found, 4);
  found = v128.load16_lane(source + at(record, 5), found, 5);
  found = v128.load16_lane(source + at(record, 6), found, 6);
  found = v128.load16_lane(source + at(record, 7), found, 7);
  return found;
}

/** Two neighboring pixels of two bytes at four of a record's offsets. */
function pairs(source: usize, record: usize, first: i32): v128 {
  let found = v128.load32_zero(source + at(record, first));
  found = v128.load32_lane(source + at(record, first + 1), found, 1);
  found = v128.load32_lane(source + at(record, first + 2), found, 2);
  return v128.load32_lane(source + at(record, first + 3), found, 3);
}

/** Two neighboring pixels of four bytes at two of a record's offsets. */
function quads(source: usize, record: usize, first: i32): v128 {
  return v128.load64_lane(source + at(record, first + 1), v128.load64_zero(source + at(record, first)), 1);
}

/** Bytes 0, 2, 4, … of both. */
function even(first: v128, second: v128): v128 {
  const low = i16x8.splat(255);
  return i8x16.narrow_i16x8_u(v128.and(first, low), v128.and(second, low));
}

/** Bytes 1, 3, 5, … of both. */
function odd(first: v128, second: v128): v128 {
  return i8x16.narrow_i16x8_u(i16x8.shr_u(first, 8), i16x8.shr_u(second, 8));
}

/** 128 × the weighted mean of each pair. */
function across(found: v128, weights: v128): v128 {
  const left = i16x8.shl(v128.and(found, i16x8.splat(255)), 7);
  const right = i16x8.shl(i16x8.shr_u(found, 8), 7);
  return i16x8.add(left, share(i16x8.sub(right, left), weights));
}

/** Mixes two neighbors above with two below for each of 8 pixels, one byte each. */
function mixed(top: v128, bottom: v128, record: usize): v128 {
  const weights = v128.load(record, 32);
  const upper = across(top, weights);
  const mean = i16x8.add(upper, share(i16x8.sub(across(bottom, weights), upper), v128.load(record, 48)));
  const lanes = i16x8.shr_u(i16x8.add(mean, i16x8.splat(64)), 7);
  return i8x16.narrow_i16x8_u(lanes, lanes);
}

/** Stores 8 bytes of a row of `left` more, keeping what lies behind the row's end. */
function storeEight(target: usize, bytes: v128, left: i32): void {
  const kept =
    left < 8 ? v128.bitselect(bytes, v128.load64_zero(target), v128.load64_zero(TAIL_MASK + 16 - left)) : bytes;
  v128.store64_lane(target, kept, 0);
}

// Transparent surroundings and flat colors need no mixing: their neighbors are equal.

function mixSingles(target: usize, source: usize, stride: i32, table: usize, count: i32): void {
  for (let x = 0; x < count; x += 8) {
    const record = table + <usize>(x >> 3) * RECORD;
    const top = singles(source, record);
    const bottom = singles(source + stride, record);
    const first = i8x16.splat(i8x16.extract_lane_s(top, 0));
    const isFlat = i8x16.all_true(v128.and(i8x16.eq(top, first), i8x16.eq(bottom, first)));
    storeEight(target + x, isFlat ? first : mixed(top, bottom, record), count - x);
  }
}

function mixPairs(target0: usize, target1: usize, source: usize, stride: i32, table: usize, count: i32): void {
  for (let x = 0; x < count; x += 8) {
    const record = table + <usize>(x >> 3) * RECORD;
    const top0 = pairs(source, record, 0);
    const top4 = pairs(source, record, 4);
    const bottom0 = pairs(source + stride, record, 0);
    const bottom4 = pairs(source + stride, record, 4);
    const first = i16x8.splat(i16x8.extract_lane_s(top0, 0));
    const isTopFlat = v128.and(i16x8.eq(top0, first), i16x8.eq(top4, first));
    const isBottomFlat = v128.and(i16x8.eq(bottom0, first), i16x8.eq(bottom4, first));
    const left = count - x;
    if (i16x8.all_true(v128.and(isTopFlat, isBottomFlat))) {
      storeEight(target0 + x, even(first, first), left);
      storeEight(target1 + x, odd(first, first), left);
    } else {
      storeEight(target0 + x, mixed(even(top0, top4), even(bottom0, bottom4), record), left);
      storeEight(target1 + x, mixed(odd(top0, top4), odd(bottom0, bottom4), record), left);
    }
  }
}

function mixQuads(
  target0: usize,
  target1: usize,
  target2: usize,
  source: usize,
  stride: i32,
  table: usize,
  count: i32,
): void {
  for (let x = 0; x < count; x += 8) {
    const record = table + <usize>(x >> 3) * RECORD;
    const top0 = quads(source, record, 0);
    const top2 = quads(source, record, 2);
    const top4 = quads(source, record, 4);
    const top6 = quads(source, record, 6);
    const bottom0 = quads(source + stride, record, 0);
    const bottom2 = quads(source + stride, record, 2);
    const bottom4 = quads(source + stride, record, 4);
    const bottom6 = quads(source + stride, record, 6);
    const left = count - x;
    const first = i32x4.splat(i32x4.extract_lane(top0, 0));
    const isTopFlat = v128.and(
      v128.and(i32x4.eq(top0, first), i32x4.eq(top2, first)),
      v128.and(i32x4.eq(top4, first), i32x4.eq(top6, first)),
    );
    const isBottomFlat = v128.and(
      v128.and(i32x4.eq(bottom0, first), i32x4.eq(bottom2, first)),
      v128.and(i32x4.eq(bottom4, first), i32x4.eq(bottom6, first)),
    );
    if (i32x4.all_true(v128.and(isTopFlat, isBottomFlat))) {
      storeEight(target0 + x, i8x16.splat(i8x16.extract_lane_s(first, 0)), left);
      storeEight(target1 + x, i8x16.splat(i8x16.extract_lane_s(first, 1)), left);
      storeEight(target2 + x, i8x16.splat(i8x16.extract_lane_s(first, 2)), left);
      continue;
    }
    // Bytes 0 and 2 of each pixel, then byte 1 and the unused one.
    const topEven0 = even(top0, top2);
    const topEven4 = even(top4, top6);
    const bottomEven0 = even(bottom0, bottom2);
    const bottomEven4 = even(bottom4, bottom6);
    storeEight(target0 + x, mixed(even(topEven0, topEven4), even(bottomEven0, bottomEven4), record), left);
    storeEight(target2 + x, mixed(odd(topEven0, topEven4), odd(bottomEven0, bottomEven4), record), left);
    const topOdd = even(odd(top0, top2), odd(top4, top6));
    const bottomOdd = even(odd(bottom0, bottom2), odd(bottom4, bottom6));
    storeEight(target1 + x, mixed(topOdd, bottomOdd, record), left);
  }
}

function clearEnds(target: usize, width: i32, skipped: i32, count: i32): void {
  memory.fill(target, 0, skipped);
  memory.fill(target + skipped + count, 0, width - skipped - count);
}

/**
 * Bilinear resampling under an affine map, of a plane or of two or three that are interleaved (see `interleave`): output byte
 * (x, y), counted from the frame's corner, samples the source at (originX + xx·(x + 0.5) + xy·(y + 0.5) − 0.5, originY + yx·(x + 0.5) + yy·(y + 0.5)
 * − 0.5). It is 0 where that is outside of the source. The position depends on x and y alone, so a part of a plane comes out
 * byte for byte like the whole.
 *
 * source: pixels of 1, 2 or 4 bytes for one, two or three targets; sourceStride in bytes, sourceWidth in pixels.
 * Planes: width × height bytes at each target, 0 for none. table: scratch, 64 bytes for every 8 output bytes begun.
 * Positions within the frame must be below 2²⁰. Rewrites up to 7 bytes past a row's end with their own value.
 */
export function turn(
  target0: usize,
  target1: usize,
  target2: usize,
  targetStride: i32,
  source: usize,
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
  const size = target2 ? 2 : target1 ? 1 : 0;
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
    const start = <usize>(row * targetStride);
    clearEnds(target0 + start, width, skipped, count);
    if (target1) clearEnds(target1 + start, width, skipped, count);
    if (target2) clearEnds(target2 + start, width, skipped, count);
    if (count == 0) continue;
    locate(table, count, startX + from * stepX, startY + from * stepY, stepX, stepY, sourceStride, size);
    const to = start + skipped;
    if (target2) mixQuads(target0 + to, target1 + to, target2 + to, source, sourceStride, table, count);
    else if (target1) mixPairs(target0 + to, target1 + to, source, sourceStride, table, count);
    else mixSingles(target0 + to, source, sourceStride, table, count);
  }
}

/**
 * Puts two or three planes beside each other for `turn`: pixels of two bytes, or of four with a last one of 0.
 *
 * source2: 0 for two planes. width: pixels, any number ≥ 0. Writes up to 7 pixels past a target row's end.
 */
export function interleave(
  target: usize,
  targetStride: i32,
  source0: usize,
  source1: usize,
  source2: usize,
  sourceStride: i32,
  width: i32,
  height: i32,
): void {
  const none = i8x16.splat(0);
  for (let row = 0; row < height; row++) {
    const from = <usize>(row * sourceStride);
    const to = target + <usize>(row * targetStride);
    for (let x: usize = 0; x < <usize>width; x += 8) {
      const first = v128.load64_zero(source0 + from + x);
      const second = v128.load64_zero(source1 + from + x);
      const both = v128.shuffle<u8>(first, second, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      if (!source2) {
        v128.store(to + (x << 1), both);
        continue;
      }
      const third = v128.load64_zero(source2 + from + x);
      const rest = v128.shuffle<u8>(third, none, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      v128.store(to + (x << 2), v128.shuffle<u16>(both, rest, 0, 8, 1, 9, 2, 10, 3, 11));
      v128.store(to + (x << 2), v128.shuffle<u16>(both, rest, 4, 12, 5, 13, 6, 14, 7, 15), 16);
    }
  }
}
