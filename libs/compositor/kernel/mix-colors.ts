// Blend modes (W3C Compositing and Blending Level 1 §9-10), four pixels at a time in single precision. The source's
// colors are replaced by their mix with the backdrop; `blend` lays the result over the backdrop.

const MULTIPLY = 1;
const SCREEN = 2;
const OVERLAY = 3;
const DARKEN = 4;
const LIGHTEN = 5;
const COLOR_DODGE = 6;
const COLOR_BURN = 7;
const HARD_LIGHT = 8;
const SOFT_LIGHT = 9;
const DIFFERENCE = 10;
const EXCLUSION = 11;
const HUE = 12;
const SATURATION = 13;
const COLOR = 14;

/** Address of the mixed colors of four pixels: red, green and blue of the upper row, then of the lower. */
const MIXED: usize = memory.data(96, 16);

/** Lays two neighboring chroma bytes out as 32-bit lanes a, a, b, b. */
function cellLanes(): v128 {
  return i8x16(0, -1, -1, -1, 0, -1, -1, -1, 1, -1, -1, -1, 1, -1, -1, -1);
}

/** Four neighboring bytes in single precision. */
export function lanes(address: usize): v128 {
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(address))));
}

/** Two neighboring chroma bytes in single precision, each for its two pixels. */
export function cells(address: usize): v128 {
  return f32x4.convert_i32x4_u(i8x16.swizzle(v128.load16_splat(address), cellLanes()));
}

/** A color channel as a whole number of 255ths, 0 … 1. */
function channel(value: v128): v128 {
  const clamped = f32x4.min(f32x4.max(value, f32x4.splat(0)), f32x4.splat(255));
  return f32x4.mul(f32x4.nearest(clamped), f32x4.splat(1.0 / 255.0));
}

function red(luma: v128, v: v128): v128 {
  return channel(f32x4.add(luma, f32x4.mul(v, f32x4.splat(1.792741))));
}

function green(luma: v128, u: v128, v: v128): v128 {
  return channel(f32x4.sub(f32x4.sub(luma, f32x4.mul(u, f32x4.splat(0.213249))), f32x4.mul(v, f32x4.splat(0.532909))));
}

function blue(luma: v128, u: v128): v128 {
  return channel(f32x4.add(luma, f32x4.mul(u, f32x4.splat(2.112402))));
}

function half(test: v128, ifTrue: v128, ifFalse: v128): v128 {
  return v128.bitselect(ifTrue, ifFalse, test);
}

function multiply(b: v128, s: v128): v128 {
  return f32x4.mul(b, s);
}

function screen(b: v128, s: v128): v128 {
  return f32x4.sub(f32x4.add(b, s), f32x4.mul(b, s));
}

function hardLight(b: v128, s: v128): v128 {
  const twice = f32x4.add(s, s);
  return half(f32x4.le(s, f32x4.splat(0.5)), multiply(b, twice), screen(b, f32x4.sub(twice, f32x4.splat(1))));
}

function colorDodge(b: v128, s: v128): v128 {
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const quotient = f32x4.min(one, f32x4.div(b, f32x4.sub(one, s)));
  return half(f32x4.eq(b, zero), zero, half(f32x4.ge(s, one), one, quotient));
}

function colorBurn(b: v128, s: v128): v128 {
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const rest = f32x4.sub(one, f32x4.min(one, f32x4.div(f32x4.sub(one, b), s)));
  return half(f32x4.ge(b, one), one, half(f32x4.le(s, zero), zero, rest));
}

function softLight(b: v128, s: v128): v128 {
  const one = f32x4.splat(1);
  const twice = f32x4.sub(f32x4.add(s, s), one);
  const darker = f32x4.add(b, f32x4.mul(twice, f32x4.mul(b, f32x4.sub(one, b))));
  const cubic = f32x4.mul(
    f32x4.add(f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(16), b), f32x4.splat(12)), b), f32x4.splat(4)),
    b,
  );
  const root = half(f32x4.le(b, f32x4.splat(0.25)), cubic, f32x4.sqrt(b));
  const lighter = f32x4.add(b, f32x4.mul(twice, f32x4.sub(root, b)));
  return half(f32x4.le(s, f32x4.splat(0.5)), darker, lighter);
}

function exclusion(b: v128, s: v128): v128 {
  const product = f32x4.mul(b, s);
  return f32x4.sub(f32x4.add(b, s), f32x4.add(product, product));
}

