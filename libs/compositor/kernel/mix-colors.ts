import { CHANNEL_BYTES, chromaOf, COLOR_BYTES, isFull, lumaOf, storeColors, straight, truncated } from './colors';
import { div255, firstFour, high, low, product, storeFirst } from './lanes';
import { share } from './resample';

// Blend modes (W3C Compositing and Blending Level 1 §9-10), in bytes, or in single precision where a mode
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
const BACKDROP: usize = memory.data(96, 16);
const SOURCE: usize = memory.data(96, 16);

function screen(b: v128, s: v128): v128 {
  return i8x16.sub(i8x16.add(b, s), product(b, s));
}

function hardLight(b: v128, s: v128): v128 {
  const isDark = i8x16.ge_s(s, i8x16.splat(0));
  // 2 · s, or 2 · s − 255 from 128 on, which is one more without its ninth bit.
  const twice = i8x16.sub(i8x16.add(s, s), v128.not(isDark));
  const multiplied = product(b, twice);
  return v128.bitselect(multiplied, i8x16.sub(i8x16.add(b, twice), multiplied), isDark);
}

function exclusion(b: v128, s: v128): v128 {
  const darkB = v128.not(b);
  const darkS = v128.not(s);
  return i8x16.narrow_i16x8_u(
    div255(i16x8.add(i16x8.extmul_low_i8x16_u(b, darkS), i16x8.extmul_low_i8x16_u(s, darkB))),
    div255(i16x8.add(i16x8.extmul_high_i8x16_u(b, darkS), i16x8.extmul_high_i8x16_u(s, darkB))),
  );
}

/** The last four of 8 lanes in single precision. */
function lastFour(lanes: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(lanes));
}

function nearest(values: v128): v128 {
  return truncated(f32x4.nearest(values));
}

function dodgeFour(b: v128, rest: v128): v128 {
  const full = f32x4.splat(255);
  return nearest(f32x4.min(full, f32x4.div(f32x4.mul(b, full), rest)));
}

function dodgeEight(b: v128, rest: v128): v128 {
  return i16x8.narrow_i32x4_s(dodgeFour(firstFour(b), firstFour(rest)), dodgeFour(lastFour(b), lastFour(rest)));
}

function colorDodge(b: v128, s: v128): v128 {
  const rest = v128.not(s);
  const dodged = i8x16.narrow_i16x8_u(dodgeEight(low(b), low(rest)), dodgeEight(high(b), high(rest)));
  return v128.and(dodged, i8x16.ne(b, i8x16.splat(0)));
}

/** 65536 × what a soft light adds to a share at most. */
function lighterFour(b: v128): v128 {
  const x = f32x4.mul(b, f32x4.splat(1.0 / 255.0));
  const cubic = f32x4.mul(
    f32x4.add(f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(16), x), f32x4.splat(12)), x), f32x4.splat(4)),
    x,
  );
  const root = v128.bitselect(cubic, f32x4.sqrt(x), f32x4.le(x, f32x4.splat(0.25)));
  return nearest(f32x4.mul(f32x4.sub(root, x), f32x4.splat(65536)));
}

function softLightEight(b: v128, s: v128): v128 {
  const parabola = i16x8.mul(b, i16x8.sub(i16x8.splat(255), b));
  const darker = i16x8.add(parabola, i16x8.shr_u(parabola, 7));
  const lighter = i16x8.narrow_i32x4_s(lighterFour(firstFour(b)), lighterFour(lastFour(b)));
  const most = v128.bitselect(darker, lighter, i16x8.lt_s(s, i16x8.splat(128)));
  const strength = i16x8.shl(i16x8.sub(i16x8.add(s, s), i16x8.splat(255)), 7);
  const change = i16x8.add(share(strength, most), i16x8.splat(128));
  return i16x8.add(b, i16x8.shr_s(change, 8));
}

function softLight(b: v128, s: v128): v128 {
  return i8x16.narrow_i16x8_u(softLightEight(low(b), low(s)), softLightEight(high(b), high(s)));
}

/** The modes that mix each channel on its own, 16 bytes. */
function mixChannel(mode: i32, b: v128, s: v128): v128 {
  switch (mode) {
    case MULTIPLY:
      return product(b, s);
    case SCREEN:
      return screen(b, s);
    case OVERLAY:
      return hardLight(s, b);
    case DARKEN:
      return i8x16.min_u(b, s);
    case LIGHTEN:
      return i8x16.max_u(b, s);
    case COLOR_DODGE:
      return colorDodge(b, s);
    case COLOR_BURN:
      return v128.not(colorDodge(v128.not(b), v128.not(s)));
    case HARD_LIGHT:
      return hardLight(b, s);
    case SOFT_LIGHT:
      return softLight(b, s);
    case DIFFERENCE:
      return v128.or(i8x16.sub_sat_u(b, s), i8x16.sub_sat_u(s, b));
    case EXCLUSION:
      return exclusion(b, s);
    default:
      return s;
  }
}

