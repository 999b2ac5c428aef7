import { formatRgb, interpolate, modeOklab, useMode } from 'culori/fn';
import { srgbColor } from '#libs/document';

useMode(modeOklab);

/** A CSS color laid over an opaque one, as opaque `rgb(r, g, b)`. sRGB, as browsers composite. */
export function flatten(color: string, under: string): string {
  const top = srgbColor(color);
  const below = srgbColor(under);
  const alpha = top.alpha ?? 1;
  const mix = (channel: 'r' | 'g' | 'b'): number => top[channel] * alpha + below[channel] * (1 - alpha);
  return formatRgb({ mode: 'rgb', r: mix('r'), g: mix('g'), b: mix('b') });
}

/** The color between two others at `progress` 0…1, mixed in OKLab, as `rgb(…)` or `rgba(…)`. */
export function mixedColor(from: string, to: string, progress: number): string {
  return formatRgb(interpolate([srgbColor(from), srgbColor(to)], 'oklab')(progress));
}
