import type { Rect } from '#libs/compositor';
import type { Matrix } from '#libs/timeline';

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** p after q: the map that applies q first. */
export function multiply(p: Matrix, q: Matrix): Matrix {
  return [
    p[0] * q[0] + p[2] * q[1],
    p[1] * q[0] + p[3] * q[1],
    p[0] * q[2] + p[2] * q[3],
    p[1] * q[2] + p[3] * q[3],
    p[0] * q[4] + p[2] * q[5] + p[4],
    p[1] * q[4] + p[3] * q[5] + p[5],
  ];
}

/** Undefined for maps that flatten the plane. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const area = a * d - b * c;
  if (Math.abs(area) < 1e-12) return undefined;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

/** The bounds of a rectangle's image. */
export function transformRect([a, b, c, d, e, f]: Matrix, { x, y, width, height }: Rect): Rect {
  const xs = [x, x + width].flatMap((px) => [y, y + height].map((py) => a * px + c * py + e));
  const ys = [x, x + width].flatMap((px) => [y, y + height].map((py) => b * px + d * py + f));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

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
