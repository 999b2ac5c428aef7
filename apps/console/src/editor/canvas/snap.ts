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
