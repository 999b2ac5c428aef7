import { splitCss } from '#libs/template';
import { type Color, mixColors, parseColor } from './css-color.js';

/** A color at a position along the gradient: 0 is its start, 1 its end. Positions never decrease. */
export interface Stop {
  readonly at: number;
  readonly color: Color;
}

/** A CSS gradient resolved for one box, in the box's px. */
export type Gradient =
  | { form: 'linear'; x0: number; y0: number; x1: number; y1: number; stops: Stop[] }
  | { form: 'radial'; x: number; y: number; rx: number; ry: number; stops: Stop[] }
  | { form: 'conic'; x: number; y: number; /** radians, clockwise from the top */ from: number; stops: Stop[] };

/** The box that a gradient fills, from its top left corner. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

const GRADIENT = /^(linear|radial|conic)-gradient\((.*)\)$/is;
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)`;
const PLACE = new RegExp(`^${NUMBER}(px|%|deg|rad|grad|turn)?$`);

/**
 * Parses a CSS linear-, radial- or conic-gradient() (CSS Images 4 §3) for a box. Undefined if the text is no gradient.
 */
export function parseGradient(css: string, box: Box): Gradient | undefined {
  const [, form, body] = GRADIENT.exec(css.trim()) ?? [];
  const parts = body === undefined ? undefined : splitCss(body, ',');
  if (form === undefined || !parts) return undefined;
  const hasHead = !(splitCss(parts[0]!, ' ') ?? []).some((word) => !PLACE.test(word) && isColor(word));
  const head = hasHead ? parts[0]!.toLowerCase().replace(/\s+/g, ' ') : '';
  const stops = hasHead ? parts.slice(1) : parts;
  switch (form.toLowerCase()) {
    case 'linear':
      return linear(head, stops, box);
    case 'radial':
      return radial(head, stops, box);
    default:
      return conic(head, stops, box);
  }
}

function isColor(word: string): boolean {
  try {
    parseColor(word);
    return true;
  } catch {
    return false;
  }
}

function radians(angle: string): number {
  const value = Number.parseFloat(angle);
  if (angle.endsWith('grad')) return (value * Math.PI) / 200;
  if (angle.endsWith('rad')) return value;
  if (angle.endsWith('turn')) return value * 2 * Math.PI;
  return (value * Math.PI) / 180;
}

/** Angle of `to top right`: the 50 % line passes through the two other corners (CSS Images 3 §3.1.1). */
function linearAngle(head: string, { width, height }: Box): number {
  if (!head.startsWith('to ')) return head === '' ? Math.PI : radians(head);
  const across = head.includes('right') ? 1 : head.includes('left') ? -1 : 0;
  const down = head.includes('bottom') ? 1 : head.includes('top') ? -1 : 0;
  if (across === 0 || down === 0) return Math.atan2(across, -down);
  return Math.atan2(across * height, -down * width);
}

function linear(head: string, stops: readonly string[], box: Box): Gradient {
  const angle = linearAngle(head, box);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const length = Math.abs(box.width * sin) + Math.abs(box.height * cos);
  const [dx, dy] = [(sin * length) / 2, (-cos * length) / 2];
  const [cx, cy] = [box.width / 2, box.height / 2];
  return { form: 'linear', x0: cx - dx, y0: cy - dy, x1: cx + dx, y1: cy + dy, stops: readStops(stops, length) };
}

/** One coordinate of a position: a side, a length or a percentage of the box. */
function coordinate(word: string | undefined, extent: number): number {
  if (word === undefined || word === 'center') return extent / 2;
  if (word === 'left' || word === 'top') return 0;
  if (word === 'right' || word === 'bottom') return extent;
  return word.endsWith('%') ? (Number.parseFloat(word) / 100) * extent : Number.parseFloat(word);
}

function position(text: string | undefined, { width, height }: Box): { x: number; y: number } {
  const words = (text ?? '').trim().split(' ').filter(Boolean);
  const isVerticalFirst = words[0] === 'top' || words[0] === 'bottom' || words[1] === 'left' || words[1] === 'right';
  const [across, down] = isVerticalFirst ? [words[1], words[0]] : words;
  return { x: coordinate(across, width), y: coordinate(down, height) };
}

