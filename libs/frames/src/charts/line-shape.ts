import { curveMonotoneX, line } from 'd3-shape';
import { Path } from '../skia.js';
import type { Mark } from './chart-plan.js';

/** Points at which each segment of the curve is measured. */
const SAMPLES = 16;

/** The line of a chart with its dots. */
export interface LineShape {
  readonly curve: Path;
  /** The highest and lowest y that line and dots have between two x, px; infinite if they have none. */
  extent(left: number, right: number): { top: number; bottom: number };
}

/** A smooth line through the marks. @param radius of the dots; half the line's thickness without dots */
export function lineShape(
  marks: readonly Mark[],
  { thickness, radius }: { thickness: number; radius: number },
): LineShape {
  const path = line<Mark>(
    ({ x }) => x,
    ({ y }) => y,
  ).curve(curveMonotoneX)(marks);
  const points = pointsOf(path ?? '');
  return {
    curve: new Path(path ?? ''),
    extent(left, right) {
      let [top, bottom] = [Infinity, -Infinity];
      const add = (list: readonly { x: number; y: number }[], reach: number): void => {
        for (const { x, y } of list) {
          if (x < left - reach || x > right + reach) continue;
          top = Math.min(top, y - reach);
          bottom = Math.max(bottom, y + reach);
        }
      };
      add(points, thickness / 2);
      add(marks, radius);
      return { top, bottom };
    },
  };
}

/** Points along a path of the commands M, L and C, which d3 writes with absolute coordinates. */
function pointsOf(path: string): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  for (const [, command, list] of path.matchAll(/([MLC])([^A-Z]*)/g)) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x = x1, y = y1] = list!.split(',').map(Number);
    const from = points.at(-1);
    if (command === 'M' || !from) points.push({ x, y });
    else if (command === 'L') points.push(...segment([from, from, { x, y }, { x, y }]));
    else points.push(...segment([from, { x: x1, y: y1 }, { x: x2, y: y2 }, { x, y }]));
  }
  return points;
}

type Point = Readonly<Record<'x' | 'y', number>>;

function segment([a, b, c, d]: readonly [Point, Point, Point, Point]): Point[] {
  return Array.from({ length: SAMPLES }, (_, index) => {
    const t = (index + 1) / SAMPLES;
    const [wa, wb, wc, wd] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
    return { x: wa * a.x + wb * b.x + wc * c.x + wd * d.x, y: wa * a.y + wb * b.y + wc * c.y + wd * d.y };
  });
}
