import { formatRgb, interpolate, rgb, toGamut } from 'culori';
import { parseCssColor } from '#libs/template';

/** Maps colors outside sRGB into it with CSS Color 4 gamut mapping, as when layers are painted. */
const intoSrgb = toGamut('rgb', 'oklch');

/** A CSS color laid over an opaque one, as opaque `rgb(r, g, b)`. sRGB, as browsers composite. */
export function flatten(color: string, under: string): string {
  const top = read(color);
  const below = read(under);
  const alpha = top.alpha ?? 1;
  const mix = (channel: 'r' | 'g' | 'b'): number => top[channel] * alpha + below[channel] * (1 - alpha);
  return formatRgb({ mode: 'rgb', r: mix('r'), g: mix('g'), b: mix('b') });
}

/** The color between two others at `progress` 0…1, mixed in OKLab, as `rgb(…)` or `rgba(…)`. */
export function mixColors(from: string, to: string, progress: number): string {
  return formatRgb(interpolate([read(from), read(to)], 'oklab')(progress));
}

function read(css: string) {
  const color = parseCssColor(css);
  if (!color) throw new RangeError(`not a color: ${css}`);
  return rgb(intoSrgb(color));
}
