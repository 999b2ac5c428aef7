import { oklch } from 'culori/css';
import { formatCss, toGamut } from 'culori/fn';
import { formatColor, parseColor } from '../paint/css-color.js';

const intoSrgb = toGamut('rgb', 'oklch');

/** Hue of the last color relative to the first in degrees, and its remaining chroma. */
const HUE_TURN = 55;
const LAST_CHROMA = 0.5;
/** Maximum OKLCH lightness, so that slices are visible on white. */
const LIGHTEST = 0.88;
const LIGHTENING = 0.36;

/**
 * Colors of the slices of a pie. The first is that of the chart; each next one is lighter and has a slightly rotated
 * hue.
 */
export function slicePalette(fillColor: string, count: number): string[] {
  const { l, c, h = 0, alpha = 1 } = oklch(formatCss({ mode: 'rgb', ...channels(fillColor) }))!;
  const last = Math.max(l, Math.min(LIGHTEST, l + LIGHTENING));
  return Array.from({ length: count }, (_, index) => {
    const way = count > 1 ? index / (count - 1) : 0;
    const color = {
      mode: 'oklch',
      l: l + (last - l) * way,
      c: c * (1 - (1 - LAST_CHROMA) * way),
      h: h + HUE_TURN * way,
      alpha,
    } as const;
    return formatColor(parseColor(formatCss(intoSrgb(color))));
  });
}

function channels(css: string): { r: number; g: number; b: number; alpha: number } {
  const { r, g, b, alpha } = parseColor(css);
  return { r: r / 255, g: g / 255, b: b / 255, alpha };
}
