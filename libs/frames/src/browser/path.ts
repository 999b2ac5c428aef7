import { alongArc, alongCorner, type PathPoint } from './path-points.js';
import { svgPathPoints } from './svg-path-points.js';

/** Options of `stroke`; see `@napi-rs/canvas`. */
interface StrokeShape {
  readonly width?: number;
  readonly miterLimit?: number;
  readonly join?: number;
}

/**
 * A path of the browser that can also be measured and cut, which only Skia's can: beside the path itself it keeps points
 * along it.
 */
export class BrowserPath extends Path2D {
  readonly #contours: PathPoint[][];
  /** Px by which the painted pixels reach beyond the points. */
  #reach = 0;

  constructor(from?: BrowserPath | string) {
    super(from);
    if (typeof from === 'string') this.#contours = svgPathPoints(from);
    else this.#contours = from ? from.#contours.map((points) => [...points]) : [];
  }

  override moveTo(x: number, y: number): void {
    super.moveTo(x, y);
    this.#contours.push([[x, y]]);
  }

  override lineTo(x: number, y: number): void {
    super.lineTo(x, y);
    this.#add([[x, y]]);
  }

  override arcTo(...corner: [x1: number, y1: number, x2: number, y2: number, radius: number]): void {
    super.arcTo(...corner);
    const [x1, y1, x2, y2, radius] = corner;
    const start = this.#contours.at(-1)?.at(-1) ?? [x1, y1];
    this.#add(alongCorner(start, [x1, y1], [x2, y2], radius));
  }

  override arc(x: number, y: number, radius: number, ...[from, to]: [number, number]): void {
    super.arc(x, y, radius, from, to);
    this.#add(alongArc({ center: [x, y], radii: [radius, radius], rotation: 0 }, from, to));
  }

  override ellipse(
    ...ellipse: [x: number, y: number, rx: number, ry: number, rotation: number, from: number, to: number]
  ): void {
    super.ellipse(...ellipse);
    const [x, y, rx, ry, rotation, from, to] = ellipse;
    this.#add(alongArc({ center: [x, y], radii: [rx, ry], rotation }, from, to));
  }

  override closePath(): void {
    super.closePath();
    const [first] = this.#contours.at(-1) ?? [];
    if (first) this.#add([first]);
  }

  /** The area of the path, or of its stroke, at least. */
  computeTightBounds(): [left: number, top: number, right: number, bottom: number] {
    const points = this.#contours.flat();
    if (points.length === 0) return [0, 0, 0, 0];
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [x, y] of points) {
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
    }
    return [left - this.#reach, top - this.#reach, right + this.#reach, bottom + this.#reach];
  }

  /** The path with the bounds of its stroke, which is all that is asked of it. */
  stroke({ width = 1, miterLimit = 1, join = 0 }: StrokeShape): BrowserPath {
    const stroked = new BrowserPath(this);
    stroked.#reach = (width / 2) * (join === 0 ? miterLimit : 1);
    return stroked;
  }

  /** The part of the path between two shares of its length, in straight pieces. */
  trim(start: number, end: number): BrowserPath {
    const total = this.#contours.reduce((sum, points) => sum + lengthOf(points), 0);
    const [first, last] = [start * total, end * total];
    const trimmed = new BrowserPath();
    let walked = 0;
    for (const points of this.#contours) {
      let isDrawing = false;
      for (let index = 1; index < points.length; index++) {
        const [a, b] = [points[index - 1]!, points[index]!];
        const length = lengthOf([a, b]);
        const [from, to] = [Math.max(first, walked), Math.min(last, walked + length)];
        if (from < to) {
          const at = (distance: number): PathPoint => between(a, b, (distance - walked) / length);
          if (!isDrawing) trimmed.moveTo(...at(from));
          trimmed.lineTo(...at(to));
          isDrawing = true;
        }
        walked += length;
      }
    }
    return trimmed;
  }

  #add(points: readonly PathPoint[]): void {
    if (this.#contours.length === 0) this.#contours.push([]);
    this.#contours.at(-1)!.push(...points);
  }
}

function lengthOf(points: readonly PathPoint[]): number {
  return points
    .slice(1)
    .reduce((sum, [x, y], index) => sum + Math.hypot(x - points[index]![0], y - points[index]![1]), 0);
}

function between(a: PathPoint, b: PathPoint, share: number): PathPoint {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}
