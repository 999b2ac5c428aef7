import { TAIL_MASK, div255, high, low, scale256 } from './lanes';

/**
 * Source over, one premultiplied plane: target = source·k + target·(1 − alpha·k), k = opacity / 256. Where alpha is 0 the
 * target stays, whatever trace of color rounding left in the source: a byte's result does not depend on its neighbors.
 *
 * target, source, alpha: rows of bytes, `targetStride` and `sourceStride` apart. opacity: 0..256.
 * width, height: any size ≥ 0. Reads up to 15 bytes past a row's end; rewrites such bytes of the target with their own
 * value, so planes need 16 bytes of slack after their last row. Groups of 16 with no coverage are skipped, groups
 * wholly covered at full opacity are copied.
 */
export function blend(
  target: usize,
  targetStride: i32,
  source: usize,
  alpha: usize,
  sourceStride: i32,
  width: i32,
  height: i32,
  opacity: i32,
): void {
  const k255 = i16x8.splat(255);
  const opaque = i8x16.splat(-1);
  const nothing = i8x16.splat(0);
  const k = i16x8.splat(<i16>opacity);
  for (let row = 0; row < height; row++) {
    const t = target + <usize>(row * targetStride);
    const s = source + <usize>(row * sourceStride);
    const a = alpha + <usize>(row * sourceStride);
    for (let x = 0; x < width; x += 16) {
      let cover = v128.load(a + x);
      const left = width - x;
      if (left < 16) cover = v128.and(cover, v128.load(TAIL_MASK + 16 - left));
      if (!v128.any_true(cover)) continue;
      let color = v128.load(s + x);
      if (opacity == 256 && i8x16.all_true(i8x16.eq(cover, opaque))) {
        v128.store(t + x, color);
        continue;
      }
      color = v128.and(color, i8x16.ne(cover, nothing));
      let coverLow = low(cover);
      let coverHigh = high(cover);
      let colorLow = low(color);
      let colorHigh = high(color);
      if (opacity != 256) {
        coverLow = scale256(coverLow, k);
        coverHigh = scale256(coverHigh, k);
        colorLow = scale256(colorLow, k);
        colorHigh = scale256(colorHigh, k);
      }
      const under = v128.load(t + x);
      const lowSum = i16x8.add(colorLow, div255(i16x8.mul(low(under), i16x8.sub(k255, coverLow))));
      const highSum = i16x8.add(colorHigh, div255(i16x8.mul(high(under), i16x8.sub(k255, coverHigh))));
      v128.store(t + x, i8x16.narrow_i16x8_u(lowSum, highSum));
    }
  }
}

/**
 * Source over for a plane that covers all below it: as `blend` with an alpha of 255 everywhere.
 *
 * Rows of `width` bytes, any size ≥ 0; slack as for `blend`. opacity: 0 … 256.
 */
export function fade(
  target: usize,
  targetStride: i32,
  source: usize,
  sourceStride: i32,
  width: i32,
  height: i32,
  opacity: i32,
): void {
  const k = i16x8.splat(<i16>opacity);
  const rest = i16x8.splat(<i16>(255 - ((255 * opacity + 128) >> 8)));
  for (let row = 0; row < height; row++) {
    const t = target + <usize>(row * targetStride);
    const s = source + <usize>(row * sourceStride);
    for (let x = 0; x < width; x += 16) {
      const over = v128.load(s + x);
      const under = v128.load(t + x);
      const lowSum = i16x8.add(scale256(low(over), k), div255(i16x8.mul(low(under), rest)));
      const highSum = i16x8.add(scale256(high(over), k), div255(i16x8.mul(high(under), rest)));
      let bytes = i8x16.narrow_i16x8_u(lowSum, highSum);
      const left = width - x;
      if (left < 16) bytes = v128.bitselect(bytes, under, v128.load(TAIL_MASK + 16 - left));
      v128.store(t + x, bytes);
    }
  }
}

/**
 * Scales one plane by another: target = target · mask / 255, rounded. For cutting premultiplied planes to a shape.
 *
 * Rows of `width` bytes, any size ≥ 0; slack as for `blend`.
 */
export function scale(target: usize, targetStride: i32, mask: usize, maskStride: i32, width: i32, height: i32): void {
  for (let row = 0; row < height; row++) {
    const t = target + <usize>(row * targetStride);
    const m = mask + <usize>(row * maskStride);
    for (let x = 0; x < width; x += 16) {
      let factor = v128.load(m + x);
      const left = width - x;
      // Beyond the row's end the factor is 255, which keeps what is there.
      if (left < 16) factor = v128.or(factor, v128.not(v128.load(TAIL_MASK + 16 - left)));
      const bytes = v128.load(t + x);
      v128.store(
        t + x,
        i8x16.narrow_i16x8_u(div255(i16x8.mul(low(bytes), low(factor))), div255(i16x8.mul(high(bytes), high(factor)))),
      );
    }
  }
}

