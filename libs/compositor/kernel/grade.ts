import { TAIL_MASK, high, low } from './lanes';
import { cells, lanes, storeBytes } from './mix-colors';
import { share } from './resample';

/**
 * Distance by which a color may be outside of 0 … 255 and stay: rounding alone takes it there, and a player clips it.
 */
const TOLERANCE: f32 = 4;

// The same in 32nds, and closer by the possible error of the test that skips most blocks.
const LEAST: i16 = -2 * 32;
const MOST: i16 = 257 * 32;

/** Address of a block's graded bytes: 16 of luma of the upper row and of the lower, 8 of each chroma plane. */
const GRADED: usize = memory.data(48, 16);

/** Address of the colors of four pixels: red, green and blue of the upper row, then of the lower, 0 … 255. */
const COLORS: usize = memory.data(96, 16);

/** Address of the factors of a grade in single precision, four times each: see `keepFactors`. */
const FACTORS: usize = memory.data(128, 16);

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

/** 32 × the brightness of 8 luma values. */
function brightness(luma: v128): v128 {
  const near = i16x8.max_s(i16x8.min_s(luma, i16x8.splat(520)), i16x8.splat(-480));
  return share(i16x8.shl(i16x8.sub(near, i16x8.splat(16)), 6), i16x8.splat(19077));
}

/** 128 × the distance of 8 chroma values from gray. */
function away(chroma: v128): v128 {
  const distance = i16x8.sub(chroma, i16x8.splat(128));
  return i16x8.shl(i16x8.max_s(i16x8.min_s(distance, i16x8.splat(255)), i16x8.splat(-255)), 7);
}

/** Whether no color of 16 × 2 opaque pixels is out of range: the brightest and the darkest luma of both rows, and chroma. */
function isWithin(brightLeft: v128, brightRight: v128, darkLeft: v128, darkRight: v128, u: v128, v: v128): bool {
  const du = away(u);
  const dv = away(v);
  const red = share(dv, i16x8.splat(14686));
  const green = i16x8.neg(i16x8.add(share(du, i16x8.splat(1747)), share(dv, i16x8.splat(4366))));
  const blue = share(du, i16x8.splat(17305));
  const most = i16x8.max_s(i16x8.max_s(red, green), blue);
  const least = i16x8.min_s(i16x8.min_s(red, green), blue);
  const top = i16x8.max_s(
    i16x8.add_sat_s(brightness(brightLeft), v128.shuffle<u16>(most, most, 0, 0, 1, 1, 2, 2, 3, 3)),
    i16x8.add_sat_s(brightness(brightRight), v128.shuffle<u16>(most, most, 4, 4, 5, 5, 6, 6, 7, 7)),
  );
  const bottom = i16x8.min_s(
    i16x8.add_sat_s(brightness(darkLeft), v128.shuffle<u16>(least, least, 0, 0, 1, 1, 2, 2, 3, 3)),
    i16x8.add_sat_s(brightness(darkRight), v128.shuffle<u16>(least, least, 4, 4, 5, 5, 6, 6, 7, 7)),
  );
  return !v128.any_true(v128.or(i16x8.gt_s(top, i16x8.splat(MOST)), i16x8.lt_s(bottom, i16x8.splat(LEAST))));
}

function isOpaque(upper: v128, lower: v128): bool {
  return i8x16.all_true(i8x16.eq(v128.and(upper, lower), i8x16.splat(-1)));
}

/** Keeps a Q12 factor in single precision, `times` as large. */
function keep(slot: usize, factor: i32, times: f32): void {
  v128.store(FACTORS + (slot << 4), f32x4.splat((<f32>factor * times) / 4096));
}

function kept(slot: usize): v128 {
  return v128.load(FACTORS + (slot << 4));
}

/** Straight values: premultiplied bytes divided by their coverage. */
function straight(values: v128, cover: v128): v128 {
  return f32x4.mul(values, f32x4.div(f32x4.splat(255), f32x4.max(cover, f32x4.splat(1))));
}

/** The graded luma of four pixels, 0 … 255 from black to white. */
function lumaOf(luma: usize, cover: v128): v128 {
  const value = f32x4.add(f32x4.mul(straight(lanes(luma), cover), kept(0)), kept(1));
  return f32x4.mul(f32x4.sub(value, f32x4.splat(16)), f32x4.splat(1.164384));
}

