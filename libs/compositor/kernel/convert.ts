import { high, low, pairSums } from './lanes';

// BT.709 limited range in Q14, one weight per byte of a premultiplied RGBA pixel. The offsets 16 and 128 ride on alpha,
// so that premultiplied planes blend linearly: Y = 16·A/255 + 0.18259·R + 0.61423·G + 0.06201·B. The luma row sums to
// 235/255 and the chroma rows' color weights to 0, so white and every gray come out exact.

function lumaWeights(): v128 {
  return i16x8(2991, 10064, 1016, 1028, 2991, 10064, 1016, 1028);
}

function blueWeights(): v128 {
  return i16x8(-1649, -5547, 7196, 8224, -1649, -5547, 7196, 8224);
}

function redWeights(): v128 {
  return i16x8(7196, -6536, -660, 8224, 7196, -6536, -660, 8224);
}

// How a value between two levels is rounded: what is added in Q14 before the fraction is dropped, for 8 × 8 pixels.
// Bayer's matrix of order 8 as (k + 0.5) / 64, so that neighbors round differently and gradients show no bands; or one
// half everywhere, which is plain rounding. No entry carries a whole value over or keeps it back, so 0, black and white stay.
const BAYER: usize = memory.data<i32>([
  128, 8320, 2176, 10368, 640, 8832, 2688, 10880, 12416, 4224, 14464, 6272, 12928, 4736, 14976, 6784, 3200, 11392, 1152,
  9344, 3712, 11904, 1664, 9856, 15488, 7296, 13440, 5248, 16000, 7808, 13952, 5760, 896, 9088, 2944, 11136, 384, 8576,
  2432, 10624, 13184, 4992, 15232, 7040, 12672, 4480, 14720, 6528, 3968, 12160, 1920, 10112, 3456, 11648, 1408, 9600,
  16256, 8064, 14208, 6016, 15744, 7552, 13696, 5504,
]);
const HALVES: usize = memory.data<i32>([
  8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192,
  8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192,
  8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192,
  8192, 8192, 8192, 8192, 8192, 8192, 8192,
]);

/** Address of the thresholds of a row, 8 i32 values. */
function thresholdRow(dither: bool, row: i32): usize {
  return (dither ? BAYER : HALVES) + ((<usize>(row & 7)) << 5);
}

/** Stores the luma of 8 pixels, given as four vectors of two 16-bit RGBA pixels each. */
function storeLuma(target: usize, thresholds: usize, p0: v128, p1: v128, p2: v128, p3: v128): void {
  const weights = lumaWeights();
  const first = pairSums(i32x4.dot_i16x8_s(p0, weights), i32x4.dot_i16x8_s(p1, weights));
  const second = pairSums(i32x4.dot_i16x8_s(p2, weights), i32x4.dot_i16x8_s(p3, weights));
  const words = i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(first, v128.load(thresholds)), 14),
    i32x4.shr_s(i32x4.add(second, v128.load(thresholds, 16)), 14),
  );
  v128.store64_lane(target, i8x16.narrow_i16x8_u(words, words), 0);
}

/** One chroma value of 4 cells, each the sum of its four pixels (16-bit RGBA, two cells a vector). */
function chroma(cells01: v128, cells23: v128, weights: v128, thresholds: v128): v128 {
  const sums = pairSums(i32x4.dot_i16x8_s(cells01, weights), i32x4.dot_i16x8_s(cells23, weights));
  return i32x4.shr_s(i32x4.add(sums, i32x4.shl(thresholds, 2)), 16);
}

/** Adds the two pixels of each vector and packs two vectors' sums: [pixel0 + pixel1 of a, of b]. */
function cellSums(a: v128, b: v128): v128 {
  return i16x8.add(
    v128.shuffle<u16>(a, b, 0, 1, 2, 3, 8, 9, 10, 11),
    v128.shuffle<u16>(a, b, 4, 5, 6, 7, 12, 13, 14, 15),
  );
}

/**
 * Premultiplied RGBA bytes → premultiplied YUVA 4:2:0 planes, BT.709 limited range.
 *
 * rgba: `height` rows of `width` pixels, `rgbaStride` bytes apart. y, a: full-size planes, rows `lumaStride` apart.
 * u, v, c: half-size planes (c is the mean alpha of the 2×2 cell), rows `chromaStride` apart.
 * dither: whether values between two levels are spread over neighbors (for gradients) or rounded alike (for flat areas).
 * width: a multiple of 8. height: even. Writes exactly width × height and (width/2) × (height/2) bytes.
 */
export function toPlanes(
  rgba: usize,
  rgbaStride: i32,
  width: i32,
  height: i32,
  y: usize,
  a: usize,
  lumaStride: i32,
  u: usize,
  v: usize,
  c: usize,
  chromaStride: i32,
  dither: bool,
): void {
  for (let row = 0; row < height; row += 2) {
    const upper = rgba + <usize>(row * rgbaStride);
    const lower = upper + rgbaStride;
    const luma = <usize>(row * lumaStride);
    const cell = <usize>((row >> 1) * chromaStride);
    const upperThresholds = thresholdRow(dither, row);
    const lowerThresholds = thresholdRow(dither, row + 1);
    // Different rows of the matrix for the two chroma planes, so that their patterns do not add up.
    const blueThresholds = thresholdRow(dither, row >> 1);
    const redThresholds = thresholdRow(dither, (row >> 1) + 3);
    for (let x = 0; x < width; x += 8) {
      const offset = <usize>(x << 2);
      const half = <usize>(x >> 1);
      const column = (half & 7) << 2;
      const p = v128.load(upper + offset);
      const q = v128.load(upper + offset, 16);
      const r = v128.load(lower + offset);
      const s = v128.load(lower + offset, 16);
      storeLuma(y + luma + x, upperThresholds, low(p), high(p), low(q), high(q));
      storeLuma(y + luma + lumaStride + x, lowerThresholds, low(r), high(r), low(s), high(s));
      v128.store64_lane(
        a + luma + x,
        v128.shuffle<u8>(p, q, 3, 7, 11, 15, 19, 23, 27, 31, 3, 7, 11, 15, 19, 23, 27, 31),
        0,
      );
      v128.store64_lane(
        a + luma + lumaStride + x,
        v128.shuffle<u8>(r, s, 3, 7, 11, 15, 19, 23, 27, 31, 3, 7, 11, 15, 19, 23, 27, 31),
        0,
      );

      const cells01 = cellSums(i16x8.add(low(p), low(r)), i16x8.add(high(p), high(r)));
      const cells23 = cellSums(i16x8.add(low(q), low(s)), i16x8.add(high(q), high(s)));
      const words = i16x8.narrow_i32x4_s(
        chroma(cells01, cells23, blueWeights(), v128.load(blueThresholds + column)),
        chroma(cells01, cells23, redWeights(), v128.load(redThresholds + column)),
      );
      const bytes = i8x16.narrow_i16x8_u(words, words);
      v128.store32_lane(u + cell + half, bytes, 0);
      v128.store32_lane(v + cell + half, bytes, 1);
      const alphaSums = v128.shuffle<u16>(cells01, cells23, 3, 7, 11, 15, 3, 7, 11, 15);
      const alpha = i16x8.shr_u(i16x8.add(alphaSums, i16x8.splat(2)), 2);
      v128.store32_lane(c + cell + half, i8x16.narrow_i16x8_u(alpha, alpha), 0);
    }
  }
}
