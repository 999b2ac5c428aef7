import { splitCss } from '#libs/template';
import { type Color, parseColor } from './css-color.js';

/** One shadow of a CSS list, in unscaled px. */
export interface Shadow {
  readonly x: number;
  readonly y: number;
  /** CSS blur radius: twice the Gaussian's standard deviation. */
  readonly blur: number;
  readonly spread: number;
  readonly color: Color;
}

const LENGTH = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(px)?$/;

/**
 * Parses a CSS shadow list (`text-shadow`, `box-shadow` without `inset`, drop shadows), the first on top. `''` and
 * `none` are empty lists. The default color is black.
 */
export function parseShadows(css: string): Shadow[] {
  const text = css.trim();
  if (text === '' || text === 'none') return [];
  return (splitCss(text, ',') ?? []).map((shadow) => {
    const words = splitCss(shadow, ' ') ?? [];
    const lengths = words.filter((word) => LENGTH.test(word)).map((word) => Number.parseFloat(word));
    const color = words.find((word) => !LENGTH.test(word));
    const [x = 0, y = 0, blur = 0, spread = 0] = lengths;
    return { x, y, blur, spread, color: parseColor(color ?? 'black') };
  });
}

/** Distance that shadows extend beyond their caster, in px on each side; never negative. */
export function shadowReach(shadows: readonly Shadow[]): { left: number; top: number; right: number; bottom: number } {
  const reach = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const { x, y, blur, spread } of shadows) {
    // The Gaussian of Skia ends at three standard deviations, which are 1.5 blur radii.
    const around = 1.5 * blur + spread;
    reach.left = Math.max(reach.left, around - x);
    reach.top = Math.max(reach.top, around - y);
    reach.right = Math.max(reach.right, around + x);
    reach.bottom = Math.max(reach.bottom, around + y);
  }
  return reach;
}
