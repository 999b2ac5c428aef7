import type { Rect } from '#libs/document';
import { type Canvas, type Context, createCanvas } from '../skia.js';

/**
 * Paints an area on a canvas of its own.
 *
 * @param density px of the canvas for one of the area
 */
export function paintArea(area: Rect, density: number, paint: (context: Context) => void): Canvas {
  const canvas = createCanvas(
    Math.max(1, Math.ceil(area.width * density)),
    Math.max(1, Math.ceil(area.height * density)),
  );
  const context = canvas.getContext('2d');
  context.scale(density, density);
  context.translate(-area.x, -area.y);
  paint(context);
  return canvas;
}
