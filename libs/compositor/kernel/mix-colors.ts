import { CHANNEL_BYTES, chromaOf, COLOR_BYTES, isFull, lumaOf, storeColors, straight, truncated } from './colors';
import { div255, firstFour, high, low, product, storeFirst } from './lanes';
import { share } from './resample';

// Blend modes (W3C Compositing and Blending Level 1 §9-10), in bytes, where a mode mixes colors as a whole in 64ths of a
// level, and in single precision where it divides. The source's colors are replaced by their mix with the backdrop; `blend`
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

/** Products of two times four colors and 255, divided by what the source leaves of white. */
function dodgeEight(b: v128, rest: v128): v128 {
  const full = i16x8.mul(b, i16x8.splat(255));
  return i16x8.narrow_i32x4_s(
    truncated(f32x4.nearest(f32x4.div(firstFour(full), firstFour(rest)))),
    truncated(f32x4.nearest(f32x4.div(lastFour(full), lastFour(rest)))),
  );
}

function colorDodge(b: v128, s: v128): v128 {
  const rest = v128.not(s);
  const dodged = i8x16.narrow_i16x8_u(dodgeEight(low(b), low(rest)), dodgeEight(high(b), high(rest)));
  const black = i8x16.splat(0);
  return v128.and(v128.or(dodged, i8x16.eq(rest, black)), i8x16.ne(b, black));
}

/** A step of Horner's rule in Q16, at points in Q15. */
function next(sum: v128, at: v128, coefficient: i16): v128 {
  return i16x8.add(share(sum, at), i16x8.splat(coefficient));
}

/** 65536 × what a soft light adds to a share x of white at most: up to a quarter (1 − (1 − 4x)³) / 4, above √x − x. */
function lighter(b: v128): v128 {
  const z = i16x8.sub(i16x8.splat(32767), i16x8.mul(b, i16x8.splat(514)));
  const cubic = i16x8.shr_u(i16x8.sub(i16x8.splat(32767), share(share(z, z), z)), 1);
  // √x − x within 0.0003, by a polynomial at −1 … 1 for 64 … 255.
  const w = i16x8.mul(i16x8.sub(i16x8.add(b, b), i16x8.splat(319)), i16x8.splat(171));
  const third = next(next(i16x8.splat(-345), w, 879), w, -2316);
  return v128.bitselect(next(next(third, w, -9103), w, 10839), cubic, i16x8.gt_s(b, i16x8.splat(63)));
}

