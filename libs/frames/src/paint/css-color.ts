import { srgbColor } from '#libs/document';

/** A color in sRGB: channels 0..255 (whole), alpha 0..1, not premultiplied. */
export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly alpha: number;
}

/**
 * Parses any CSS color. Maps colors outside sRGB into it with CSS Color 4 gamut mapping.
 *
 * @throws RangeError for any other text
 */
export function parseColor(css: string): Color {
  const { r, g, b, alpha = 1 } = srgbColor(css);
  const byte = (channel: number): number => Math.round(Math.max(0, Math.min(1, channel)) * 255);
  return { r: byte(r), g: byte(g), b: byte(b), alpha };
}

/** The color in a format that every canvas accepts. */
export function formatColor({ r, g, b, alpha }: Color): string {
  return `rgba(${r}, ${g}, ${b}, ${alpha})`;
}

/** Composites a color over an opaque one. */
export function over(top: Color, under: Color): Color {
  const mix = (a: number, b: number): number => Math.round(a * top.alpha + b * (1 - top.alpha));
  return { r: mix(top.r, under.r), g: mix(top.g, under.g), b: mix(top.b, under.b), alpha: 1 };
}

/** The color between two others, premultiplied by alpha. @param share 0..1: 0 is `a` */
export function colorBetween(a: Color, b: Color, share: number): Color {
  const alpha = a.alpha + (b.alpha - a.alpha) * share;
  const channel = (x: number, y: number): number =>
    alpha === 0 ? 0 : Math.round((x * a.alpha * (1 - share) + y * b.alpha * share) / alpha);
  return { r: channel(a.r, b.r), g: channel(a.g, b.g), b: channel(a.b, b.b), alpha };
}
