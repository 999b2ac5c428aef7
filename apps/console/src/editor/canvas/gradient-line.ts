import { type Gradient, parseGradient, placedGradient, type Point, rounded, type Size } from '#libs/document';
import { type EditableGradient, gradientText, withAngle } from '../model/gradient.ts';

/**
 * The way on which a gradient's colors lie, in pixels of the box that the gradient fills: a straight line, or for a conic
 * gradient a turn whose radius grows, so that the first and the last color lie apart.
 */
export interface GradientLine {
  /** The point at a share of the way, from 0 at its start to 1 at its end. */
  readonly placeAt: (share: number) => Point;
  /** The share of the way that is nearest to a point; of a turn, the one nearest to `former`. */
  readonly shareAt: (point: Point, former: number) => number;
  /** Handles beyond both ends. That of a conic gradient's start is in its middle. */
  readonly handles: Readonly<Record<LineEnd, Point>>;
}

export type LineEnd = 'start' | 'end';

interface LineOptions {
  /** Distance of a linear gradient's line from the middle of the box, where handles of the box are, px. */
  readonly aside: number;
  /** Distance of the handles from the ends, px. */
  readonly beyond: number;
}

/** Direction of the line of a radial gradient: below the handle in the middle of the right side. */
const RADIAL_WAY = { x: Math.cos(Math.PI / 6), y: Math.sin(Math.PI / 6) };
/** Radii of the turn of a conic gradient at its start and its end, as shares of the shorter side of the box. */
const TURN = { from: 0.3, to: 0.4 };

export function gradientLine(text: string, box: Size, { aside, beyond }: LineOptions): GradientLine {
  const placed = placedGradient(parseGradient(text)!, box);
  switch (placed.form) {
    case 'linear': {
      const [from, way] = [
        { x: placed.x0, y: placed.y0 },
        { x: placed.x1 - placed.x0, y: placed.y1 - placed.y0 },
      ];
      const length = Math.hypot(way.x, way.y) || 1;
      return straight({ x: from.x - (way.y / length) * aside, y: from.y + (way.x / length) * aside }, way, beyond);
    }
    case 'radial':
      return straight(placed, { x: placed.rx * RADIAL_WAY.x, y: placed.ry * RADIAL_WAY.y }, beyond);
    case 'conic':
      return turn(placed, box, beyond);
  }
}

function straight(from: Point, way: Point, beyond: number): GradientLine {
  const length = Math.hypot(way.x, way.y) || 1;
  const placeAt = (share: number) => ({ x: from.x + way.x * share, y: from.y + way.y * share });
  return {
    placeAt,
    shareAt: ({ x, y }) => ((x - from.x) * way.x + (y - from.y) * way.y) / length ** 2,
    handles: { start: placeAt(-beyond / length), end: placeAt(1 + beyond / length) },
  };
}

function turn({ x, y, from }: Point & { from: number }, box: Size, beyond: number): GradientLine {
  const side = Math.min(box.width, box.height);
  const at = (angle: number, radius: number) => ({ x: x + Math.sin(angle) * radius, y: y - Math.cos(angle) * radius });
  return {
    placeAt: (share) => at(from + share * 2 * Math.PI, side * (TURN.from + (TURN.to - TURN.from) * share)),
    shareAt: (point, former) => {
      const share = (angleOf(point, { x, y }) - from) / (2 * Math.PI);
      return share + Math.round(former - share);
    },
    handles: { start: { x, y }, end: at(from, side * TURN.to + beyond) },
  };
}

/** Radians from the top, clockwise. */
function angleOf(point: Point, middle: Point): number {
  return Math.atan2(point.x - middle.x, middle.y - point.y);
}

interface EndMove {
  readonly end: LineEnd;
  readonly from: Point;
  readonly to: Point;
  readonly box: Size;
  /** Whether it turns in steps of 15°. */
  readonly inSteps: boolean;
}

/**
 * The gradient after a handle of its line was moved: a linear one turns, a radial one moves its middle by its start and
 * changes its size by its end, a conic one moves its middle and turns.
 */
export function withEndMoved(gradient: EditableGradient, move: EndMove): EditableGradient {
  const read = parseGradient(gradientText(gradient))!;
  const placed = placedGradient(read, move.box);
  const { from, to, box, end } = move;
  if (placed.form === 'linear') {
    const middle = { x: box.width / 2, y: box.height / 2 };
    return withAngle(gradient, turned(Math.atan2(placed.x1 - placed.x0, placed.y0 - placed.y1), move, middle));
  }
  const middle = { x: placed.x, y: placed.y };
  const by = end === 'start' ? { x: to.x - from.x, y: to.y - from.y } : { x: 0, y: 0 };
  const at = placeWords({ x: middle.x + by.x, y: middle.y + by.y }, box);
  if (placed.form === 'conic') {
    const angle = end === 'end' ? turned(placed.from, move, middle) : rounded((placed.from * 180) / Math.PI, 2);
    return { ...gradient, head: `from ${angle}deg ${at}` };
  }
  if (end === 'start') return { ...gradient, head: `${gradient.head.split(/\bat /i)[0]!.trim()} ${at}`.trim() };
  const growth = Math.hypot(to.x - middle.x, to.y - middle.y) / (Math.hypot(from.x - middle.x, from.y - middle.y) || 1);
  return { ...gradient, head: `${sizeWords(read, placed, { growth, box })} ${at}` };
}

/** Degrees of an angle after a point was moved about the middle. */
function turned(radians: number, { from, to, inSteps }: EndMove, middle: Point): number {
  const degrees = ((radians + angleOf(to, middle) - angleOf(from, middle)) * 180) / Math.PI;
  const step = inSteps ? 15 : 1;
  return (Math.round(degrees / step) * step + 720) % 360;
}

function placeWords({ x, y }: Point, { width, height }: Size): string {
  return `at ${rounded((x / width) * 100, 1)}% ${rounded((y / height) * 100, 1)}%`;
}

function sizeWords(
  gradient: Gradient,
  { rx, ry }: { rx: number; ry: number },
  { growth, box }: { growth: number; box: Size },
): string {
  if (gradient.form === 'radial' && gradient.isCircle) return `circle ${rounded(Math.max(1, rx * growth), 1)}px`;
  const share = (radius: number, side: number) => `${rounded(Math.max(0.1, ((radius * growth) / side) * 100), 1)}%`;
  return `ellipse ${share(rx, box.width)} ${share(ry, box.height)}`;
}
