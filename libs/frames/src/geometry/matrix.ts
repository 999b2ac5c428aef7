import type { Matrix } from '#libs/document';
import type { Rect } from '#libs/compositor';

/** The mean scale of a matrix: the square root of its scale of areas. */
export function meanScale([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Millionths: far below a visible difference and far above rounding errors, so that equal matrices are equal bit for bit. */
const STEPS = 1e6;

/** The matrix rounded to millionths. Painted pixels depend on these digits only, so they identify them. */
export function roundedMatrix([a, b, c, d, e, f]: Matrix): Matrix {
  return [rounded(a), rounded(b), rounded(c), rounded(d), rounded(e), rounded(f)];
}

function rounded(value: number): number {
  return Math.round(value * STEPS) / STEPS + 0;
}

/** A rectangle grown by `by` px on every side. */
export function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
