import {
  type Gradient,
  gradientLength,
  linearAngle,
  type Measure,
  parseGradient,
  placedEvenly,
  placedGradient,
  type PlacedGradient,
  radiansOf,
} from '#libs/document';
import type { LayerBox } from '../drawing.js';
import { type Color, colorBetween, parseColor } from './css-color.js';

/** A color at a position along the gradient: 0 is its start, 1 its end. Positions never decrease. */
export interface Stop {
  readonly at: number;
  readonly color: Color;
}

/** A CSS gradient resolved for one box, in the box's px. */
export type ResolvedGradient = PlacedGradient & { stops: Stop[] };

/**
 * Lays a CSS linear-, radial- or conic-gradient() (CSS Images 4 §3) into a box. Undefined if the text is no gradient.
 */
export function gradientIn(box: LayerBox, css: string): ResolvedGradient | undefined {
  const gradient = parseGradient(css);
  if (!gradient) return undefined;
  const placed = placedGradient(gradient, box);
  return { ...placed, stops: readStops(gradient.stops, lineLength(gradient, placed, box)) };
}

/** Pixels over which a gradient has its stops; undefined for a conic one, which has them over a turn. */
function lineLength(gradient: Gradient, placed: PlacedGradient, box: LayerBox): number | undefined {
  if (gradient.form === 'linear') return gradientLength(linearAngle(gradient.to, box), box);
  return placed.form === 'radial' ? placed.rx : undefined;
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
