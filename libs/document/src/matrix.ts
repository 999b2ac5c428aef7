import type { Matrix, Point, Rect, Size } from './geometry.js';

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

/** The inverse; undefined for maps that flatten the plane, within the precision of a pixel. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const area = a * d - b * c;
  if (Math.abs(area) < 1e-12) return undefined;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

/** Scales by factors along the axes, then rotates by clockwise degrees, around a point. */
export function turnAbout(point: Point, scale: Point, degrees: number): Matrix {
  const { cos, sin } = cosineAndSine(degrees);
  const [a, b, c, d] = [cos * scale.x, sin * scale.x, 0 - sin * scale.y, cos * scale.y];
  return [a, b, c, d, point.x - a * point.x - c * point.y, point.y - b * point.x - d * point.y];
}

/**
 * Cosine and sine of clockwise degrees (y points down). Multiples of 90° are exact, so upright layers keep whole
 * pixels.
 */
export function cosineAndSine(degrees: number): { cos: number; sin: number } {
  const quarters = degrees / 90;
  if (!Number.isInteger(quarters)) {
    const radians = (degrees * Math.PI) / 180;
    return { cos: Math.cos(radians), sin: Math.sin(radians) };
  }
  return [
    { cos: 1, sin: 0 },
    { cos: 0, sin: 1 },
    { cos: -1, sin: 0 },
    { cos: 0, sin: -1 },
  ][((quarters % 4) + 4) % 4]!;
}

/** The matrix followed by a translation in the pixels that it maps to. */
export function moved([a, b, c, d, e, f]: Matrix, dx: number, dy: number): Matrix {
  return [a, b, c, d, e + dx, f + dy];
}

/** The bounding box of the image of a rectangle. */
export function boundsOfRect([a, b, c, d, e, f]: Matrix, { x, y, width, height }: Rect): Rect {
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ] as const;
  const xs = corners.map(([left, top]) => a * left + c * top + e);
  const ys = corners.map(([left, top]) => b * left + d * top + f);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** The bounding box of the image of a box. */
export function boundsOf({ width, height }: Size, matrix: Matrix): Rect {
  return boundsOfRect(matrix, { x: 0, y: 0, width, height });
}
