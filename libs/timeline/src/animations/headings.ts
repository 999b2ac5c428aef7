import type { Direction } from '#libs/template';

type Sign = -1 | 0 | 1;

/** A direction across the frame, y downward; not both 0. */
export interface Heading {
  x: Sign;
  y: Sign;
}

const HEADINGS: Readonly<Partial<Record<Direction, Heading>>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  'up-left': { x: -1, y: -1 },
  'up-right': { x: 1, y: -1 },
  'down-left': { x: -1, y: 1 },
  'down-right': { x: 1, y: 1 },
};

/** The heading of a direction; that of `otherwise` if it is undefined or has none (`in`, `clockwise` …). */
export function headingOf(direction: Direction | undefined, otherwise: Direction): Heading {
  return (direction && HEADINGS[direction]) ?? HEADINGS[otherwise]!;
}

/** Whether a direction leads across the frame. */
export function leadsAcross(direction: Direction | undefined): boolean {
  return direction !== undefined && HEADINGS[direction] !== undefined;
}

const OPPOSITE: Readonly<Record<Sign, Sign>> = { [-1]: 1, 0: 0, 1: -1 };

export function opposite({ x, y }: Heading): Heading {
  return { x: OPPOSITE[x], y: OPPOSITE[y] };
}
