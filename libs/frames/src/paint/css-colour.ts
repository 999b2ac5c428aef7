import { rgb, toGamut } from 'culori';
import { parseCssColor } from '#libs/template';

/** A colour in sRGB: channels 0..255 (whole), alpha 0..1, not premultiplied. */
export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly alpha: number;
}

const intoSrgb = toGamut('rgb', 'oklch');

/** Reads any CSS colour; those outside sRGB are brought into it by CSS Color 4 gamut mapping. Throws on anything else. */
export function parseColour(css: string): Colour {
  const parsed = parseCssColor(css);
  if (!parsed) throw new Error(`not a CSS colour: ${css}`);
  const { r, g, b } = rgb(intoSrgb(parsed));
  const byte = (channel: number): number => Math.round(Math.max(0, Math.min(1, channel)) * 255);
  return { r: byte(r), g: byte(g), b: byte(b), alpha: parsed.alpha ?? 1 };
}

/** The colour in a form every canvas understands. */
export function formatColour({ r, g, b, alpha }: Colour): string {
  return `rgba(${r}, ${g}, ${b}, ${alpha})`;
}

/** A colour laid over an opaque one. */
export function over(top: Colour, under: Colour): Colour {
  const mix = (a: number, b: number): number => Math.round(a * top.alpha + b * (1 - top.alpha));
  return { r: mix(top.r, under.r), g: mix(top.g, under.g), b: mix(top.b, under.b), alpha: 1 };
}
