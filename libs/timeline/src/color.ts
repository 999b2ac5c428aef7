import { formatRgb, interpolate, parse, rgb } from 'culori';

/** A CSS colour laid over an opaque one, as opaque `rgb(r, g, b)`. sRGB, as browsers composite. */
export function flatten(color: string, under: string): string {
  const top = rgb(parse(color));
  const below = rgb(parse(under));
  if (!top || !below) throw new RangeError(`not a color: ${color}`);
  const alpha = top.alpha ?? 1;
  const mix = (channel: 'r' | 'g' | 'b'): number => top[channel] * alpha + below[channel] * (1 - alpha);
  return formatRgb({ mode: 'rgb', r: mix('r'), g: mix('g'), b: mix('b') });
}

/** The colour a part of the way (0…1) from one to another through OKLab, as `rgb(…)` or `rgba(…)`. */
export function mixColors(from: string, to: string, progress: number): string {
  return formatRgb(interpolate([from, to], 'oklab')(progress));
}