/** Four neighboring bytes as whole numbers in single precision. */
function four(address: usize): v128 {
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(address))));
}

/** Scales four bytes by factors of 0 to 1. */
function scaleFour(address: usize, factors: v128): void {
  const words = i32x4.trunc_sat_f32x4_u(f32x4.nearest(f32x4.mul(four(address), factors)));
  const narrow = i16x8.narrow_i32x4_u(words, words);
  v128.store32_lane(address, i8x16.narrow_i16x8_u(narrow, narrow), 0);
}

/**
 * Cuts premultiplied planes to a mask: luma and alpha pixel by pixel, chroma by the remaining share of its cell's
 * coverage. Scaling chroma by the mask's own mean instead would count twice where an edge of the mask runs along one of
 * the picture.
 *
 * y, a: rows `stride` apart; u, v, c: half of it. width, height: even. Writes up to 6 bytes past a row's end.
 */
export function cut(
  y: usize,
  a: usize,
  u: usize,
  v: usize,
  c: usize,
  stride: i32,
  mask: usize,
  maskStride: i32,
  width: i32,
  height: i32,
): void {
  for (let row = 0; row < height; row += 2) {
    const upper = <usize>(row * stride);
    const cells = <usize>((row >> 1) * (stride >> 1));
    const maskRow = mask + <usize>(row * maskStride);
    for (let x: usize = 0; x < <usize>width; x += 8) {
      let before = i32x4.splat(0);
      let after = i32x4.splat(0);
      for (let line = 0; line < 2; line++) {
        const at = upper + <usize>(line * stride) + x;
        const factor = low(v128.load64_zero(maskRow + <usize>(line * maskStride) + x));
        const cover = low(v128.load64_zero(a + at));
        const left = div255(i16x8.mul(cover, factor));
        const luma = div255(i16x8.mul(low(v128.load64_zero(y + at)), factor));
        v128.store64_lane(a + at, i8x16.narrow_i16x8_u(left, left), 0);
        v128.store64_lane(y + at, i8x16.narrow_i16x8_u(luma, luma), 0);
        before = i32x4.add(before, i32x4.extadd_pairwise_i16x8_u(cover));
        after = i32x4.add(after, i32x4.extadd_pairwise_i16x8_u(left));
      }
      const whole = f32x4.max(f32x4.convert_i32x4_u(before), f32x4.splat(1));
      const share = f32x4.div(f32x4.convert_i32x4_u(after), whole);
      const cell = cells + (x >> 1);
      scaleFour(u + cell, share);
      scaleFour(v + cell, share);
      scaleFour(c + cell, share);
    }
  }
}

/**
 * Cross-fade of two byte runs: target = (from·(256 − progress) + to·progress) / 256, rounded.
 *
 * count: a multiple of 16. progress: 0 (all from) .. 256 (all to). target may be from or to.
 */
export function lerp(target: usize, from: usize, to: usize, count: i32, progress: i32): void {
  const k = i16x8.splat(<i16>progress);
  const rest = i16x8.splat(<i16>(256 - progress));
  const half = i16x8.splat(128);
  for (let x = 0; x < count; x += 16) {
    const p = v128.load(from + x);
    const q = v128.load(to + x);
    const lowSum = i16x8.add(i16x8.mul(low(p), rest), i16x8.mul(low(q), k));
    const highSum = i16x8.add(i16x8.mul(high(p), rest), i16x8.mul(high(q), k));
    v128.store(
      target + x,
      i8x16.narrow_i16x8_u(i16x8.shr_u(i16x8.add(lowSum, half), 8), i16x8.shr_u(i16x8.add(highSum, half), 8)),
    );
  }
}

/** Copies `height` rows of `width` bytes. The two areas must not overlap. */
export function copyRect(
  target: usize,
  targetStride: i32,
  source: usize,
  sourceStride: i32,
  width: i32,
  height: i32,
): void {
  for (let row = 0; row < height; row++) {
    memory.copy(target + <usize>(row * targetStride), source + <usize>(row * sourceStride), width);
  }
}

/** Fills `height` rows of `width` bytes with `value` (0..255). */
export function fillRect(target: usize, targetStride: i32, value: i32, width: i32, height: i32): void {
  for (let row = 0; row < height; row++) memory.fill(target + <usize>(row * targetStride), <u8>value, width);
}
