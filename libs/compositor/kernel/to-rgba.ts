/** Lays two neighboring chroma bytes out as 32-bit lanes a, a, b, b. */
function cellLanes(): v128 {
  return i8x16(0, -1, -1, -1, 0, -1, -1, -1, 1, -1, -1, -1, 1, -1, -1, -1);
}

/** Four neighboring bytes in single precision. */
function lanes(address: usize): v128 {
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(address))));
}

/** Two neighboring chroma bytes in single precision, each for its two pixels. */
function cells(address: usize): v128 {
  return f32x4.convert_i32x4_u(i8x16.swizzle(v128.load16_splat(address), cellLanes()));
}

/** A channel as a whole number of 0 … 255 in 32-bit lanes. */
function channel(value: v128): v128 {
  const within = f32x4.min(f32x4.max(value, f32x4.splat(0)), f32x4.splat(255));
  return i32x4.trunc_sat_f32x4_u(f32x4.nearest(within));
}

/**
 * Opaque planes of BT.709 in limited range → opaque RGBA bytes, each channel rounded to even.
 *
 * rgba: `height` rows of `width` pixels, `rgbaStride` bytes apart. y: rows `lumaStride` apart. u, v: rows `chromaStride` apart,
 * half-size planes, or as large as y if `isFull`. width: any; writes up to 3 pixels past a row's end.
 */
export function toRgba(
  rgba: usize,
  rgbaStride: i32,
  y: usize,
  lumaStride: i32,
  u: usize,
  v: usize,
  chromaStride: i32,
  width: i32,
  height: i32,
  isFull: bool,
): void {
  const sixteen = f32x4.splat(16);
  const center = f32x4.splat(128);
  const opaque = i32x4.splat(0xff000000);
  for (let row = 0; row < height; row++) {
    const luma = y + <usize>(row * lumaStride);
    const cellRow = <usize>((isFull ? row : row >> 1) * chromaStride);
    const target = rgba + <usize>(row * rgbaStride);
    for (let x: usize = 0; x < <usize>width; x += 4) {
      const at = cellRow + (isFull ? x : x >> 1);
      const du = f32x4.sub(isFull ? lanes(u + at) : cells(u + at), center);
      const dv = f32x4.sub(isFull ? lanes(v + at) : cells(v + at), center);
      const level = f32x4.mul(f32x4.sub(lanes(luma + x), sixteen), f32x4.splat(1.1643835616438356));
      const red = channel(f32x4.add(level, f32x4.mul(dv, f32x4.splat(1.7927410714285714))));
      const less = f32x4.sub(level, f32x4.mul(du, f32x4.splat(0.21324375)));
      const green = channel(f32x4.sub(less, f32x4.mul(dv, f32x4.splat(0.5329044642857143))));
      const blue = channel(f32x4.add(level, f32x4.mul(du, f32x4.splat(2.112401785714286))));
      const colors = v128.or(v128.or(red, i32x4.shl(green, 8)), v128.or(i32x4.shl(blue, 16), opaque));
      v128.store(target + (x << 2), colors);
    }
  }
}
