import type { Length, ResolvedLayer } from '#libs/template';
import { turn } from './matrix.js';
import type { Matrix, Size } from './geometry.js';

/** A length in pixels. Percentages refer to `parentPx`. */
export function lengthPx(length: Length, parentPx: number): number {
  return typeof length === 'number' ? length : (Number.parseFloat(length) / 100) * parentPx;
}

/** A layer's own box in pixels. */
export function boxOf(layer: ResolvedLayer, parent: Size): Size {
  return {
    width: Math.max(0, lengthPx(layer.width, parent.width)),
    height: Math.max(0, lengthPx(layer.height, parent.height)),
  };
}

/**
 * Places the box of a layer in its parent: the anchor lies at (x, y), and rotation (clockwise degrees) and scale are
 * around it. Multiples of 90° are exact, so upright layers keep whole pixels.
 */
export function matrixOf(layer: ResolvedLayer, box: Size, parent: Size): Matrix {
  const { scale } = layer;
  const { cos, sin } = turn(layer.rotation);
  const [a, b, c, d] = [cos * scale, sin * scale, 0 - sin * scale, cos * scale];
  const anchorX = layer.anchorX * box.width;
  const anchorY = layer.anchorY * box.height;
  const x = lengthPx(layer.x, parent.width);
  const y = lengthPx(layer.y, parent.height);
  return [a, b, c, d, x - a * anchorX - c * anchorY, y - b * anchorX - d * anchorY];
}
