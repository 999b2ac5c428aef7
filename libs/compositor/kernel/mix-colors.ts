import { div255, high, low } from './lanes';
import { chromaOf, COLOR_BYTES, isFull, lumaOf, storeColors, storeFirst, straight } from './colors';

// Blend modes (W3C Compositing and Blending Level 1 §9-10), in whole levels of 0 … 255, or in single precision where a mode
// divides, takes roots or mixes colors as a whole. The source's colors are replaced by their mix with the backdrop; `blend`
// lays the result over the backdrop.

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

/** Addresses of the colors of a block of the backdrop, which becomes the mixed ones, and of the source. */
const BACKDROP: usize = memory.data(192, 16);
const SOURCE: usize = memory.data(192, 16);

function multiply(b: v128, s: v128): v128 {
  return div255(i16x8.mul(b, s));
}

function screen(b: v128, s: v128): v128 {
  return i16x8.sub(i16x8.add(b, s), multiply(b, s));
}

function hardLight(b: v128, s: v128): v128 {
  const twice = i16x8.add(s, s);
  const lighter = screen(b, i16x8.sub(twice, i16x8.splat(255)));
  return v128.bitselect(multiply(b, twice), lighter, i16x8.lt_s(s, i16x8.splat(128)));
}

function exclusion(b: v128, s: v128): v128 {
  const full = i16x8.splat(255);
  return div255(i16x8.add(i16x8.mul(b, i16x8.sub(full, s)), i16x8.mul(s, i16x8.sub(full, b))));
}

/** The modes that mix each channel on its own, 8 lanes. */
function mixLevels(mode: i32, b: v128, s: v128): v128 {
  switch (mode) {
    case MULTIPLY:
      return multiply(b, s);
    case SCREEN:
      return screen(b, s);
    case OVERLAY:
      return hardLight(s, b);
    case DARKEN:
      return i16x8.min_s(b, s);
    case LIGHTEN:
      return i16x8.max_s(b, s);
    case HARD_LIGHT:
      return hardLight(b, s);
    case DIFFERENCE:
      return i16x8.abs(i16x8.sub(b, s));
    case EXCLUSION:
      return exclusion(b, s);
    default:
      return s;
  }
}

/** Four levels as shares of 0 … 1: of the left half of 8 lanes, and of the right one. */
function leftShares(levels: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(levels)), f32x4.splat(1.0 / 255.0));
}

function rightShares(levels: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(levels)), f32x4.splat(1.0 / 255.0));
}

function levelsOf(shares: v128): v128 {
  return i32x4.trunc_sat_f32x4_u(f32x4.nearest(f32x4.mul(shares, f32x4.splat(255))));
}

/** Eight shares of 0 … 1 as levels. */
function joined(left: v128, right: v128): v128 {
  return i16x8.narrow_i32x4_s(levelsOf(left), levelsOf(right));
}

