// Colors as the kernel counts with them, in plain TypeScript: whole numbers as 16-bit lanes hold them, and single precision.

const f = Math.fround;

/** Red, green and blue, whole levels of 0..255. */
export type Color = readonly [r: number, g: number, b: number];

/** A pixel and its coverage, 0..255. */
export interface CoveredColor {
  readonly color: Color;
  readonly cover: number;
}

/** Half to even, as the kernel rounds. */
export function nearest(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
}

/** A whole number of 0..255. */
export function byte(value: number): number {
  return Math.max(0, Math.min(255, nearest(value)));
}

/** x / 255, rounded, for whole x of 0..65025. */
export function div255(x: number): number {
  return (x + 128 + ((x + 128) >> 8)) >> 8;
}

/** A premultiplied byte divided by its coverage. */
export function straight(value: number, cover: number): number {
  return byte(f(value * f(255 / Math.max(cover, 1))));
}

/** A 16-bit value times a share in Q15, rounded. */
export function share(value: number, weight: number): number {
  return (value * weight + 16_384) >> 15;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function saturated(value: number): number {
  return within(value, -32_768, 32_767);
}

/** 8 × red, green and blue of luma and chroma, not clipped. */
export function channels8(y: number, u: number, v: number): [r: number, g: number, b: number] {
  const away = (value: number, from: number): number => (within(value, -2800, 3000) - from) << 3;
  const [light, du, dv] = [away(y, 16), away(u, 128), away(v, 128)];
  const luma = light + share(light, 5387);
  const red = saturated(dv + share(dv, 25_977));
  const green = -(share(du, 6988) + share(dv, 17_462));
  const blue = saturated(saturated(2 * du) + share(du, 3683));
  return [saturated(luma + red), saturated(luma + green), saturated(luma + blue)];
}

/** The color of luma and chroma, clipped. */
export function colorOf(y: number, u: number, v: number): Color {
  const level = (channel: number): number => within(saturated(channel + 4) >> 3, 0, 255);
  const [r, g, b] = channels8(y, u, v);
  return [level(r), level(g), level(b)];
}

/** The luma of a color times its coverage. */
export function lumaOf({ color: [r, g, b], cover }: CoveredColor): number {
  const sum = share(r << 7, 5983) + share(g << 7, 20_127) + share(b << 7, 2032);
  return div255(((sum + 16 * 128 + 64) >> 7) * cover);
}

/** The mean chroma of the four pixels of a cell, weighted by their coverage. */
export function chromaOf(pixels: readonly CoveredColor[]): [u: number, v: number] {
  if (pixels.every(({ cover }) => cover === 255)) return opaqueChroma(pixels);
  const sum = (value: (color: Color) => number): number =>
    pixels.reduce((total, { color, cover }) => total + value(color) * cover, 0);
  const [r, g, b] = [sum(([red]) => red), sum(([, green]) => green), sum(([, , blue]) => blue)];
  const gray = f(pixels.reduce((total, { cover }) => total + cover, 0) * f(0.1254902));
  const weighed = (byRed: number, byGreen: number, byBlue: number): number =>
    byte(f(f(f(r * f(byRed)) + f(g * f(byGreen))) + f(f(b * f(byBlue)) + gray)));
  return [
    weighed(-0.000098670294, -0.00033193333, 0.00043060363),
    weighed(0.00043060363, -0.0003911198, -0.000039483824),
  ];
}

function opaqueChroma(pixels: readonly CoveredColor[]): [u: number, v: number] {
  const sum = (i: number): number => pixels.reduce((total, { color }) => total + color[i]!, 0) << 5;
  const weighed = (byRed: number, byGreen: number, byBlue: number): number =>
    (share(sum(0), byRed) + share(sum(1), byGreen) + share(sum(2), byBlue) + 128 * 128 + 64) >> 7;
  return [weighed(-3298, -11_094, 14_392), weighed(14_392, -13_073, -1319)];
}