/** The modes that mix each channel on its own. */
function mixChannel(mode: i32, b: v128, s: v128): v128 {
  switch (mode) {
    case MULTIPLY:
      return multiply(b, s);
    case SCREEN:
      return screen(b, s);
    case OVERLAY:
      return hardLight(s, b);
    case DARKEN:
      return f32x4.min(b, s);
    case LIGHTEN:
      return f32x4.max(b, s);
    case COLOR_DODGE:
      return colorDodge(b, s);
    case COLOR_BURN:
      return colorBurn(b, s);
    case HARD_LIGHT:
      return hardLight(b, s);
    case SOFT_LIGHT:
      return softLight(b, s);
    case DIFFERENCE:
      return f32x4.abs(f32x4.sub(b, s));
    case EXCLUSION:
      return exclusion(b, s);
    default:
      return s;
  }
}

function luminosity(r: v128, g: v128, b: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(r, f32x4.splat(0.3)), f32x4.mul(g, f32x4.splat(0.59))),
    f32x4.mul(b, f32x4.splat(0.11)),
  );
}

function least(r: v128, g: v128, b: v128): v128 {
  return f32x4.min(f32x4.min(r, g), b);
}

function most(r: v128, g: v128, b: v128): v128 {
  return f32x4.max(f32x4.max(r, g), b);
}

/** Brings one channel of a color with luminosity l, least n and most x into 0 … 1 without changing l. */
function clipped(c: v128, l: v128, n: v128, x: v128): v128 {
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const away = f32x4.sub(c, l);
  const raised = f32x4.add(l, f32x4.div(f32x4.mul(away, l), f32x4.sub(l, n)));
  const lowered = f32x4.add(l, f32x4.div(f32x4.mul(away, f32x4.sub(one, l)), f32x4.sub(x, l)));
  return half(f32x4.gt(x, one), lowered, half(f32x4.lt(n, zero), raised, c));
}

/** Stores a color moved to luminosity l. */
function storeWithLuminosity(target: usize, r: v128, g: v128, b: v128, l: v128): void {
  const move = f32x4.sub(l, luminosity(r, g, b));
  const r1 = f32x4.add(r, move);
  const g1 = f32x4.add(g, move);
  const b1 = f32x4.add(b, move);
  const n = least(r1, g1, b1);
  const x = most(r1, g1, b1);
  v128.store(target, clipped(r1, l, n, x));
  v128.store(target, clipped(g1, l, n, x), 16);
  v128.store(target, clipped(b1, l, n, x), 32);
}

/** One channel stretched from the spread low … high to 0 … saturation; 0 where there is no spread. */
function saturated(c: v128, low: v128, spread: v128, saturation: v128): v128 {
  const zero = f32x4.splat(0);
  return half(f32x4.le(spread, zero), zero, f32x4.div(f32x4.mul(f32x4.sub(c, low), saturation), spread));
}

/** The modes that mix colors as a whole. */
function storeMixedColor(mode: i32, target: usize, br: v128, bg: v128, bb: v128, sr: v128, sg: v128, sb: v128): void {
  if (mode == COLOR) {
    storeWithLuminosity(target, sr, sg, sb, luminosity(br, bg, bb));
  } else if (mode == HUE || mode == SATURATION) {
    const isHue = mode == HUE;
    const r = isHue ? sr : br;
    const g = isHue ? sg : bg;
    const b = isHue ? sb : bb;
    const low = least(r, g, b);
    const spread = f32x4.sub(most(r, g, b), low);
    const saturation = isHue
      ? f32x4.sub(most(br, bg, bb), least(br, bg, bb))
      : f32x4.sub(most(sr, sg, sb), least(sr, sg, sb));
    storeWithLuminosity(
      target,
      saturated(r, low, spread, saturation),
      saturated(g, low, spread, saturation),
      saturated(b, low, spread, saturation),
      luminosity(br, bg, bb),
    );
  } else {
    storeWithLuminosity(target, br, bg, bb, luminosity(sr, sg, sb));
  }
}

/** Mixes one stored channel with the source's where the backdrop is transparent. */
function storeOver(target: usize, source: v128, cover: v128): void {
  v128.store(target, f32x4.add(source, f32x4.mul(cover, f32x4.sub(v128.load(target), source))));
}

/**
 * Mixes four pixels of one row into `target` as three channels of 0 … 1.
 *
 * perCover: what the backdrop's luma is multiplied by; cover: its coverage, used if it is a surface.
 */
