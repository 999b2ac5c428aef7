/** A point of an outline, px. */
export type PathPoint = readonly [x: number, y: number];

/** Straight pieces in which a curve is measured. */
const PIECES = 24;

/** Points along a cubic curve, its start left out. */
export function alongCurve(a: PathPoint, b: PathPoint, c: PathPoint, d: PathPoint): PathPoint[] {
  return steps((t) => {
    const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
    const at = (axis: 0 | 1): number =>
      [a, b, c, d].reduce((sum, point, index) => sum + weights[index]! * point[axis], 0);
    return [at(0), at(1)];
  });
}

/** An ellipse that an arc is part of. */
export interface Ellipse {
  readonly center: PathPoint;
  readonly radii: PathPoint;
  /** Radians. */
  readonly rotation: number;
}

/** Points along an arc from one angle to another, radians, the start included. */
export function alongArc({ center, radii, rotation }: Ellipse, from: number, to: number): PathPoint[] {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const at = (angle: number): PathPoint => {
    const [x, y] = [radii[0] * Math.cos(angle), radii[1] * Math.sin(angle)];
    return [center[0] + x * cos - y * sin, center[1] + x * sin + y * cos];
  };
  return [at(from), ...steps((t) => at(from + (to - from) * t))];
}

/** The arc that `arcTo` adds: tangent to both lines through a corner. */
export function alongCorner(start: PathPoint, corner: PathPoint, end: PathPoint, radius: number): PathPoint[] {
  const toward = ([x, y]: PathPoint): PathPoint => {
    const [dx, dy] = [x - corner[0], y - corner[1]];
    const length = Math.hypot(dx, dy) || 1;
    return [dx / length, dy / length];
  };
  const [u, v] = [toward(start), toward(end)];
  const angle = Math.acos(Math.max(-1, Math.min(1, u[0] * v[0] + u[1] * v[1])));
  if (radius <= 0 || angle < 1e-6 || Math.PI - angle < 1e-6) return [corner];
  const distance = radius / Math.tan(angle / 2);
  const on = (side: PathPoint): PathPoint => [corner[0] + side[0] * distance, corner[1] + side[1] * distance];
  return [on(u), ...alongCurve(on(u), toMiddle(on(u), corner), toMiddle(on(v), corner), on(v))];
}

/** A quarter circle is a cubic curve whose handles reach 0.55 of the way to its corner. */
function toMiddle(from: PathPoint, corner: PathPoint): PathPoint {
  return [from[0] + (corner[0] - from[0]) * 0.5523, from[1] + (corner[1] - from[1]) * 0.5523];
}

function steps(at: (t: number) => PathPoint): PathPoint[] {
  return Array.from({ length: PIECES }, (_, index) => at((index + 1) / PIECES));
}
