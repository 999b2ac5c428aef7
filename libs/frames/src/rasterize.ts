import type { Matrix } from '#libs/document';
import { type Context, createCanvas, takePixels } from './skia.js';

/** Paints with a transform onto a new transparent canvas; returns its premultiplied RGBA bytes, valid until others are taken. */
export function rasterize(
  size: { width: number; height: number },
  matrix: Matrix,
  paint: (context: Context) => void,
): Uint8Array {
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  context.setTransform(...matrix);
  paint(context);
  return takePixels(canvas);
}