/** Four bytes at an address as shares of 0 … 1. */
function shares(address: usize): v128 {
  return f32x4.mul(firstFour(low(v128.load32_zero(address))), f32x4.splat(1.0 / 255.0));
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

/** Stores a channel of shares as four bytes. */
function storeShares(target: usize, values: v128): void {
  const words = nearest(f32x4.mul(values, f32x4.splat(255)));
  const narrow = i16x8.narrow_i32x4_s(words, words);
  v128.store32_lane(target, i8x16.narrow_i16x8_u(narrow, narrow), 0);
}

/** Stores a color moved to luminosity l, and from there toward gray as far as it is out of 0 … 1. */
function storeWithLuminosity(target: usize, r: v128, g: v128, b: v128, l: v128): void {
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const move = f32x4.sub(l, luminosity(r, g, b));
  const n = f32x4.add(least(r, g, b), move);
  const x = f32x4.add(most(r, g, b), move);
  const isAbove = f32x4.gt(x, one);
  const share = f32x4.div(
    v128.bitselect(f32x4.sub(one, l), l, isAbove),
    v128.bitselect(f32x4.sub(x, l), f32x4.sub(l, n), isAbove),
  );
  const kept = v128.bitselect(share, one, v128.or(isAbove, f32x4.lt(n, zero)));
  storeShares(target, f32x4.add(l, f32x4.mul(f32x4.sub(f32x4.add(r, move), l), kept)));
  storeShares(target + CHANNEL_BYTES, f32x4.add(l, f32x4.mul(f32x4.sub(f32x4.add(g, move), l), kept)));
  storeShares(target + 2 * CHANNEL_BYTES, f32x4.add(l, f32x4.mul(f32x4.sub(f32x4.add(b, move), l), kept)));
}

/** Mixes four pixels as a whole: three channels of the backdrop become those of the mix. */
function mixFour(mode: i32, backdrop: usize, source: usize): void {
  const br = shares(backdrop);
  const bg = shares(backdrop + CHANNEL_BYTES);
  const bb = shares(backdrop + 2 * CHANNEL_BYTES);
  const sr = shares(source);
  const sg = shares(source + CHANNEL_BYTES);
  const sb = shares(source + 2 * CHANNEL_BYTES);
  if (mode == COLOR) {
    storeWithLuminosity(backdrop, sr, sg, sb, luminosity(br, bg, bb));
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
    // Without a spread all three stay 0.
    const stretch = v128.and(f32x4.div(saturation, spread), f32x4.gt(spread, f32x4.splat(0)));
    storeWithLuminosity(
      backdrop,
      f32x4.mul(f32x4.sub(r, low), stretch),
      f32x4.mul(f32x4.sub(g, low), stretch),
      f32x4.mul(f32x4.sub(b, low), stretch),
      luminosity(br, bg, bb),
    );
  } else {
    storeWithLuminosity(backdrop, br, bg, bb, luminosity(sr, sg, sb));
  }
}

/** Mixes the colors of a block of the backdrop with those of the source. */
function mixBlock(mode: i32): void {
  if (mode >= HUE) {
    for (let at: usize = 0; at < CHANNEL_BYTES; at += 4) mixFour(mode, BACKDROP + at, SOURCE + at);
    return;
  }
  for (let at: usize = 0; at < COLOR_BYTES; at += 16) {
    v128.store(BACKDROP + at, mixChannel(mode, v128.load(BACKDROP + at), v128.load(SOURCE + at)));
  }
}

/** Mixes a row of mixed pixels with the source's where the backdrop is transparent. */
function showSource(row: usize, cover: v128): void {
  const rest = v128.not(cover);
  for (let at = row; at < COLOR_BYTES; at += CHANNEL_BYTES) {
    const mixed = v128.load(BACKDROP + at);
    const own = v128.load(SOURCE + at);
    const left = i16x8.add(i16x8.extmul_low_i8x16_u(mixed, cover), i16x8.extmul_low_i8x16_u(own, rest));
    const right = i16x8.add(i16x8.extmul_high_i8x16_u(mixed, cover), i16x8.extmul_high_i8x16_u(own, rest));
    v128.store(BACKDROP + at, i8x16.narrow_i16x8_u(div255(left), div255(right)));
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
      let lumaAbove = v128.load(y + above + at);
      let lumaBelow = v128.load(y + below + at);
      let chroma = chromaAt(u + cell, v + cell);
      if (a) {
        lumaAbove = straight(lumaAbove, coverAbove);
        lumaBelow = straight(lumaBelow, coverBelow);
        chroma = straight(chroma, v128.load64_splat(c + cell));
      }
      storeBlock(BACKDROP, lumaAbove, lumaBelow, chroma);
      lumaAbove = v128.load(sy + from + at);
      lumaBelow = v128.load(sy + next + at);
      chroma = chromaAt(su + sourceCell, sv + sourceCell);
      if (sa) {
        lumaAbove = straight(lumaAbove, alphaAbove);
        lumaBelow = straight(lumaBelow, alphaBelow);
        chroma = straight(chroma, v128.load64_splat(sc + sourceCell));
      }
      storeBlock(SOURCE, lumaAbove, lumaBelow, chroma);
      mixBlock(mode);
      if (a && !isFull(v128.and(coverAbove, coverBelow))) {
        showSource(0, coverAbove);
        showSource(16, coverBelow);
      }
      chroma = chromaOf(BACKDROP, alphaAbove, alphaBelow);
      storeFirst(ty + to, lumaOf(BACKDROP, alphaAbove), count);
      storeFirst(ty + to + targetStride, lumaOf(BACKDROP + 16, alphaBelow), count);
      storeFirst(tu + cellTo, chroma, count >> 1);
      storeFirst(tv + cellTo, v128.shuffle<u64>(chroma, chroma, 1, 1), count >> 1);
    }
  }
}
