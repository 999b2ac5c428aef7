import { type Point, type Rect } from '#libs/document';

/** A line that a rectangle has snapped to: vertical at `at` pixels from the left, or horizontal from the top. */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

export interface Snapped {
  /** The move that puts the rectangle on the guides. */
  readonly shift: Point;
  readonly guides: readonly Guide[];
}

/**
 * Snaps `rect`: its left, middle or right to those of `others`, and the same down the other axis. `others` are the
 * frame and the layers beside it. Nothing farther than `reach` pixels away attracts; the nearest line wins.
 */
export function snapped(rect: Rect, others: readonly Rect[], reach: number): Snapped {
  const x = nearest(
    linesOf(rect, 'x'),
    others.flatMap((other) => linesOf(other, 'x')),
    reach,
  );
  const y = nearest(
    linesOf(rect, 'y'),
    others.flatMap((other) => linesOf(other, 'y')),
    reach,
  );
  const guides: Guide[] = [];
  if (x) guides.push({ axis: 'x', at: x.at });
  if (y) guides.push({ axis: 'y', at: y.at });
  return { shift: { x: x?.by ?? 0, y: y?.by ?? 0 }, guides };
}

function linesOf(rect: Rect, axis: 'x' | 'y'): readonly number[] {
  const [from, size] = axis === 'x' ? [rect.x, rect.width] : [rect.y, rect.height];
  return [from, from + size / 2, from + size];
}

function nearest(lines: readonly number[], targets: readonly number[], reach: number) {
  let best: { by: number; at: number } | undefined;
  for (const line of lines) {
    for (const at of targets) {
      const by = at - line;
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at };
    }
  }
  return best;
}

export const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** The move that aligns `rect` in `frame`. */
export function alignmentShift(rect: Rect, frame: Rect, alignment: Alignment): Point {
  const right = frame.width - rect.width;
  const bottom = frame.height - rect.height;
  const left = frame.x - rect.x;
  const top = frame.y - rect.y;
  switch (alignment) {
    case 'left':
      return { x: left, y: 0 };
    case 'center':
      return { x: left + right / 2, y: 0 };
    case 'right':
      return { x: left + right, y: 0 };
    case 'top':
      return { x: 0, y: top };
    case 'middle':
      return { x: 0, y: top + bottom / 2 };
    case 'bottom':
      return { x: 0, y: top + bottom };
  }
}

/** The moves that make the gaps between `rects` equal, one for each. The outer two stay. */
export function distributionShifts(rects: readonly Rect[], axis: 'x' | 'y'): readonly number[] {
  const [position, size] = axis === 'x' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const order = rects.map((_, index) => index).sort((a, b) => rects[a]![position] - rects[b]![position]);
  const first = rects[order[0]!]!;
  const last = rects[order.at(-1)!]!;
  const taken = rects.reduce((sum, rect) => sum + rect[size], 0);
  const gap = (last[position] + last[size] - first[position] - taken) / (rects.length - 1);
  const shifts = rects.map(() => 0);
  let at = first[position];
  for (const index of order) {
    shifts[index] = at - rects[index]![position];
    at += rects[index]![size] + gap;
  }
  return shifts;
}
