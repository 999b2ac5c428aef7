import type { Rect } from '#libs/document';

/** The smallest rectangle of whole pixels around another one. */
export function wholePixels({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}
