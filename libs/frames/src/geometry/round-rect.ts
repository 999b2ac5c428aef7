import type { Rect } from '#libs/document';
import type { Context } from '../skia.js';

/** A corner radius limited to half of a rectangle's shorter side, never negative. */
export function roundRectRadius({ width, height }: Rect, radius: number): number {
  return Math.max(0, Math.min(radius, width / 2, height / 2));
}

/** Adds a rectangle with rounded corners to the current path. */
export function addRoundRect(context: Context, rect: Rect, radius: number): void {
  context.roundRect(rect.x, rect.y, rect.width, rect.height, roundRectRadius(rect, radius));
}

/** A rectangle made smaller by `by` px on every side (larger when negative), never less than empty. */
export function inset({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x + by, y: y + by, width: Math.max(0, width - 2 * by), height: Math.max(0, height - 2 * by) };
}