function half(test: v128, ifTrue: v128, ifFalse: v128): v128 {
  return v128.bitselect(ifTrue, ifFalse, test);
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

/** The modes that mix each channel on its own and divide or take roots, four shares. */
function mixShares(mode: i32, b: v128, s: v128): v128 {
  if (mode == COLOR_DODGE) return colorDodge(b, s);
  return mode == COLOR_BURN ? colorBurn(b, s) : softLight(b, s);
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

/** Address of the mixed colors of four pixels. */
const MIXED: usize = memory.data(48, 16);

/** Mixes 8 pixels as a whole: three vectors of the backdrop become those of the mix. */
function mixWhole(mode: i32, backdrop: usize, source: usize): void {
  const r = v128.load(backdrop);
  const g = v128.load(backdrop, 64);
  const b = v128.load(backdrop, 128);
  const sr = v128.load(source);
  const sg = v128.load(source, 64);
  const sb = v128.load(source, 128);
  storeMixedColor(
    mode,
    MIXED,
    leftShares(r),
    leftShares(g),
    leftShares(b),
    leftShares(sr),
    leftShares(sg),
    leftShares(sb),
  );
  const leftRed = v128.load(MIXED);
  const leftGreen = v128.load(MIXED, 16);
  const leftBlue = v128.load(MIXED, 32);
  storeMixedColor(
    mode,
    MIXED,
    rightShares(r),
    rightShares(g),
    rightShares(b),
    rightShares(sr),
    rightShares(sg),
    rightShares(sb),
  );
  v128.store(backdrop, joined(leftRed, v128.load(MIXED)));
  v128.store(backdrop, joined(leftGreen, v128.load(MIXED, 16)), 64);
  v128.store(backdrop, joined(leftBlue, v128.load(MIXED, 32)), 128);
}

/** Mixes the colors of a block of the backdrop with those of the source. */
function mixBlock(mode: i32): void {
  if (mode >= HUE) {
    for (let at: usize = 0; at < 64; at += 16) mixWhole(mode, BACKDROP + at, SOURCE + at);
    return;
  }
  const isFloat = mode == COLOR_DODGE || mode == COLOR_BURN || mode == SOFT_LIGHT;
  for (let at: usize = 0; at < COLOR_BYTES; at += 16) {
    const b = v128.load(BACKDROP + at);
    const s = v128.load(SOURCE + at);
    const mixed = isFloat
      ? joined(mixShares(mode, leftShares(b), leftShares(s)), mixShares(mode, rightShares(b), rightShares(s)))
      : mixLevels(mode, b, s);
    v128.store(BACKDROP + at, mixed);
  }
}

/** Mixes 8 mixed pixels with the source's where the backdrop is transparent. */
function showSource(at: usize, cover: v128): void {
  const rest = i16x8.sub(i16x8.splat(255), cover);
  for (let channel: usize = 0; channel < COLOR_BYTES; channel += 64) {
    const mixed = i16x8.mul(v128.load(BACKDROP + channel + at), cover);
    const own = i16x8.mul(v128.load(SOURCE + channel + at), rest);
    v128.store(BACKDROP + channel + at, div255(i16x8.add(mixed, own)));
  }
}

/** Stores the colors of a block of premultiplied planes. */
function storeBlock(target: usize, above: v128, below: v128, chroma: v128): void {
  storeColors(target, low(above), high(above), low(below), high(below), low(chroma), high(chroma));
}

/** 8 bytes of each of two planes. */
function chromaAt(u: usize, v: usize): v128 {
  return v128.load64_lane(v, v128.load64_zero(u), 1);
}

/**
 * Blends premultiplied planes with the backdrop below them: target = alpha · B(backdrop, source). B is the blend mode. Where the
 * backdrop is transparent the source stays, by share.
 *
 * y, u, v: the backdrop, rows `stride` (chroma: half of it) apart. a, c: its coverage; 0 if it is opaque. sy, sa, su, sv, sc: the source's planes, rows
 * `sourceStride` (half) apart; sa and sc are 0 if it is opaque. ty, tu, tv: the result, rows `targetStride` (half) apart, may be
 * the source or the backdrop. width: even; height: even. mode: 1..15 (see above). Reads up to 15 bytes past a row's end;
 * rewrites such bytes of the target with their own value.
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
  const opaque = i8x16.splat(-1);
  for (let row = 0; row < height; row += 2) {
    const above = <usize>(row * stride);
    const below = above + <usize>stride;
    const from = <usize>(row * sourceStride);
    const next = from + <usize>sourceStride;
    const cellRow = <usize>((row >> 1) * (stride >> 1));
    const cellFrom = <usize>((row >> 1) * (sourceStride >> 1));
    for (let x = 0; x < width; x += 16) {
      const at = <usize>x;
      const count = min(16, width - x);
      const to = <usize>(row * targetStride) + at;
      const cellTo = <usize>((row >> 1) * (targetStride >> 1)) + (at >> 1);
      const alphaAbove = sa ? v128.load(sa + from + at) : opaque;
      const alphaBelow = sa ? v128.load(sa + next + at) : opaque;
      if (!v128.any_true(v128.or(alphaAbove, alphaBelow))) {
        storeFirst(ty + to, alphaAbove, count);
        storeFirst(ty + to + targetStride, alphaAbove, count);
        storeFirst(tu + cellTo, alphaAbove, count >> 1);
        storeFirst(tv + cellTo, alphaAbove, count >> 1);
        continue;
      }
      const cell = cellRow + (at >> 1);
      const sourceCell = cellFrom + (at >> 1);
      const coverAbove = a ? v128.load(a + above + at) : opaque;
      const coverBelow = a ? v128.load(a + below + at) : opaque;
      storeBlock(
        BACKDROP,
        straight(v128.load(y + above + at), coverAbove),
        straight(v128.load(y + below + at), coverBelow),
        straight(chromaAt(u + cell, v + cell), c ? v128.load64_splat(c + cell) : opaque),
      );
      storeBlock(
        SOURCE,
        straight(v128.load(sy + from + at), alphaAbove),
        straight(v128.load(sy + next + at), alphaBelow),
        straight(chromaAt(su + sourceCell, sv + sourceCell), sc ? v128.load64_splat(sc + sourceCell) : opaque),
      );
      mixBlock(mode);
      if (!isFull(v128.and(coverAbove, coverBelow))) {
        showSource(0, low(coverAbove));
        showSource(16, high(coverAbove));
        showSource(32, low(coverBelow));
        showSource(48, high(coverBelow));
      }
      const chroma = chromaOf(BACKDROP, alphaAbove, alphaBelow);
      storeFirst(ty + to, lumaOf(BACKDROP, alphaAbove), count);
      storeFirst(ty + to + targetStride, lumaOf(BACKDROP + 32, alphaBelow), count);
      storeFirst(tu + cellTo, chroma, count >> 1);
      storeFirst(tv + cellTo, v128.shuffle<u64>(chroma, chroma, 1, 1), count >> 1);
    }
  }
}
