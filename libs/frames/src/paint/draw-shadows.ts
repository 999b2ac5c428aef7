import type { Rect } from '#libs/document';
import { addRoundRect, inset } from '../geometry/round-rect.js';
import { type Context, freePicture } from '../skia.js';
import { formatColor } from './css-color.js';
import { type PaintedShadow, shadowReach } from './css-shadow.js';
import { paintArea } from './paint-area.js';

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
export function drawShadows(context: Context, shadows: readonly PaintedShadow[], cast: (spread: number) => void): void {
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

/** Longest side of the surface on which the pixels that cast a shadow are painted, px. */
const MAX_SIDE = 4096;

/** The shape that casts a shadow, local px. */
interface Caster {
  /** Nothing is painted outside of it. */
  readonly area: Rect;
  readonly paint: (context: Context) => void;
}

/**
 * Draws the shadows of pixels as CSS `drop-shadow()` does: of everything that the caster paints, as one.
 *
 * @param casterOf the caster, enlarged by the spread of a shadow
 */
export function drawPixelShadows(
  context: Context,
  shadows: readonly PaintedShadow[],
  casterOf: (spread: number) => Caster,
): void {
  const { a, b, c, d } = context.getTransform();
  drawShadows(context, shadows, (spread) => {
    const { area, paint } = casterOf(spread);
    const longest = Math.max(area.width, area.height, 1e-3);
    const density = Math.min(Math.max(Math.hypot(a, b), Math.hypot(c, d)), MAX_SIDE / longest);
    const surface = paintArea(area, density, paint);
    context.drawImage(surface, area.x, area.y, surface.width / density, surface.height / density);
    freePicture(surface);
  });
}

/**
 * Draws the shadows of a rounded box, only outside of it (CSS Backgrounds 3 §7.2), so that they are not visible through
 * translucent content.
 */
export function drawBoxShadows(
  context: Context,
  shadows: readonly PaintedShadow[],
  { radius, ...box }: Rect & { readonly radius: number },
): void {
  if (shadows.length === 0) return;
  context.save();
  const reach = Math.max(...Object.values(shadowReach(shadows))) + 1;
  const everywhere = inset(box, -reach);
  context.beginPath();
  context.rect(everywhere.x, everywhere.y, everywhere.width, everywhere.height);
  addRoundRect(context, box, radius);
  context.clip('evenodd');
  drawShadows(context, shadows, (spread) => {
    context.beginPath();
    addRoundRect(context, inset(box, -spread), radius === 0 ? 0 : radius + spread);
    context.fill();
  });
  context.restore();
}
