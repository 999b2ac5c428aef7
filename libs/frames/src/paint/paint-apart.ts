import { boundsOfRect, type Matrix, type Rect } from '#libs/document';
import { intersect, isEmpty } from '#libs/compositor';
import { wholePixels } from '../geometry/whole-pixels.js';
import { type Context, createCanvas, freePicture } from '../skia.js';

/**
 * Paints onto a surface of its own with the pixels of the context, then draws that: `destination-out` cuts what was painted
 * there, and nothing below it.
 *
 * @param area local px; nothing is painted outside of it
 */
export function paintApart(context: Context, area: Rect, paint: (own: Context) => void): void {
  const { a, b, c, d, e, f } = context.getTransform();
  const matrix: Matrix = [a, b, c, d, e, f];
  const seen = { x: 0, y: 0, width: context.canvas.width, height: context.canvas.height };
  const { x, y, width, height } = wholePixels(intersect(boundsOfRect(matrix, area), seen));
  if (isEmpty({ x, y, width, height })) return;
  const surface = createCanvas(width, height);
  const own = surface.getContext('2d');
  own.setTransform(a, b, c, d, e - x, f - y);
  paint(own);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(surface, x, y);
  context.restore();
  freePicture(surface);
}
