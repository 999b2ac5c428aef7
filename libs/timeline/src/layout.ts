import type { Layer, Length } from '#libs/template';
import { turn } from './matrix.js';
import type { Matrix, Size } from './geometry.js';

/** A length in pixels; percentages are of `parentPx`. */
export function lengthPx(length: Length, parentPx: number): number {
  return typeof length === 'number' ? length : (Number.parseFloat(length) / 100) * parentPx;
}

/** A layer's own box in pixels. */
export function boxOf(layer: Layer, parent: Size): Size {
  return {
    width: Math.max(0, lengthPx(layer.width ?? '100%', parent.width)),
    height: Math.max(0, lengthPx(layer.height ?? '100%', parent.height)),
  };
}

/**
 * Places a layer's box in its parent: the anchor point lies at (x, y), and rotation (clockwise degrees) and scale turn
 * about it. Multiples of 90° are exact, so upright layers stay on whole pixels.
 */
export function matrixOf(layer: Layer, box: Size, parent: Size): Matrix {
  const scale = layer.scale ?? 1;
  const { cos, sin } = turn(layer.rotation ?? 0);
  const [a, b, c, d] = [cos * scale, sin * scale, 0 - sin * scale, cos * scale];
  const anchorX = (layer.anchor_x ?? 0) * box.width;
  const anchorY = (layer.anchor_y ?? 0) * box.height;
  const x = lengthPx(layer.x ?? 0, parent.width);
  const y = lengthPx(layer.y ?? 0, parent.height);
  return [a, b, c, d, x - a * anchorX - c * anchorY, y - b * anchorX - d * anchorY];
}
