import type { Point, Rect } from '#libs/document';

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
