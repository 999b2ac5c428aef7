import { high, low } from './lanes';
import { cells, lanes, storeBytes } from './mix-colors';
import { share } from './resample';

/**
 * Distance by which a color may be outside of 0 … 255 and stay: rounding alone takes it there, and a player clips it.
 */
const TOLERANCE: f32 = 4;

// The same in 32nds, and closer by the possible error of the test that skips most blocks.
const LEAST: i16 = -2 * 32;
const MOST: i16 = 257 * 32;

/** Address of the colors of four pixels: red, green and blue of the upper row, then of the lower, 0 … 255. */
const COLORS: usize = memory.data(96, 16);

/** 32 × the brightness of 8 luma bytes in 16-bit lanes. */
function brightness(luma: v128): v128 {
  return share(i16x8.shl(i16x8.sub(luma, i16x8.splat(16)), 6), i16x8.splat(19077));
}

/** Chroma bytes in 16-bit lanes as 128 × their distance from gray. */
function away(address: usize): v128 {
  return i16x8.shl(i16x8.sub(low(v128.load64_zero(address)), i16x8.splat(128)), 7);
}

/** Whether no color of 16 × 2 opaque pixels is out of range. */
function isWithin(upper: usize, lower: usize, u: usize, v: usize): bool {
  const du = away(u);
  const dv = away(v);
  const red = share(dv, i16x8.splat(14686));
  const green = i16x8.neg(i16x8.add(share(du, i16x8.splat(1747)), share(dv, i16x8.splat(4366))));
  const blue = share(du, i16x8.splat(17305));
  const most = i16x8.max_s(i16x8.max_s(red, green), blue);
  const least = i16x8.min_s(i16x8.min_s(red, green), blue);
  const above = v128.load(upper);
  const below = v128.load(lower);
  const brightestLeft = brightness(i16x8.max_s(low(above), low(below)));
  const brightestRight = brightness(i16x8.max_s(high(above), high(below)));
  const darkestLeft = brightness(i16x8.min_s(low(above), low(below)));
  const darkestRight = brightness(i16x8.min_s(high(above), high(below)));
  const top = i16x8.max_s(
    i16x8.add(brightestLeft, v128.shuffle<u16>(most, most, 0, 0, 1, 1, 2, 2, 3, 3)),
    i16x8.add(brightestRight, v128.shuffle<u16>(most, most, 4, 4, 5, 5, 6, 6, 7, 7)),
  );
  const bottom = i16x8.min_s(
    i16x8.add(darkestLeft, v128.shuffle<u16>(least, least, 0, 0, 1, 1, 2, 2, 3, 3)),
    i16x8.add(darkestRight, v128.shuffle<u16>(least, least, 4, 4, 5, 5, 6, 6, 7, 7)),
  );
  return !v128.any_true(v128.or(i16x8.gt_s(top, i16x8.splat(MOST)), i16x8.lt_s(bottom, i16x8.splat(LEAST))));
}

function isOpaque(upper: usize, lower: usize): bool {
  return i8x16.all_true(i8x16.eq(v128.and(v128.load(upper), v128.load(lower)), i8x16.splat(-1)));
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

/** Straight values: premultiplied bytes divided by their coverage. */
function straight(values: v128, cover: v128): v128 {
  return f32x4.mul(values, f32x4.div(f32x4.splat(255), f32x4.max(cover, f32x4.splat(1))));
}

/** The same of luma, 0 … 255 from black to white. */
function straightLuma(luma: usize, cover: v128): v128 {
  return f32x4.mul(f32x4.sub(straight(lanes(luma), cover), f32x4.splat(16)), f32x4.splat(1.164384));
}

/** Clips 4 × 2 pixels of any coverage. */
function clipPixels(
  upper: usize,
  lower: usize,
  upperAlpha: usize,
  lowerAlpha: usize,
  u: usize,
  v: usize,
  c: usize,
): void {
  const zero = f32x4.splat(0);
  const center = f32x4.splat(128);
  const above = lanes(upperAlpha);
  const below = lanes(lowerAlpha);
  const cover = cells(c);
  const du = f32x4.sub(straight(cells(u), cover), center);
  const dv = f32x4.sub(straight(cells(v), cover), center);
  const found = v128.or(
    v128.and(storeColors(COLORS, straightLuma(upper, above), du, dv), f32x4.gt(above, zero)),
    v128.and(storeColors(COLORS + 48, straightLuma(lower, below), du, dv), f32x4.gt(below, zero)),
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
  storeChroma(u, blue, opacity, clipped);
  storeChroma(v, red, opacity, clipped);
  storeLuma(upper, COLORS, opacityAbove, clipped);
  storeLuma(lower, COLORS + 48, opacityBelow, clipped);
}

/**
 * Clips the colors of premultiplied planes, in place, to those that red, green and blue of 0 … 255 can show. Chroma
 * cells in which no color is outside by more than 4 stay as they are.
 *
 * y, a: rows `stride` apart; u, v, c: half of it. width: a multiple of 4. height: even.
 */
export function clipColors(
  y: usize,
  a: usize,
  u: usize,
  v: usize,
  c: usize,
  stride: i32,
  width: i32,
  height: i32,
): void {
  for (let row = 0; row < height; row += 2) {
    const upper = <usize>(row * stride);
    const lower = upper + <usize>stride;
    const cellRow = <usize>((row >> 1) * (stride >> 1));
    for (let x = 0; x < width; x += 16) {
      const cell = cellRow + <usize>(x >> 1);
      if (
        width - x >= 16 &&
        isOpaque(a + upper + x, a + lower + x) &&
        isWithin(y + upper + x, y + lower + x, u + cell, v + cell)
      ) {
        continue;
      }
      const count = min(16, width - x);
      for (let i = 0; i < count; i += 4) {
        const at = <usize>(x + i);
        const half = cellRow + (at >> 1);
        clipPixels(y + upper + at, y + lower + at, a + upper + at, a + lower + at, u + half, v + half, c + half);
      }
    }
  }
}
