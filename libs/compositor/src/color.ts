/** A color's three channels, 0..255, not premultiplied. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** A color in BT.709 limited range: y 16..235, u and v 16..240, whole numbers. */
export interface Yuv {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** Converts with the kernel's weights (Q14, ITU-R BT.709), so that filled and painted areas are equal. */
export function toYuv({ r, g, b }: Rgb): Yuv {
  const channel = (red: number, green: number, blue: number, offset: number): number =>
    Math.floor((red * r + green * g + blue * b + offset * 255 + 8192) / 16384);
  return {
    y: channel(2991, 10064, 1016, 1028),
    u: channel(-1649, -5547, 7196, 8224),
    v: channel(7196, -6536, -660, 8224),
  };
}
