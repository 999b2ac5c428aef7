import { div255, high, low, TAIL_MASK } from './lanes';
import { share } from './resample';

// Colors of blocks of 16 × 2 pixels in 16-bit lanes: red, then green, then blue, each as four vectors of 8 pixels, the
// left and right half of the upper row and of the lower one.

/** Bytes of the colors of a block. */
export const COLOR_BYTES: usize = 192;

/** 8 × the distance of 8 values from another one. */
function away(values: v128, from: i16): v128 {
  const distance = i16x8.sub_sat_s(values, i16x8.splat(from));
  return i16x8.shl(i16x8.max_s(i16x8.min_s(distance, i16x8.splat(3000)), i16x8.splat(-3000)), 3);
}

/** 8 × the brightness of 8 luma values. */
export function brightness(luma: v128): v128 {
  const light = away(luma, 16);
  return i16x8.add(light, share(light, i16x8.splat(5387)));
}

/** 8 × what the chroma of 8 cells adds to red. */
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

/** A channel in 8ths as whole levels of 0 … 255. */
function levels(channel: v128): v128 {
  const whole = i16x8.shr_s(i16x8.add_sat_s(channel, i16x8.splat(4)), 3);
  return i16x8.min_s(i16x8.max_s(whole, i16x8.splat(0)), i16x8.splat(255));
}

function storeRow(target: usize, left: v128, right: v128, red: v128, green: v128, blue: v128): void {
  const l = brightness(left);
  const r = brightness(right);
  v128.store(target, levels(i16x8.add_sat_s(l, leftCells(red))));
  v128.store(target, levels(i16x8.add_sat_s(r, rightCells(red))), 16);
  v128.store(target, levels(i16x8.add_sat_s(l, leftCells(green))), 64);
  v128.store(target, levels(i16x8.add_sat_s(r, rightCells(green))), 80);
  v128.store(target, levels(i16x8.add_sat_s(l, leftCells(blue))), 128);
  v128.store(target, levels(i16x8.add_sat_s(r, rightCells(blue))), 144);
}

/** Stores the colors of a block, clipped to 0 … 255, from the luma of its rows and the chroma of its cells, 16-bit values. */
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
  storeRow(target + 32, belowLeft, belowRight, red, green, blue);
}

function lumaHalf(colors: usize): v128 {
  const sum = i16x8.add(
    i16x8.add(
      share(i16x8.shl(v128.load(colors), 7), i16x8.splat(5983)),
      share(i16x8.shl(v128.load(colors, 64), 7), i16x8.splat(20127)),
    ),
    share(i16x8.shl(v128.load(colors, 128), 7), i16x8.splat(2032)),
  );
  return i16x8.shr_u(i16x8.add(sum, i16x8.splat(16 * 128 + 64)), 7);
}

/** The luma of a row of 16 colors times their coverage. */
export function lumaOf(colors: usize, cover: v128): v128 {
  const left = div255(i16x8.mul(lumaHalf(colors), low(cover)));
  const right = div255(i16x8.mul(lumaHalf(colors + 16), high(cover)));
  return i8x16.narrow_i16x8_u(left, right);
}

/** Sums of a channel times its coverage over the pixels of four cells. */
function cellSums(colors: usize, above: v128, below: v128): v128 {
  const rows = i32x4.add(i32x4.dot_i16x8_s(v128.load(colors), above), i32x4.dot_i16x8_s(v128.load(colors, 32), below));
  return f32x4.convert_i32x4_s(rows);
}

function weighed(r: v128, g: v128, b: v128, gray: v128, byRed: f32, byGreen: f32, byBlue: f32): v128 {
  const redAndGreen = f32x4.add(f32x4.mul(r, f32x4.splat(byRed)), f32x4.mul(g, f32x4.splat(byGreen)));
  const sum = f32x4.add(redAndGreen, f32x4.add(f32x4.mul(b, f32x4.splat(byBlue)), gray));
  return i32x4.trunc_sat_f32x4_u(f32x4.nearest(sum));
}

/** The chroma of four cells as whole 32-bit lanes: of both planes, into 16 bytes at the target and 32 behind it. */
function storeHalf(target: usize, colors: usize, above: v128, below: v128): void {
  const r = cellSums(colors, above, below);
  const g = cellSums(colors + 64, above, below);
  const b = cellSums(colors + 128, above, below);
  const covers = f32x4.convert_i32x4_s(i32x4.extadd_pairwise_i16x8_s(i16x8.add(above, below)));
  const gray = f32x4.mul(covers, f32x4.splat(0.1254902));
  v128.store(target, weighed(r, g, b, gray, -0.000098670294, -0.00033193333, 0.00043060363));
  v128.store(target, weighed(r, g, b, gray, 0.00043060363, -0.0003911198, -0.000039483824), 32);
}

const CHROMA: usize = memory.data(64, 16);

/** The mean chroma of the colors of a block, weighted by their coverage: 8 bytes of u and 8 of v. */
export function chromaOf(colors: usize, above: v128, below: v128): v128 {
  storeHalf(CHROMA, colors, low(above), low(below));
  storeHalf(CHROMA + 16, colors + 16, high(above), high(below));
  return i8x16.narrow_i16x8_u(
    i16x8.narrow_i32x4_s(v128.load(CHROMA), v128.load(CHROMA, 16)),
    i16x8.narrow_i32x4_s(v128.load(CHROMA, 32), v128.load(CHROMA, 48)),
  );
}

/** Four neighboring bytes of a vector in single precision. */
function four(bytes: v128): v128 {
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(low(bytes)));
}

function straightFour(values: v128, cover: v128): v128 {
  const share = f32x4.div(f32x4.splat(255), f32x4.max(four(cover), f32x4.splat(1)));
  return i32x4.trunc_sat_f32x4_u(f32x4.nearest(f32x4.mul(four(values), share)));
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

/** Stores the first `count` bytes of up to 16, keeping what lies behind. */
export function storeFirst(target: usize, bytes: v128, count: i32): void {
  if (count >= 16) v128.store(target, bytes);
  else v128.store(target, v128.bitselect(bytes, v128.load(target), v128.load(TAIL_MASK + 16 - count)));
}
