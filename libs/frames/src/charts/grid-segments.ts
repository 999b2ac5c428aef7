import type { ShownLabel } from './chart-text.js';

/**
 * Half the height in which a line would touch a label, em: half a figure, the depth of commas and currency signs, and
 * air.
 */
const HALF_HEIGHT = 0.6;
/** Free space at both ends of a label, em. */
const SIDE = 0.3;

/** A horizontal line of a grid. Pixels. */
interface GridLine {
  readonly x: number;
  readonly width: number;
  /** Center of the line. */
  readonly y: number;
  readonly thickness: number;
}

/** A part of a line and its opacity, 0–1. */
interface GridSegment {
  readonly x: number;
  readonly width: number;
  readonly opacity: number;
}

/** The line without the parts behind labels, from left to right. A part behind a label that fades in fades out. */
export function gridSegments({ x, width, y, thickness }: GridLine, labels: readonly ShownLabel[]): GridSegment[] {
  const gaps = labels
    .filter(({ middle, label }) => Math.abs(y - middle) < HALF_HEIGHT * label.size + thickness / 2)
    .map((shown) => gapOf(shown));
  const bounds = [x, x + width, ...gaps.flatMap(({ from, to }) => [from, to])]
    .map((bound) => Math.max(x, Math.min(x + width, bound)))
    .sort((a, b) => a - b);
  return bounds.slice(1).flatMap((end, index) => {
    const start = bounds[index]!;
    const behind = gaps.filter(({ from, to }) => from < end && to > start).map(({ opacity }) => opacity);
    const opacity = 1 - Math.max(0, ...behind);
    return end > start && opacity > 0 ? [{ x: start, width: end - start, opacity }] : [];
  });
}

/** The gap of a label, in whole pixels, so that the ends of the line are sharp. */
function gapOf({ x, label, opacity }: ShownLabel): { from: number; to: number; opacity: number } {
  const half = label.width / 2 + SIDE * label.size;
  return { from: Math.floor(x - half), to: Math.ceil(x + half), opacity };
}
