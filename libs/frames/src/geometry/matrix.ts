import type { Rect } from '#libs/compositor';
import type { Matrix } from '#libs/timeline';

/** How much a map enlarges on the whole: the square root of what it makes of areas. */
export function meanScale([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Millionths: far below what shows, far above what rounding errors add up to, so that equal maps are equal bit for bit. */
const STEPS = 1e6;

/** The map in millionths. What is painted through it depends on these digits alone, and they can serve as its name. */
export function rounded(matrix: Matrix): Matrix {
  return matrix.map((value) => Math.round(value * STEPS) / STEPS + 0) as unknown as Matrix;
}

/** A rectangle grown by `by` px on every side. */
export function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
