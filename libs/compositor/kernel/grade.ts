import {
  blueOf,
  brightness,
  chromaOf,
  greenOf,
  isFull,
  leftCells,
  lumaOf,
  redOf,
  rightCells,
  storeColors,
  truncated,
  within,
} from './colors';
import { high, low, storeFirst } from './lanes';

/**
 * Distance by which a color may be outside of 0 … 255 and stay: rounding alone takes it there, and a player clips it.
 */
const TOLERANCE: i16 = 4;

// The same in 8ths.
const LEAST: i16 = -TOLERANCE * 8;
const MOST: i16 = (255 + TOLERANCE) * 8;

/** Address of the colors of a block, and of where in it one was far outside: see `findOutside`. */
const COLORS: usize = memory.data(96, 16);
const OUTSIDE: usize = memory.data(32, 16);

/** Address of the factors of a grade in single precision, four times each: see `keep`. */
const FACTORS: usize = memory.data(128, 16);

/** Address of the graded values of a block in 16-bit lanes: four vectors of luma, one of each chroma plane. */
const GRADED: usize = memory.data(96, 16);

/** Two factors for pairs of 16-bit values. */
function pair(first: i32, second: i32): v128 {
  return i32x4.splat((second << 16) | (first & 0xffff));
}

/** The weighted sum of two values in each of 8 lanes, in Q12, as two vectors. */
function sumLow(a: v128, b: v128, factors: v128): v128 {
  return i32x4.dot_i16x8_s(v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11), factors);
}

function sumHigh(a: v128, b: v128, factors: v128): v128 {
  return i32x4.dot_i16x8_s(v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15), factors);
}

/** Q12 sums rounded to whole 16-bit values. */
function rounded(first: v128, second: v128): v128 {
  const half = i32x4.splat(2048);
  return i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(first, half), 12), i32x4.shr_s(i32x4.add(second, half), 12));
}

/** value · gain + alpha · lift of 8 lanes. */
function graded(values: v128, covers: v128, factors: v128): v128 {
  return rounded(sumLow(values, covers, factors), sumHigh(values, covers, factors));
}

/** One chroma plane from both: u · byU + v · byV + cover · lift of 8 lanes. */
function turned(u: v128, v: v128, covers: v128, factors: v128, lift: v128): v128 {
  const none = i16x8.splat(0);
  return rounded(
    i32x4.add(sumLow(u, v, factors), sumLow(covers, none, lift)),
    i32x4.add(sumHigh(u, v, factors), sumHigh(covers, none, lift)),
  );
}

/** Keeps a Q12 factor in single precision, `times` as large. */
function keep(slot: usize, factor: i32, times: f32): void {
  v128.store(FACTORS + (slot << 4), f32x4.splat((<f32>factor * times) / 4096));
}

function kept(slot: usize): v128 {
  return v128.load(FACTORS + (slot << 4));
}

/** The first and the last four of 8 lanes in single precision. */
function firstFour(lanes: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(lanes));
}

function lastFour(lanes: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(lanes));
}

/** The factor by which premultiplied values become straight. */
function perCover(cover: v128): v128 {
  return f32x4.div(f32x4.splat(255), f32x4.max(cover, f32x4.splat(1)));
}

function nearest(values: v128): v128 {
  return truncated(f32x4.nearest(values));
}

function straightLuma(values: v128, cover: v128): v128 {
  return nearest(f32x4.add(f32x4.mul(f32x4.mul(values, perCover(cover)), kept(0)), kept(1)));
}

function straightChroma(u: v128, v: v128, cover: v128, slot: usize): v128 {
  const per = perCover(cover);
  const su = f32x4.mul(u, per);
  const sv = f32x4.mul(v, per);
  return nearest(f32x4.add(f32x4.add(f32x4.mul(su, kept(slot)), f32x4.mul(sv, kept(slot + 1))), kept(slot + 2)));
}

/** Replaces graded luma of 8 pixels by that of straight colors where they are translucent. */
function straightenLuma(slot: usize, values: v128, cover: v128): void {
  const at = GRADED + (slot << 4);
  const straight = i16x8.narrow_i32x4_s(
    straightLuma(firstFour(values), firstFour(cover)),
    straightLuma(lastFour(values), lastFour(cover)),
  );
  v128.store(at, v128.bitselect(v128.load(at), straight, i16x8.eq(cover, i16x8.splat(255))));
}

