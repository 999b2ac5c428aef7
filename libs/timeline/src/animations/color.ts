import { formatRgb, interpolate, rgb, toGamut } from 'culori';
import { parseCssColor } from '#libs/template';

/** Brings colors beyond sRGB into it as layers are painted: CSS Color 4 gamut mapping. */
const intoSrgb = toGamut('rgb', 'oklch');

/** A CSS color laid over an opaque one, as opaque `rgb(r, g, b)`. sRGB, as browsers composite. */
export function flatten(color: string, under: string): string {
  const top = read(color);
  const below = read(under);
  const alpha = top.alpha ?? 1;
  const mix = (channel: 'r' | 'g' | 'b'): number => top[channel] * alpha + below[channel] * (1 - alpha);
  return formatRgb({ mode: 'rgb', r: mix('r'), g: mix('g'), b: mix('b') });
}

/** The color a part of the way (0…1) from one to another through OKLab, as `rgb(…)` or `rgba(…)`. */
export function mixColors(from: string, to: string, progress: number): string {
  return formatRgb(interpolate([read(from), read(to)], 'oklab')(progress));
}

function read(css: string) {
  const color = parseCssColor(css);
  if (!color) throw new RangeError(`not a color: ${css}`);
  return rgb(intoSrgb(color));
}