function softLightEight(b: v128, s: v128): v128 {
  const parabola = i16x8.mul(b, i16x8.sub(i16x8.splat(255), b));
  const isLight = i16x8.gt_s(s, i16x8.splat(127));
  let most = i16x8.add(parabola, i16x8.shr_u(parabola, 7));
  if (v128.any_true(isLight)) most = v128.bitselect(lighter(b), most, isLight);
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

/** White in 64ths of a level. */
const WHITE: i16 = 255 * 64;

/** Eight bytes at an address. */
function levelsAt(address: usize): v128 {
  return v128.load_ext<u8>(address);
}

/** Eight bytes at an address in 64ths. */
function channelAt(address: usize): v128 {
  return i16x8.shl(levelsAt(address), 6);
}

function luminosity(r: v128, g: v128, b: v128): v128 {
  return i16x8.add(i16x8.add(share(r, i16x8.splat(9830)), share(g, i16x8.splat(19333))), share(b, i16x8.splat(3605)));
}

function least(r: v128, g: v128, b: v128): v128 {
  return i16x8.min_s(i16x8.min_s(r, g), b);
}

function most(r: v128, g: v128, b: v128): v128 {
  return i16x8.max_s(i16x8.max_s(r, g), b);
}

/** The luminosity of eight colors at an address, in 64ths. */
function luminosityAt(color: usize): v128 {
  return luminosity(channelAt(color), channelAt(color + CHANNEL_BYTES), channelAt(color + 2 * CHANNEL_BYTES));
}

/** The saturation of eight colors at an address, in levels. */
function saturationAt(color: usize): v128 {
  const r = levelsAt(color);
  const g = levelsAt(color + CHANNEL_BYTES);
  const b = levelsAt(color + 2 * CHANNEL_BYTES);
  return i16x8.sub(most(r, g, b), least(r, g, b));
}

function storeLevels(target: usize, channel: v128): void {
  const levels = i16x8.shr_s(i16x8.add(channel, i16x8.splat(32)), 6);
  v128.store64_lane(target, i8x16.narrow_i16x8_u(levels, levels), 0);
}

/** Four quotients in Q15. */
function quotients(part: v128, whole: v128): v128 {
  return truncated(f32x4.mul(f32x4.div(part, whole), f32x4.splat(32768)));
}

/** Stores a color moved to luminosity l, and from there toward gray as far as it is out of 0 … {@link WHITE}. */
function storeWithLuminosity(target: usize, r: v128, g: v128, b: v128, l: v128): void {
  const move = i16x8.sub(l, luminosity(r, g, b));
  let red = i16x8.add(r, move);
  let green = i16x8.add(g, move);
  let blue = i16x8.add(b, move);
  const n = least(red, green, blue);
  const x = most(red, green, blue);
  const white = i16x8.splat(WHITE);
  const isAbove = i16x8.gt_s(x, white);
  const isOutside = v128.or(isAbove, i16x8.shr_s(n, 15));
  if (v128.any_true(isOutside)) {
    const part = v128.bitselect(i16x8.sub(white, l), l, isAbove);
    const whole = v128.bitselect(i16x8.sub(x, l), i16x8.sub(l, n), isAbove);
    const share15 = i16x8.narrow_i32x4_s(
      quotients(firstFour(part), firstFour(whole)),
      quotients(lastFour(part), lastFour(whole)),
    );
    // A share of 32767 keeps every distance from gray as it is.
    const kept = v128.bitselect(share15, i16x8.splat(32767), isOutside);
    red = i16x8.add(l, share(i16x8.sub(red, l), kept));
    green = i16x8.add(l, share(i16x8.sub(green, l), kept));
    blue = i16x8.add(l, share(i16x8.sub(blue, l), kept));
  }
  storeLevels(target, red);
  storeLevels(target + CHANNEL_BYTES, green);
  storeLevels(target + 2 * CHANNEL_BYTES, blue);
}

/** 256 × a quotient of four whole numbers, the first ones given times 256. */
function factors(times256: v128, whole: v128): v128 {
  return truncated(f32x4.nearest(f32x4.div(times256, whole)));
}

/** Eight levels times factors in Q8, in 64ths; at most {@link WHITE} and half a level. */
function stretched(levels: v128, factor: v128): v128 {
  return i16x8.shr_u(i16x8.mul(levels, factor), 2);
}

/** Stores the hue of a color at an address with a saturation, in levels, and a luminosity. */
function storeWithSaturation(target: usize, color: usize, saturation: v128, l: v128): void {
  const r = levelsAt(color);
  const g = levelsAt(color + CHANNEL_BYTES);
  const b = levelsAt(color + 2 * CHANNEL_BYTES);
  const low = least(r, g, b);
  // Without a spread all three are 0.
  const spread = i16x8.max_s(i16x8.sub(most(r, g, b), low), i16x8.splat(1));
  const times256 = i16x8.shl(saturation, 8);
  const factor = i16x8.narrow_i32x4_u(
    factors(firstFour(times256), firstFour(spread)),
    factors(lastFour(times256), lastFour(spread)),
  );
  storeWithLuminosity(
    target,
    stretched(i16x8.sub(r, low), factor),
    stretched(i16x8.sub(g, low), factor),
    stretched(i16x8.sub(b, low), factor),
    l,
  );
}

/** Mixes eight pixels as a whole: three channels of the backdrop become those of the mix. */
function mixEight(mode: i32, backdrop: usize, source: usize): void {
  if (mode == HUE) {
    storeWithSaturation(backdrop, source, saturationAt(backdrop), luminosityAt(backdrop));
  } else if (mode == SATURATION) {
    storeWithSaturation(backdrop, backdrop, saturationAt(source), luminosityAt(backdrop));
  } else {
    const isColor = mode == COLOR;
    const color = isColor ? source : backdrop;
    const l = luminosityAt(isColor ? backdrop : source);
    storeWithLuminosity(
      backdrop,
      channelAt(color),
      channelAt(color + CHANNEL_BYTES),
      channelAt(color + 2 * CHANNEL_BYTES),
      l,
    );
  }
}

/** Mixes the colors of a block of the backdrop with those of the source. */
function mixBlock(mode: i32): void {
  if (mode >= HUE) {
    for (let at: usize = 0; at < CHANNEL_BYTES; at += 8) mixEight(mode, BACKDROP + at, SOURCE + at);
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