/** The same for a chroma plane of 8 cells, whose factors begin in a slot. */
function straightenChroma(plane: usize, factors: usize, u: v128, v: v128, cover: v128): void {
  const at = GRADED + 64 + (plane << 4);
  const straight = i16x8.narrow_i32x4_s(
    straightChroma(firstFour(u), firstFour(v), firstFour(cover), factors),
    straightChroma(lastFour(u), lastFour(v), lastFour(cover), factors),
  );
  v128.store(at, v128.bitselect(v128.load(at), straight, i16x8.eq(cover, i16x8.splat(255))));
}

/** Whether colors are far outside, in each of 8 pixels. @param most, least: what chroma adds to a channel */
function outside(luma: v128, most: v128, least: v128): v128 {
  const bright = brightness(luma);
  return v128.or(
    i16x8.gt_s(i16x8.add_sat_s(bright, most), i16x8.splat(MOST)),
    i16x8.lt_s(i16x8.add_sat_s(bright, least), i16x8.splat(LEAST)),
  );
}

/** Pixels of cells in which a pixel of either row was found. */
function wholeCells(above: v128, below: v128): v128 {
  const found = v128.or(above, below);
  return v128.or(found, v128.shuffle<u16>(found, found, 1, 0, 3, 2, 5, 4, 7, 6));
}

/** Finds the cells of a block in which a visible color is far outside: whether there are any, and which in `OUTSIDE`. */
function findOutside(coverAbove: v128, coverBelow: v128): bool {
  const u = v128.load(GRADED, 64);
  const v = v128.load(GRADED, 80);
  const red = redOf(v);
  const green = greenOf(u, v);
  const blue = blueOf(u);
  const most = i16x8.max_s(i16x8.max_s(red, green), blue);
  const least = i16x8.min_s(i16x8.min_s(red, green), blue);
  const none = i8x16.splat(0);
  const seenAbove = i8x16.ne(coverAbove, none);
  const seenBelow = i8x16.ne(coverBelow, none);
  const mostLeft = leftCells(most);
  const leastLeft = leftCells(least);
  const mostRight = rightCells(most);
  const leastRight = rightCells(least);
  const left = wholeCells(
    v128.and(outside(v128.load(GRADED), mostLeft, leastLeft), i16x8.extend_low_i8x16_s(seenAbove)),
    v128.and(outside(v128.load(GRADED, 32), mostLeft, leastLeft), i16x8.extend_low_i8x16_s(seenBelow)),
  );
  const right = wholeCells(
    v128.and(outside(v128.load(GRADED, 16), mostRight, leastRight), i16x8.extend_high_i8x16_s(seenAbove)),
    v128.and(outside(v128.load(GRADED, 48), mostRight, leastRight), i16x8.extend_high_i8x16_s(seenBelow)),
  );
  v128.store(OUTSIDE, left);
  v128.store(OUTSIDE, right, 16);
  return v128.any_true(v128.or(left, right));
}

/** Which of 16 × 2 pixels, in 16 bytes, are in cells that were found. */
function foundPixels(): v128 {
  return i8x16.narrow_i16x8_s(v128.load(OUTSIDE), v128.load(OUTSIDE, 16));
}

/** Which of 8 cells were found, twice. */
function foundCells(): v128 {
  const cells = v128.shuffle<u16>(v128.load(OUTSIDE), v128.load(OUTSIDE, 16), 0, 2, 4, 6, 8, 10, 12, 14);
  return i8x16.narrow_i16x8_s(cells, cells);
}

/**
 * Grades premultiplied planes, all factors in Q12 and the results rounded: luma = luma · gain + alpha · lift, and
 * chroma by a matrix, u = u · uu + v · uv + c · liftU, v = u · vu + v · vv + c · liftV.
 *
 * isClipped: whether colors come out clipped to those that red, green and blue of 0 … 255 can show. Chroma cells in which no
 * color is outside by more than 4 stay as they are.
 *
 * y, a: rows `stride` apart; u, v, c: half of it. ty, tu, tv: the result, `targetStride` or half of it apart, may be the
 * source. width, height: even. Rewrites up to 15 bytes past a row's end with their own value.
 */
