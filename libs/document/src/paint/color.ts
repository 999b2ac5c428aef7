import { clampRgb, type Color, parse, type Rgb, toGamut } from 'culori/fn';
import { useCssColors } from './color-spaces.js';
import { useRareColors } from './rare-color-spaces.js';

export const MAX_COLOR_CHARACTERS = 512;
/**
 * Texts that culori reads as colors although CSS and Skia do not: `ff0000` and spaces of its own (`color(--hsv …)`).
 */
const NO_CSS = /^[0-9a-f]+$|^color\(\s*--/;
/** Functions of rare spaces. */
const RARE = /^(?:hsla?|hwb|lab|lch|color)\(/;
const NO_ALPHA = /\/\s*none\s*\)$/;

/**
 * Reads any CSS color: named, #rgb…#rrggbbaa, rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch(), color(), in any case and
 * with white space around it. Undefined for anything else.
 */
export function parseCssColor(css: string): Color | undefined {
  if (css.length > MAX_COLOR_CHARACTERS) return undefined;
  const text = css.trim().toLowerCase();
  if (NO_CSS.test(text)) return undefined;
  if (RARE.test(text)) useRareColors();
  // culori throws on some incomplete functions (`color(`) and accepts numbers that overflow (`rgb(1e999 0 0)`).
  try {
    const color = parse(text);
    const channels = Object.values(color ?? {}).filter((channel) => typeof channel === 'number');
    return color && channels.every((channel) => Number.isFinite(channel)) ? settle(color, text) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Completes what culori does not do. `rgb()` is clamped when it is parsed, and so is a saturation below 0 (CSS Color 4
 * §5.1, §7). An alpha of `none`, which culori drops, is 0 outside of mixing (§4.4).
 */
function settle(color: Color, text: string): Color {
  const isUnderSaturated = color.mode === 'hsl' && color.s < 0;
  const clamped = text.startsWith('rgb') ? clampRgb(color) : isUnderSaturated ? { ...color, s: 0 } : color;
  return NO_ALPHA.test(text) ? { ...clamped, alpha: 0 } : clamped;
}

/** True for what {@link parseCssColor} reads. */
export function isCssColor(value: unknown): value is string {
  return typeof value === 'string' && parseCssColor(value) !== undefined;
}

const rgb = useCssColors();
const intoSrgb = toGamut('rgb', 'oklch');

/**
 * A CSS color in sRGB, channels and alpha 0…1. Colors outside of it are mapped into it (CSS Color 4 §13.2).
 *
 * @throws RangeError for any other text; a valid document contains none
 */
export function srgbColor(css: string): Rgb {
  const color = parseCssColor(css);
  if (!color) throw new RangeError(`not a CSS color: ${css}`);
  return rgb(intoSrgb(color));
}
