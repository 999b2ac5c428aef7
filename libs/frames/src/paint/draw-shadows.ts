import type { Context } from '../skia.js';
import { formatColor } from './css-color.js';
import type { Shadow } from './css-shadow.js';

/** Device px by which a caster is moved out of the canvas, so that only its shadow is visible. */
const OUT_OF_SIGHT = 1e5;

/**
 * Draws the shadows of whatever `cast` paints, without the caster itself. The first of the list is on top.
 *
 * Canvas shadows use device pixels, so offsets and blur are scaled by the transform of the context (for blur: by its
 * mean scale).
 *
 * @param cast paints the caster; receives the spread by which to enlarge it
 */
export function drawShadows(context: Context, shadows: readonly Shadow[], cast: (spread: number) => void): void {
  const { a, b, c, d, e, f } = context.getTransform();
  const scale = Math.sqrt(Math.abs(a * d - b * c));
  for (const { x, y, blur, spread, color } of [...shadows].reverse()) {
    context.save();
    context.shadowColor = formatColor(color);
    context.shadowBlur = blur * scale;
    context.shadowOffsetX = a * x + c * y + OUT_OF_SIGHT;
    context.shadowOffsetY = b * x + d * y;
    context.setTransform(a, b, c, d, e - OUT_OF_SIGHT, f);
    cast(spread);
    context.restore();
  }
}
