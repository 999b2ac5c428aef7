import { parseShadows, type Rect, type Shadow } from '#libs/document';
import { type Color, parseColor } from './css-color.js';

/** One shadow of a CSS list, in unscaled px. */
export type PaintedShadow = Shadow<Color>;

/** The shadows of a CSS list (`text-shadow`, `box-shadow` without `inset`, drop shadows), the first on top. */
export function shadowsOf(css: string): PaintedShadow[] {
  return (parseShadows(css) ?? []).map((shadow) => ({ ...shadow, color: parseColor(shadow.color) }));
}

/** Distance that shadows extend beyond their caster, in px on each side; never negative. */
export function shadowReach(shadows: readonly PaintedShadow[]): {
  left: number;
  top: number;
  right: number;
  bottom: number;
} {
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

/** The area of a caster and its shadows. */
export function withShadows({ x, y, width, height }: Rect, shadows: readonly PaintedShadow[]): Rect {
  const { left, top, right, bottom } = shadowReach(shadows);
  return { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom };
}