function mixRow(
  mode: i32,
  backdrop: usize,
  perCover: v128,
  cover: v128,
  isSurface: bool,
  source: usize,
  perAlpha: v128,
  chroma: usize,
  target: usize,
): void {
  const scale = f32x4.splat(1.164384);
  const sixteen = f32x4.splat(16);
  const bLuma = f32x4.mul(f32x4.sub(f32x4.mul(lanes(backdrop), perCover), sixteen), scale);
  const sLuma = f32x4.mul(f32x4.sub(f32x4.mul(lanes(source), perAlpha), sixteen), scale);
  const bu = v128.load(chroma);
  const bv = v128.load(chroma, 16);
  const su = v128.load(chroma, 32);
  const sv = v128.load(chroma, 48);
  const br = red(bLuma, bv);
  const bg = green(bLuma, bu, bv);
  const bb = blue(bLuma, bu);
  const sr = red(sLuma, sv);
  const sg = green(sLuma, su, sv);
  const sb = blue(sLuma, su);
  if (mode < HUE) {
    v128.store(target, mixChannel(mode, br, sr));
    v128.store(target, mixChannel(mode, bg, sg), 16);
    v128.store(target, mixChannel(mode, bb, sb), 32);
  } else {
    storeMixedColor(mode, target, br, bg, bb, sr, sg, sb);
  }
  if (!isSurface) return;
  storeOver(target, sr, cover);
  storeOver(target + 16, sg, cover);
  storeOver(target + 32, sb, cover);
}

/** Chroma of four pixels of both rows, centered on 0. */
const CHROMA: usize = memory.data(64, 16);

/** Four values of 0 … 255 as bytes. */
export function storeBytes(target: usize, values: v128): void {
  const words = i32x4.trunc_sat_f32x4_u(f32x4.nearest(values));
  const narrow = i16x8.narrow_i32x4_u(words, words);
  v128.store32_lane(target, i8x16.narrow_i16x8_u(narrow, narrow), 0);
}

/** Alpha times the luma of mixed pixels. */
function storeLuma(target: usize, mixed: usize, alpha: v128): void {
  const luma = f32x4.add(
    f32x4.add(
      f32x4.mul(v128.load(mixed), f32x4.splat(46.5594)),
      f32x4.mul(v128.load(mixed, 16), f32x4.splat(156.6288)),
    ),
    f32x4.add(f32x4.mul(v128.load(mixed, 32), f32x4.splat(15.8118)), f32x4.splat(16)),
  );
  storeBytes(target, f32x4.mul(luma, alpha));
}

/** Sums of a color channel times alpha over both rows of each cell: lanes 0 and 1 hold the two cells. */
function cellSums(offset: usize, upperAlpha: v128, lowerAlpha: v128): v128 {
  const rows = f32x4.add(
    f32x4.mul(v128.load(MIXED + offset), upperAlpha),
    f32x4.mul(v128.load(MIXED + offset, 48), lowerAlpha),
  );
  return f32x4.add(v128.shuffle<u32>(rows, rows, 0, 2, 0, 2), v128.shuffle<u32>(rows, rows, 1, 3, 1, 3));
}

/** Stores two cells' chroma: the weighted colors plus the offset 128 that rides on alpha. */
function storeChroma(target: usize, r: v128, g: v128, b: v128, alpha: v128): void {
  const value = f32x4.add(f32x4.add(r, g), f32x4.add(b, f32x4.mul(alpha, f32x4.splat(128))));
  const words = i32x4.trunc_sat_f32x4_u(f32x4.nearest(f32x4.mul(value, f32x4.splat(0.25))));
  const narrow = i16x8.narrow_i32x4_u(words, words);
  v128.store16_lane(target, i8x16.narrow_i16x8_u(narrow, narrow), 0);
}

/**
 * Blends premultiplied planes with the backdrop below them: target = alpha · B(backdrop, source). B is the blend mode. Where the
 * backdrop is transparent the source stays, by share.
 *
 * y, u, v: the backdrop, rows `stride` (chroma: half of it) apart. a, c: its coverage; 0 if it is opaque. sy, sa, su, sv, sc: the source's planes, rows
 * `sourceStride` (half) apart. ty, tu, tv: the result, rows `targetStride` (half) apart, may be the source. width: even;
 * height: even. mode: 1..15 (see above). Reads up to 3 bytes past a row's end, writes up to 2 past the target's.
 */