/** A graded chroma value of four pixels, centered on 0. */
function chromaOf(u: v128, v: v128, slot: usize): v128 {
  const value = f32x4.add(f32x4.add(f32x4.mul(u, kept(slot)), f32x4.mul(v, kept(slot + 1))), kept(slot + 2));
  return f32x4.sub(value, f32x4.splat(128));
}

/** Stores a channel within 0 … 255. Returns the lanes in which it was far outside. */
function storeChannel(target: usize, value: v128): v128 {
  const within = f32x4.min(f32x4.max(value, f32x4.splat(0)), f32x4.splat(255));
  v128.store(target, within);
  return f32x4.gt(f32x4.abs(f32x4.sub(value, within)), f32x4.splat(TOLERANCE));
}

/** Stores four colors within 0 … 255. Returns the lanes in which one was far outside. */
function storeColors(target: usize, luma: v128, u: v128, v: v128): v128 {
  const green = f32x4.sub(f32x4.sub(luma, f32x4.mul(u, f32x4.splat(0.213249))), f32x4.mul(v, f32x4.splat(0.532909)));
  const inRed = storeChannel(target, f32x4.add(luma, f32x4.mul(v, f32x4.splat(1.792741))));
  const inGreen = storeChannel(target + 16, green);
  const inBlue = storeChannel(target + 32, f32x4.add(luma, f32x4.mul(u, f32x4.splat(2.112402))));
  return v128.or(v128.or(inRed, inGreen), inBlue);
}

/** Opacity times the weighted sum of three channels of the stored colors. */
function weighed(colors: usize, opacity: v128, r: f32, g: f32, b: f32): v128 {
  const sum = f32x4.add(
    f32x4.add(f32x4.mul(v128.load(colors), f32x4.splat(r)), f32x4.mul(v128.load(colors, 16), f32x4.splat(g))),
    f32x4.mul(v128.load(colors, 32), f32x4.splat(b)),
  );
  return f32x4.mul(sum, opacity);
}

/** The luma of four colors times their opacity, where they are clipped. */
function storeLuma(target: usize, colors: usize, opacity: v128, clipped: v128): void {
  const color = weighed(colors, opacity, 0.1825859, 0.6142306, 0.0620071);
  const luma = f32x4.add(color, f32x4.mul(opacity, f32x4.splat(16)));
  storeBytes(target, v128.bitselect(luma, lanes(target), clipped));
}

/** Neighboring lanes hold their sum: a + b, a + b, c + d, c + d. */
function inCells(values: v128): v128 {
  return f32x4.add(values, v128.shuffle<u32>(values, values, 1, 0, 3, 2));
}

/** The mean chroma of the pixels of two cells, where they are clipped. */
function storeChroma(target: usize, colors: v128, opacity: v128, clipped: v128): void {
  const mean = f32x4.mul(f32x4.add(inCells(colors), f32x4.mul(opacity, f32x4.splat(128))), f32x4.splat(0.25));
  const values = v128.bitselect(mean, cells(target), clipped);
  const words = i32x4.trunc_sat_f32x4_u(f32x4.nearest(v128.shuffle<u32>(values, values, 0, 2, 0, 2)));
  const narrow = i16x8.narrow_i32x4_u(words, words);
  v128.store16_lane(target, i8x16.narrow_i16x8_u(narrow, narrow), 0);
}

