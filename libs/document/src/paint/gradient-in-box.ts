import type { Size } from '../geometry.js';
import { type Gradient, type Measure, type Position, radiansOf } from './gradient.js';

/** The place of a gradient in a box, in the box's px. */
export type PlacedGradient =
  | { form: 'linear'; x0: number; y0: number; x1: number; y1: number }
  | { form: 'radial'; x: number; y: number; rx: number; ry: number }
  | { form: 'conic'; x: number; y: number; /** radians, clockwise from the top */ from: number };

/** Lays a gradient into a box (CSS Images 4 §3), without its stops. */
export function placedGradient(gradient: Gradient, box: Size): PlacedGradient {
  const { form } = gradient;
  switch (form) {
    case 'linear':
      return linear(gradient.to, box);
    case 'radial':
      return { form, ...pointOf(gradient.at, box), ...radii(gradient, box) };
    case 'conic':
      return { form, ...pointOf(gradient.at, box), from: radiansOf(gradient.from) };
  }
}

/** Pixels of the line of a linear gradient at an angle, radians. */
export function gradientLength(angle: number, { width, height }: Size): number {
  return Math.abs(width * Math.sin(angle)) + Math.abs(height * Math.cos(angle));
}

/** Angle of `to top right`: the 50 % line passes through the two other corners (CSS Images 3 §3.1.1). */
export function linearAngle(to: Measure | readonly string[], { width, height }: Size): number {
  if ('unit' in to) return radiansOf(to);
  const across = to.includes('right') ? 1 : to.includes('left') ? -1 : 0;
  const down = to.includes('bottom') ? 1 : to.includes('top') ? -1 : 0;
  if (across === 0 || down === 0) return Math.atan2(across, -down);
  return Math.atan2(across * height, -down * width);
}

function linear(to: Measure | readonly string[], box: Size): PlacedGradient {
  const angle = linearAngle(to, box);
  const length = gradientLength(angle, box);
  const [dx, dy] = [(Math.sin(angle) * length) / 2, (-Math.cos(angle) * length) / 2];
  const [cx, cy] = [box.width / 2, box.height / 2];
  return { form: 'linear', x0: cx - dx, y0: cy - dy, x1: cx + dx, y1: cy + dy };
}

/** Pixels of a length or of a percentage of the box. */
function pixelsOf({ value, unit }: Measure, extent: number): number {
  return unit === '%' ? (value / 100) * extent : value;
}

function pointOf({ x, y }: Position, { width, height }: Size): { x: number; y: number } {
  return { x: pixelsOf(x, width), y: pixelsOf(y, height) };
}

function radii(gradient: Gradient & { form: 'radial' }, box: Size): { rx: number; ry: number } {
  const { isCircle, extent } = gradient;
  const [first, second] = gradient.radii;
  if (first !== undefined) {
    const rx = pixelsOf(first, box.width);
    return { rx, ry: second === undefined ? rx : pixelsOf(second, box.height) };
  }
  const { x, y } = pointOf(gradient.at, box);
  const pick = extent.startsWith('closest') ? Math.min : Math.max;
  const across = pick(Math.abs(x), Math.abs(box.width - x));
  const down = pick(Math.abs(y), Math.abs(box.height - y));
  if (extent.endsWith('side')) {
    const both = pick(across, down);
    return isCircle ? { rx: both, ry: both } : { rx: across, ry: down };
  }
  // To a corner: a circle through it, or an ellipse through it with the proportions of the ellipse to the sides.
  const corner = Math.hypot(across, down);
  return isCircle ? { rx: corner, ry: corner } : { rx: across * Math.SQRT2, ry: down * Math.SQRT2 };
}
