import { boundsOfRect, IDENTITY, type Matrix } from '#libs/document';
import { intersect, type Rect } from '#libs/compositor';
import type { ClipRegion } from '#libs/timeline';
import { roundedMatrix } from '../geometry/matrix.js';

/** An outline, and the matrix from its pixels to the frame's. */
export interface PlacedOutline {
  readonly region: ClipRegion;
  readonly matrix: Matrix;
}

/** Ten-thousandths of a pixel: an outline that stays in place while its layer moves has equal digits in every frame. */
const STEPS = 1e4;

/** Converts an outline to frame pixels if the matrix keeps its kind; otherwise keeps the matrix. */
export function placeOutline(region: ClipRegion, matrix: Matrix): PlacedOutline {
  const [a, b, c, d, e, f] = matrix;
  const isUpright = Math.abs(b) < 1e-9 && Math.abs(c) < 1e-9;
  const isEven = Math.abs(Math.abs(a) - Math.abs(d)) < 1e-9;
  const at = ({ x, y }: { x: number; y: number }) => ({ x: snap(a * x + c * y + e), y: snap(b * x + d * y + f) });
  if (region.kind === 'polygon') return inFrame({ kind: 'polygon', points: region.points.map(at) });
  if (region.kind === 'circle' && isUpright && isEven) {
    return inFrame({ kind: 'circle', ...at(region), radius: snap(region.radius * Math.abs(a)) });
  }
  if (region.kind === 'rect' && isUpright && (isEven || region.radius === 0)) {
    const { x, y, width, height } = boundsOfRect(matrix, region);
    const size = { x: snap(x), y: snap(y), width: snap(width), height: snap(height) };
    return inFrame({ kind: 'rect', ...size, radius: snap(region.radius * Math.abs(a)) });
  }
  return { region, matrix: roundedMatrix(matrix) };
}

function inFrame(region: ClipRegion): PlacedOutline {
  return { region, matrix: IDENTITY };
}

function snap(value: number): number {
  return Math.round(value * STEPS) / STEPS + 0;
}

/** The intersection of the frame and the bounds of all outlines. */
export function boundsOfOutlines(outlines: readonly PlacedOutline[], frame: Rect): Rect {
  return outlines.map(({ region, matrix }) => boundsOfRect(matrix, boundsOfRegion(region))).reduce(intersect, frame);
}

function boundsOfRegion(region: ClipRegion): Rect {
  switch (region.kind) {
    case 'rect':
      return region;
    case 'circle': {
      const { x, y, radius } = region;
      return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
    }
    case 'polygon': {
      if (region.points.length < 3) return { x: 0, y: 0, width: 0, height: 0 };
      const xs = region.points.map(({ x }) => x);
      const ys = region.points.map(({ y }) => y);
      const [left, top] = [Math.min(...xs), Math.min(...ys)];
      return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
    }
  }
}