/** Clips 4 × 2 graded pixels of any coverage, `column` pixels from a block's beginning; the addresses are those of their source. */
function clipPixels(
  upper: usize,
  lower: usize,
  upperAlpha: usize,
  lowerAlpha: usize,
  u: usize,
  v: usize,
  c: usize,
  column: usize,
): void {
  const zero = f32x4.splat(0);
  const above = lanes(upperAlpha);
  const below = lanes(lowerAlpha);
  const cover = cells(c);
  const su = straight(cells(u), cover);
  const sv = straight(cells(v), cover);
  const du = chromaOf(su, sv, 2);
  const dv = chromaOf(su, sv, 5);
  const found = v128.or(
    v128.and(storeColors(COLORS, lumaOf(upper, above), du, dv), f32x4.gt(above, zero)),
    v128.and(storeColors(COLORS + 48, lumaOf(lower, below), du, dv), f32x4.gt(below, zero)),
  );
  if (!v128.any_true(found)) return;
  const clipped = v128.or(found, v128.shuffle<u32>(found, found, 1, 0, 3, 2));
  const unit = f32x4.splat(1.0 / 255.0);
  const opacityAbove = f32x4.mul(above, unit);
  const opacityBelow = f32x4.mul(below, unit);
  const opacity = inCells(f32x4.add(opacityAbove, opacityBelow));
  const blue = f32x4.add(
    weighed(COLORS, opacityAbove, -0.1006437, -0.338572, 0.4392157),
    weighed(COLORS + 48, opacityBelow, -0.1006437, -0.338572, 0.4392157),
  );
  const red = f32x4.add(
    weighed(COLORS, opacityAbove, 0.4392157, -0.3989422, -0.0402735),
    weighed(COLORS + 48, opacityBelow, 0.4392157, -0.3989422, -0.0402735),
  );
  const target = GRADED + column;
  storeChroma(GRADED + 32 + (column >> 1), blue, opacity, clipped);
  storeChroma(GRADED + 40 + (column >> 1), red, opacity, clipped);
  storeLuma(target, COLORS, opacityAbove, clipped);
  storeLuma(target + 16, COLORS + 48, opacityBelow, clipped);
}

/** Stores the first `count` bytes of up to 16, keeping what lies behind. */
function storeFirst(target: usize, bytes: v128, count: i32): void {
  const within = v128.load(TAIL_MASK + 16 - count);
  v128.store(target, v128.bitselect(bytes, v128.load(target), within));
}

/**
 * Grades premultiplied planes in place, all factors in Q12 and the results rounded: luma = luma · gain + alpha · lift, and
 * chroma by a matrix, u = u · uu + v · uv + c · liftU, v = u · vu + v · vv + c · liftV.
 *
 * isClipped: whether colors come out clipped to those that red, green and blue of 0 … 255 can show. Chroma cells in which no
 * color is outside by more than 4 stay as they are.
 *
 * y, a: rows `stride` apart; u, v, c: half of it. width, height: even. Rewrites up to 15 bytes past a row's
 * end with their own value.
 */
export function grade(
  y: usize,
  a: usize,
  u: usize,
  v: usize,
  c: usize,
  stride: i32,
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
      const cell = cellRow + <usize>(x >> 1);
      const above = v128.load(y + upper + x);
      const below = v128.load(y + lower + x);
      const coverAbove = v128.load(a + upper + x);
      const coverBelow = v128.load(a + lower + x);
      const us = low(v128.load64_zero(u + cell));
      const vs = low(v128.load64_zero(v + cell));
      const cs = low(v128.load64_zero(c + cell));
      const aboveLeft = graded(low(above), low(coverAbove), toLuma);
      const aboveRight = graded(high(above), high(coverAbove), toLuma);
      const belowLeft = graded(low(below), low(coverBelow), toLuma);
      const belowRight = graded(high(below), high(coverBelow), toLuma);
      const blues = turned(us, vs, cs, toU, raiseU);
      const reds = turned(us, vs, cs, toV, raiseV);
      v128.store(GRADED, i8x16.narrow_i16x8_u(aboveLeft, aboveRight));
      v128.store(GRADED, i8x16.narrow_i16x8_u(belowLeft, belowRight), 16);
      v128.store(GRADED, i8x16.narrow_i16x8_u(blues, reds), 32);
      const count = min(16, width - x);
      if (
        isClipped &&
        !(
          count == 16 &&
          isOpaque(coverAbove, coverBelow) &&
          isWithin(
            i16x8.max_s(aboveLeft, belowLeft),
            i16x8.max_s(aboveRight, belowRight),
            i16x8.min_s(aboveLeft, belowLeft),
            i16x8.min_s(aboveRight, belowRight),
            blues,
            reds,
          )
        )
      ) {
        for (let i = 0; i < count; i += 4) {
          const at = <usize>(x + i);
          const half = cellRow + (at >> 1);
          clipPixels(
            y + upper + at,
            y + lower + at,
            a + upper + at,
            a + lower + at,
            u + half,
            v + half,
            c + half,
            <usize>i,
          );
        }
      }
      storeFirst(y + upper + x, v128.load(GRADED), count);
      storeFirst(y + lower + x, v128.load(GRADED, 16), count);
      storeFirst(u + cell, v128.load64_zero(GRADED, 32), count >> 1);
      storeFirst(v + cell, v128.load64_zero(GRADED, 40), count >> 1);
    }
  }
}