export function mixColors(
  y: usize,
  u: usize,
  v: usize,
  a: usize,
  c: usize,
  stride: i32,
  sy: usize,
  sa: usize,
  su: usize,
  sv: usize,
  sc: usize,
  sourceStride: i32,
  ty: usize,
  tu: usize,
  tv: usize,
  targetStride: i32,
  width: i32,
  height: i32,
  mode: i32,
): void {
  const center = f32x4.splat(128);
  const full = f32x4.splat(255);
  const unit = f32x4.splat(1.0 / 255.0);
  for (let row = 0; row < height; row += 2) {
    const above = <usize>(row * stride);
    const from = <usize>(row * sourceStride);
    const to = <usize>(row * targetStride);
    const cellRow = <usize>((row >> 1) * (stride >> 1));
    const cellFrom = <usize>((row >> 1) * (sourceStride >> 1));
    const cellTo = <usize>((row >> 1) * (targetStride >> 1));
    for (let x: usize = 0; x < <usize>width; x += 4) {
      const cell = x >> 1;
      if ((load<u32>(sa + from + x) | load<u32>(sa + from + sourceStride + x)) == 0) {
        store<u32>(ty + to + x, 0);
        store<u32>(ty + to + targetStride + x, 0);
        store<u16>(tu + cellTo + cell, 0);
        store<u16>(tv + cellTo + cell, 0);
        continue;
      }
      const upperAlpha = lanes(sa + from + x);
      const lowerAlpha = lanes(sa + from + sourceStride + x);
      const perCell = f32x4.div(full, f32x4.max(cells(sc + cellFrom + cell), f32x4.splat(1)));
      const one = f32x4.splat(1);
      const coverAbove = a ? lanes(a + above + x) : full;
      const coverBelow = a ? lanes(a + above + stride + x) : full;
      const perCover = a ? f32x4.div(full, f32x4.max(cells(c + cellRow + cell), one)) : one;
      v128.store(CHROMA, f32x4.sub(f32x4.mul(cells(u + cellRow + cell), perCover), center));
      v128.store(CHROMA, f32x4.sub(f32x4.mul(cells(v + cellRow + cell), perCover), center), 16);
      v128.store(CHROMA, f32x4.sub(f32x4.mul(cells(su + cellFrom + cell), perCell), center), 32);
      v128.store(CHROMA, f32x4.sub(f32x4.mul(cells(sv + cellFrom + cell), perCell), center), 48);
      mixRow(
        mode,
        y + above + x,
        f32x4.div(full, f32x4.max(coverAbove, one)),
        f32x4.mul(coverAbove, unit),
        a != 0,
        sy + from + x,
        f32x4.div(full, f32x4.max(upperAlpha, one)),
        CHROMA,
        MIXED,
      );
      mixRow(
        mode,
        y + above + stride + x,
        f32x4.div(full, f32x4.max(coverBelow, one)),
        f32x4.mul(coverBelow, unit),
        a != 0,
        sy + from + sourceStride + x,
        f32x4.div(full, f32x4.max(lowerAlpha, one)),
        CHROMA,
        MIXED + 48,
      );
      const upper = f32x4.mul(upperAlpha, unit);
      const lower = f32x4.mul(lowerAlpha, unit);
      storeLuma(ty + to + x, MIXED, upper);
      storeLuma(ty + to + targetStride + x, MIXED + 48, lower);
      const r = cellSums(0, upper, lower);
      const g = cellSums(16, upper, lower);
      const b = cellSums(32, upper, lower);
      const rows = f32x4.add(upper, lower);
      const alpha = f32x4.add(v128.shuffle<u32>(rows, rows, 0, 2, 0, 2), v128.shuffle<u32>(rows, rows, 1, 3, 1, 3));
      storeChroma(
        tu + cellTo + cell,
        f32x4.mul(r, f32x4.splat(-25.6642)),
        f32x4.mul(g, f32x4.splat(-86.3358)),
        f32x4.mul(b, f32x4.splat(112)),
        alpha,
      );
      storeChroma(
        tv + cellTo + cell,
        f32x4.mul(r, f32x4.splat(112)),
        f32x4.mul(g, f32x4.splat(-101.7303)),
        f32x4.mul(b, f32x4.splat(-10.2697)),
        alpha,
      );
    }
  }
}
