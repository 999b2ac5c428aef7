import { firstFour, high, low, product } from './lanes';
import { share } from './resample';

// Colors of blocks of 16 × 2 pixels as bytes: red of the upper row and of the lower, then green, then blue.

/** Bytes of the colors of a block, and of one channel of it. */
export const COLOR_BYTES: usize = 96;
export const CHANNEL_BYTES: usize = 32;

/** 8 values within the bounds between which colors can be computed. */
export function within(values: v128): v128 {
  return i16x8.max_s(i16x8.min_s(values, i16x8.splat(3000)), i16x8.splat(-2800));
}

/** The distance of 8 values from another one, times 8. */
function away(values: v128, from: i16): v128 {
  return i16x8.shl(i16x8.sub(values, i16x8.splat(from)), 3);
}

/** The brightness of 8 luma values, times 8. */
export function brightness(luma: v128): v128 {
  const light = away(luma, 16);
  return i16x8.add(light, share(light, i16x8.splat(5387)));
}

/** The part of red that comes from the chroma of 8 cells, times 8. */
export function redOf(v: v128): v128 {
  const dv = away(v, 128);
  return i16x8.add_sat_s(dv, share(dv, i16x8.splat(25977)));
}

/** The same for green. */
export function greenOf(u: v128, v: v128): v128 {
  return i16x8.neg(i16x8.add(share(away(u, 128), i16x8.splat(6988)), share(away(v, 128), i16x8.splat(17462))));
}

/** The same for blue. */
export function blueOf(u: v128): v128 {
  const du = away(u, 128);
  return i16x8.add_sat_s(i16x8.add_sat_s(du, du), share(du, i16x8.splat(3683)));
}

/** The first four of 8 cells, each for its two pixels. */
export function leftCells(cells: v128): v128 {
  return v128.shuffle<u16>(cells, cells, 0, 0, 1, 1, 2, 2, 3, 3);
}

/** The last four of 8 cells, each for its two pixels. */
export function rightCells(cells: v128): v128 {
  return v128.shuffle<u16>(cells, cells, 4, 4, 5, 5, 6, 6, 7, 7);
}

/** A channel of 16 pixels as bytes, from luma raised by half a level and from chroma, in 8ths. */
function levels(left: v128, right: v128, cells: v128): v128 {
  return i8x16.narrow_i16x8_u(
    i16x8.shr_s(i16x8.add_sat_s(left, leftCells(cells)), 3),
    i16x8.shr_s(i16x8.add_sat_s(right, rightCells(cells)), 3),
  );
}

function storeRow(target: usize, left: v128, right: v128, red: v128, green: v128, blue: v128): void {
  const l = i16x8.add_sat_s(brightness(left), i16x8.splat(4));
  const r = i16x8.add_sat_s(brightness(right), i16x8.splat(4));
  v128.store(target, levels(l, r, red));
  v128.store(target, levels(l, r, green), 32);
  v128.store(target, levels(l, r, blue), 64);
}

/** Stores the colors of a block, clipped to 0 … 255, from the luma of its rows and the chroma of its cells, {@link within} bounds. */
export function storeColors(
  target: usize,
  aboveLeft: v128,
  aboveRight: v128,
  belowLeft: v128,
  belowRight: v128,
  u: v128,
  v: v128,
): void {
  const red = redOf(v);
  const green = greenOf(u, v);
  const blue = blueOf(u);
  storeRow(target, aboveLeft, aboveRight, red, green, blue);
  storeRow(target + 16, belowLeft, belowRight, red, green, blue);
}

/** The luma of 8 colors, from 128 × their channels. */
function weighedLuma(red: v128, green: v128, blue: v128): v128 {
  const sum = i16x8.add(
    i16x8.add(share(red, i16x8.splat(5983)), share(green, i16x8.splat(20127))),
    share(blue, i16x8.splat(2032)),
  );
  return i16x8.shr_u(i16x8.add(sum, i16x8.splat(16 * 128 + 64)), 7);
}

function times128(channel: v128): v128 {
  return i16x8.shl(channel, 7);
}

/** The luma of a row of 16 colors times their coverage. */
export function lumaOf(colors: usize, cover: v128): v128 {
  const red = v128.load(colors);
  const green = v128.load(colors, 32);
  const blue = v128.load(colors, 64);
  const luma = i8x16.narrow_i16x8_u(
    weighedLuma(times128(low(red)), times128(low(green)), times128(low(blue))),
    weighedLuma(times128(high(red)), times128(high(green)), times128(high(blue))),
  );
  return isFull(cover) ? luma : product(luma, cover);
}

/** The sums of a channel over the four pixels of each of 8 cells, times 32. */
function cellSums(channel: usize): v128 {
  const rows = i16x8.add(
    i16x8.extadd_pairwise_i8x16_u(v128.load(channel)),
    i16x8.extadd_pairwise_i8x16_u(v128.load(channel, 16)),
  );
  return i16x8.shl(rows, 5);
}

