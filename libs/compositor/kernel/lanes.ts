// Small vector pieces shared by the kernel's functions. The optimizer inlines them.

/** 16 bytes of 255 followed by 16 bytes of 0: loading at `TAIL_MASK + 16 - n` gives a mask of the first n bytes. */
export const TAIL_MASK: usize = memory.data<u8>([
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0,
]);

/** The low 8 bytes as 8 unsigned 16-bit lanes. */
export function low(bytes: v128): v128 {
  return i16x8.extend_low_i8x16_u(bytes);
}

/** The high 8 bytes as 8 unsigned 16-bit lanes. */
export function high(bytes: v128): v128 {
  return i16x8.extend_high_i8x16_u(bytes);
}

/** Rounded x / 255 for each unsigned 16-bit lane; exact for x in 0..65025. */
export function div255(x: v128): v128 {
  const t = i16x8.add(x, i16x8.splat(128));
  return i16x8.shr_u(i16x8.add(t, i16x8.shr_u(t, 8)), 8);
}

/** Rounded product of 16 bytes and 16 others that stand for shares of 255. */
export function product(bytes: v128, shares: v128): v128 {
  return i8x16.narrow_i16x8_u(
    div255(i16x8.extmul_low_i8x16_u(bytes, shares)),
    div255(i16x8.extmul_high_i8x16_u(bytes, shares)),
  );
}

/** Stores the first `count` bytes of up to 16, keeping what lies behind. */
export function storeFirst(target: usize, bytes: v128, count: i32): void {
  if (count >= 16) v128.store(target, bytes);
  else v128.store(target, v128.bitselect(bytes, v128.load(target), v128.load(TAIL_MASK + 16 - count)));
}

/** The first four of 8 lanes in single precision. */
export function firstFour(lanes: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(lanes));
}

/** Rounded x · k / 256 for each unsigned 16-bit lane, x in 0..255, k in 0..256. */
export function scale256(x: v128, k: v128): v128 {
  return i16x8.shr_u(i16x8.add(i16x8.mul(x, k), i16x8.splat(128)), 8);
}

/** Sums of neighboring 32-bit lanes: [a0+a1, a2+a3, b0+b1, b2+b3]. */
export function pairSums(a: v128, b: v128): v128 {
  return i32x4.add(v128.shuffle<u32>(a, b, 0, 2, 4, 6), v128.shuffle<u32>(a, b, 1, 3, 5, 7));
}