export function grade(
  y: usize,
  a: usize,
  u: usize,
  v: usize,
  c: usize,
  stride: i32,
  ty: usize,
  tu: usize,
  tv: usize,
  targetStride: i32,
  width: i32,
  height: i32,
  gain: i32,
  lift: i32,
  uu: i32,
  uv: i32,
  liftU: i32,
  vu: i32,
  vv: i32,
  liftV: i32,
  isClipped: bool,
): void {
  const toLuma = pair(gain, lift);
  const toU = pair(uu, uv);
  const toV = pair(vu, vv);
  const raiseU = pair(liftU, 0);
  const raiseV = pair(liftV, 0);
  keep(0, gain, 1);
  keep(1, lift, 255);
  keep(2, uu, 1);
  keep(3, uv, 1);
  keep(4, liftU, 255);
  keep(5, vu, 1);
  keep(6, vv, 1);
  keep(7, liftV, 255);
  for (let row = 0; row < height; row += 2) {
    const upper = <usize>(row * stride);
    const lower = upper + <usize>stride;
    const cellRow = <usize>((row >> 1) * (stride >> 1));
    for (let x = 0; x < width; x += 16) {
      const at = <usize>x;
      const cell = cellRow + (at >> 1);
      const to = <usize>(row * targetStride) + at;
      const cellTo = <usize>((row >> 1) * (targetStride >> 1)) + (at >> 1);
      const above = v128.load(y + upper + at);
      const below = v128.load(y + lower + at);
      const coverAbove = v128.load(a + upper + at);
      const coverBelow = v128.load(a + lower + at);
      const us = low(v128.load64_zero(u + cell));
      const vs = low(v128.load64_zero(v + cell));
      const cs = low(v128.load64_zero(c + cell));
      const aboveLeft = graded(low(above), low(coverAbove), toLuma);
      const aboveRight = graded(high(above), high(coverAbove), toLuma);
      const belowLeft = graded(low(below), low(coverBelow), toLuma);
      const belowRight = graded(high(below), high(coverBelow), toLuma);
      const blues = turned(us, vs, cs, toU, raiseU);
      const reds = turned(us, vs, cs, toV, raiseV);
      let lumaAbove = i8x16.narrow_i16x8_u(aboveLeft, aboveRight);
      let lumaBelow = i8x16.narrow_i16x8_u(belowLeft, belowRight);
      let chroma = i8x16.narrow_i16x8_u(blues, reds);
      if (isClipped) {
        v128.store(GRADED, aboveLeft);
        v128.store(GRADED, aboveRight, 16);
        v128.store(GRADED, belowLeft, 32);
        v128.store(GRADED, belowRight, 48);
        v128.store(GRADED, blues, 64);
        v128.store(GRADED, reds, 80);
        if (!isFull(v128.and(v128.and(coverAbove, coverBelow), v128.load64_splat(c + cell)))) {
          straightenLuma(0, low(above), low(coverAbove));
          straightenLuma(1, high(above), high(coverAbove));
          straightenLuma(2, low(below), low(coverBelow));
          straightenLuma(3, high(below), high(coverBelow));
          straightenChroma(0, 2, us, vs, cs);
          straightenChroma(1, 5, us, vs, cs);
        }
        for (let value = GRADED; value < GRADED + 96; value += 16) v128.store(value, within(v128.load(value)));
        if (findOutside(coverAbove, coverBelow)) {
          storeColors(
            COLORS,
            v128.load(GRADED),
            v128.load(GRADED, 16),
            v128.load(GRADED, 32),
            v128.load(GRADED, 48),
            v128.load(GRADED, 64),
            v128.load(GRADED, 80),
          );
          const pixels = foundPixels();
          lumaAbove = v128.bitselect(lumaOf(COLORS, coverAbove), lumaAbove, pixels);
          lumaBelow = v128.bitselect(lumaOf(COLORS + 16, coverBelow), lumaBelow, pixels);
          chroma = v128.bitselect(chromaOf(COLORS, coverAbove, coverBelow), chroma, foundCells());
        }
      }
      const count = min(16, width - x);
      storeFirst(ty + to, lumaAbove, count);
      storeFirst(ty + to + targetStride, lumaBelow, count);
      storeFirst(tu + cellTo, chroma, count >> 1);
      storeFirst(tv + cellTo, v128.shuffle<u64>(chroma, chroma, 1, 1), count >> 1);
    }
  }
}
