import { type Gradient, type Measure, parseGradient, placedEvenly, type Position, radiansOf } from '#libs/document';
import type { LayerBox } from '../drawing.js';
import { type Color, colorBetween, parseColor } from './css-color.js';

/** A color at a position along the gradient: 0 is its start, 1 its end. Positions never decrease. */
export interface Stop {
  readonly at: number;
  readonly color: Color;
}

/** A CSS gradient resolved for one box, in the box's px. */
export type ResolvedGradient =
  | { form: 'linear'; x0: number; y0: number; x1: number; y1: number; stops: Stop[] }
  | { form: 'radial'; x: number; y: number; rx: number; ry: number; stops: Stop[] }
  | { form: 'conic'; x: number; y: number; /** radians, clockwise from the top */ from: number; stops: Stop[] };

/**
 * Lays a CSS linear-, radial- or conic-gradient() (CSS Images 4 §3) into a box. Undefined if the text is no gradient.
 */
export function gradientIn(box: LayerBox, css: string): ResolvedGradient | undefined {
  const gradient = parseGradient(css);
  switch (gradient?.form) {
    case 'linear':
      return linear(gradient, box);
    case 'radial':
      return radial(gradient, box);
    case 'conic': {
      const { form, at, from, stops } = gradient;
      return { form, ...pointOf(at, box), from: radiansOf(from), stops: readStops(stops, undefined) };
    }
    case undefined:
      return undefined;
  }
}

/** Angle of `to top right`: the 50 % line passes through the two other corners (CSS Images 3 §3.1.1). */
function linearAngle(to: Measure | readonly string[], { width, height }: LayerBox): number {
  if ('unit' in to) return radiansOf(to);
  const across = to.includes('right') ? 1 : to.includes('left') ? -1 : 0;
  const down = to.includes('bottom') ? 1 : to.includes('top') ? -1 : 0;
  if (across === 0 || down === 0) return Math.atan2(across, -down);
  return Math.atan2(across * height, -down * width);
}

function linear({ to, stops }: Gradient & { form: 'linear' }, box: LayerBox): ResolvedGradient {
  const angle = linearAngle(to, box);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const length = Math.abs(box.width * sin) + Math.abs(box.height * cos);
  const [dx, dy] = [(sin * length) / 2, (-cos * length) / 2];
  const [cx, cy] = [box.width / 2, box.height / 2];
  return { form: 'linear', x0: cx - dx, y0: cy - dy, x1: cx + dx, y1: cy + dy, stops: readStops(stops, length) };
}

/** Pixels of a length or of a percentage of the box. */
function pixelsOf({ value, unit }: Measure, extent: number): number {
  return unit === '%' ? (value / 100) * extent : value;
}

function pointOf({ x, y }: Position, { width, height }: LayerBox): { x: number; y: number } {
  return { x: pixelsOf(x, width), y: pixelsOf(y, height) };
}

function radial(gradient: Gradient & { form: 'radial' }, box: LayerBox): ResolvedGradient {
  const { rx, ry } = radii(gradient, box);
  return { form: 'radial', ...pointOf(gradient.at, box), rx, ry, stops: readStops(gradient.stops, rx) };
}

function radii(gradient: Gradient & { form: 'radial' }, box: LayerBox): { rx: number; ry: number } {
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

/** @param length px of the gradient line; undefined for conic gradients, whose positions are angles */
function shareOf(place: Measure, length: number | undefined): number {
  if (place.unit === '%') return place.value / 100;
  if (length === undefined) return radiansOf(place) / (2 * Math.PI);
  return length === 0 ? 0 : place.value / length;
}

function readStops(written: Gradient['stops'], length: number | undefined): Stop[] {
  const open = written.flatMap(({ color: css, places }) => {
    const color = css === undefined ? undefined : parseColor(css);
    return (places.length === 0 ? [undefined] : places).map((place) => ({
      at: place && shareOf(place, length),
      color,
    }));
  });
  const places = placedEvenly(open.map(({ at }) => at));
  return withPremultipliedMixing(resolveHints(open.map(({ color }, index) => ({ at: places[index]!, color }))));
}

/** A hint (a position without a color) is the midpoint of the mix. It becomes a stop with the mean color. */
function resolveHints(placed: readonly { at: number; color: Color | undefined }[]): Stop[] {
  return placed.map(({ at, color }, index) => {
    if (color) return { at, color };
    const before = placed[index - 1]?.color;
    const after = placed[index + 1]?.color;
    return { at, color: colorBetween(before ?? after!, after ?? before!, 0.5) };
  });
}

/**
 * CSS mixes premultiplied colors, canvases do not: `red, transparent` would pass through dark red. A fully transparent
 * stop therefore takes the color of each neighbor on the side of that neighbor.
 */
function withPremultipliedMixing(stops: readonly Stop[]): Stop[] {
  return stops.flatMap(({ at, color }, index) => {
    if (color.alpha > 0) return [{ at, color }];
    const neighbors = [stops[index - 1], stops[index + 1]].filter((stop) => stop !== undefined);
    return neighbors.map((neighbor) => ({ at, color: { ...neighbor.color, alpha: 0 } }));
  });
}