function weighedChroma(r: v128, g: v128, b: v128, byRed: i16, byGreen: i16, byBlue: i16): v128 {
  const sum = i16x8.add(
    i16x8.add(share(r, i16x8.splat(byRed)), share(g, i16x8.splat(byGreen))),
    share(b, i16x8.splat(byBlue)),
  );
  return i16x8.shr_s(i16x8.add(sum, i16x8.splat(128 * 128 + 64)), 7);
}

/** The mean chroma of the cells of an opaque block: 8 bytes of u and 8 of v. */
function opaqueChroma(colors: usize): v128 {
  const r = cellSums(colors);
  const g = cellSums(colors + 32);
  const b = cellSums(colors + 64);
  return i8x16.narrow_i16x8_u(
    weighedChroma(r, g, b, -3298, -11094, 14392),
    weighedChroma(r, g, b, 14392, -13073, -1319),
  );
}

/** Sums of four cells of a channel times its coverage. */
function coveredSums(channel: usize, above: v128, below: v128, isRight: bool): v128 {
  const upper = v128.load(channel);
  const lower = v128.load(channel, 16);
  const rows = isRight
    ? i32x4.add(i32x4.dot_i16x8_s(high(upper), high(above)), i32x4.dot_i16x8_s(high(lower), high(below)))
    : i32x4.add(i32x4.dot_i16x8_s(low(upper), low(above)), i32x4.dot_i16x8_s(low(lower), low(below)));
  return f32x4.convert_i32x4_s(rows);
}

function weighed(r: v128, g: v128, b: v128, gray: v128, byRed: f32, byGreen: f32, byBlue: f32): v128 {
  const redAndGreen = f32x4.add(f32x4.mul(r, f32x4.splat(byRed)), f32x4.mul(g, f32x4.splat(byGreen)));
  const sum = f32x4.add(redAndGreen, f32x4.add(f32x4.mul(b, f32x4.splat(byBlue)), gray));
  return truncated(f32x4.nearest(sum));
}

/** The chroma of four cells as whole 32-bit lanes: of both planes, into 16 bytes at the target and 32 behind it. */
function storeHalf(target: usize, colors: usize, above: v128, below: v128, isRight: bool): void {
  const r = coveredSums(colors, above, below, isRight);
  const g = coveredSums(colors + 32, above, below, isRight);
  const b = coveredSums(colors + 64, above, below, isRight);
  const rows = isRight ? i16x8.add(high(above), high(below)) : i16x8.add(low(above), low(below));
  const gray = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extadd_pairwise_i16x8_s(rows)), f32x4.splat(0.1254902));
  v128.store(target, weighed(r, g, b, gray, -0.000098670294, -0.00033193333, 0.00043060363));
  v128.store(target, weighed(r, g, b, gray, 0.00043060363, -0.0003911198, -0.000039483824), 32);
}

const CHROMA: usize = memory.data(64, 16);

/** The mean chroma of the colors of a block, weighted by their coverage: 8 bytes of u and 8 of v. */
export function chromaOf(colors: usize, above: v128, below: v128): v128 {
  const opaque = opaqueChroma(colors);
  const both = v128.and(above, below);
  if (isFull(both)) return opaque;
  storeHalf(CHROMA, colors, above, below, false);
  storeHalf(CHROMA + 16, colors, above, below, true);
  const translucent = i8x16.narrow_i16x8_u(
    i16x8.narrow_i32x4_s(v128.load(CHROMA), v128.load(CHROMA, 16)),
    i16x8.narrow_i32x4_s(v128.load(CHROMA, 32), v128.load(CHROMA, 48)),
  );
  const cells = i16x8.eq(both, i16x8.splat(-1));
  return v128.bitselect(opaque, translucent, i8x16.narrow_i16x8_s(cells, cells));
}

/** Whole numbers in single precision as 32-bit lanes; any that is none or beyond them becomes 0 or 255 once it is a byte. */
export function truncated(values: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i32x4.relaxed_trunc_f32x4_s(values) : i32x4.trunc_sat_f32x4_s(values);
}

function straightFour(values: v128, cover: v128): v128 {
  const share = f32x4.div(f32x4.splat(255), f32x4.max(firstFour(low(cover)), f32x4.splat(1)));
  return truncated(f32x4.nearest(f32x4.mul(firstFour(low(values)), share)));
}

/** Straight values: 16 premultiplied bytes divided by their coverage. */
export function straight(values: v128, cover: v128): v128 {
  if (isFull(cover)) return values;
  const first = straightFour(values, cover);
  const second = straightFour(
    v128.shuffle<u32>(values, values, 1, 1, 1, 1),
    v128.shuffle<u32>(cover, cover, 1, 1, 1, 1),
  );
  const third = straightFour(
    v128.shuffle<u32>(values, values, 2, 2, 2, 2),
    v128.shuffle<u32>(cover, cover, 2, 2, 2, 2),
  );
  const fourth = straightFour(
    v128.shuffle<u32>(values, values, 3, 3, 3, 3),
    v128.shuffle<u32>(cover, cover, 3, 3, 3, 3),
  );
  return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(first, second), i16x8.narrow_i32x4_s(third, fourth));
}

/** Whether all bytes are 255. */
export function isFull(cover: v128): bool {
  return i8x16.all_true(i8x16.eq(cover, i8x16.splat(-1)));
}