function radial(head: string, stops: readonly string[], box: Box): Gradient {
  const [shape = '', at] = ` ${head}`.split(' at ');
  const words = shape.trim().split(' ').filter(Boolean);
  const { x, y } = position(at, box);
  const { rx, ry } = radii(words, { x, y }, box);
  return { form: 'radial', x, y, rx, ry, stops: readStops(stops, rx) };
}

function radii(words: readonly string[], { x, y }: { x: number; y: number }, box: Box): { rx: number; ry: number } {
  const lengths = words.filter((word) => PLACE.test(word));
  if (lengths.length > 0) {
    const rx = coordinate(lengths[0], box.width);
    return { rx, ry: lengths[1] === undefined ? rx : coordinate(lengths[1], box.height) };
  }
  const isCircle = words.includes('circle');
  const size = words.find((word) => word.includes('-')) ?? 'farthest-corner';
  const pick = size.startsWith('closest') ? Math.min : Math.max;
  const across = pick(Math.abs(x), Math.abs(box.width - x));
  const down = pick(Math.abs(y), Math.abs(box.height - y));
  if (size.endsWith('side')) {
    const both = pick(across, down);
    return isCircle ? { rx: both, ry: both } : { rx: across, ry: down };
  }
  // To a corner: a circle through it, or an ellipse through it with the proportions of the ellipse to the sides.
  const corner = Math.hypot(across, down);
  return isCircle ? { rx: corner, ry: corner } : { rx: across * Math.SQRT2, ry: down * Math.SQRT2 };
}

function conic(head: string, stops: readonly string[], box: Box): Gradient {
  const [turn = '', at] = ` ${head}`.split(' at ');
  const angle = turn.trim().split(' ')[1];
  const from = angle === undefined ? 0 : radians(angle);
  return { form: 'conic', ...position(at, box), from, stops: readStops(stops, undefined) };
}

/** @param length px of the gradient line; undefined for conic gradients, whose positions are angles */
function readPlace(word: string, length: number | undefined): number {
  if (word.endsWith('%')) return Number.parseFloat(word) / 100;
  if (length === undefined) return radians(word) / (2 * Math.PI);
  return length === 0 ? 0 : Number.parseFloat(word) / length;
}

interface OpenStop {
  at: number | undefined;
  color: Color | undefined;
}

function readStops(parts: readonly string[], length: number | undefined): Stop[] {
  const open = parts.flatMap((part): OpenStop[] => {
    const words = splitCss(part, ' ') ?? [];
    const places = words.filter((word) => PLACE.test(word)).map((word) => readPlace(word, length));
    const word = words.find((candidate) => !PLACE.test(candidate));
    const color = word === undefined ? undefined : parseColor(word);
    return places.length === 0 ? [{ at: undefined, color }] : places.map((at) => ({ at, color }));
  });
  return withPremultipliedMixing(resolveHints(placeAll(open)));
}

/** Distributes missing positions evenly, and raises a position to that of the previous stop (CSS Images 3 §3.5.3). */
function placeAll(open: readonly OpenStop[]): { at: number; color: Color | undefined }[] {
  const last = open.length - 1;
  const places = open.map(({ at }, index) => at ?? (index === 0 ? 0 : index === last ? 1 : undefined));
  let highest = -Infinity;
  const risen = places.map((at) => (at === undefined ? undefined : (highest = Math.max(highest, at))));
  return open.map(({ color }, index) => {
    const known = risen[index];
    if (known !== undefined) return { at: known, color };
    const before = risen.findLastIndex((at, i) => i < index && at !== undefined);
    const after = risen.findIndex((at, i) => i > index && at !== undefined);
    const share = (index - before) / (after - before);
    return { at: risen[before]! + (risen[after]! - risen[before]!) * share, color };
  });
}

/** A hint (a position without a color) is the midpoint of the mix. It becomes a stop with the mean color. */
function resolveHints(placed: readonly { at: number; color: Color | undefined }[]): Stop[] {
  return placed.map(({ at, color }, index) => {
    if (color) return { at, color };
    const before = placed[index - 1]?.color;
    const after = placed[index + 1]?.color;
    return { at, color: mixColors(before ?? after!, after ?? before!, 0.5) };
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
