import { formatColor, parseColor } from '../paint/css-color.js';
import type { Context } from '../skia.js';
import type { CartesianPlan } from './chart-plan.js';
import type { ShownLabel } from './chart-text.js';

/** Width of a bar as a fraction of its column. */
const BAR_WIDTH = 0.62;
/** Fraction of the drawing time before the last bar starts to grow. */
const STAGGER = 0.4;

/** The values at the ends of their bars, which grow with them. */
export function barLabels(plan: CartesianPlan, drawn: number): ShownLabel[] {
  const { zeroY, marks, fontSize } = plan;
  return marks.flatMap(({ x, y, valueLabel: label }, index) => {
    const opacity = grownAt(drawn, index, marks.length);
    if (!label || opacity === 0) return [];
    const middle = endOf(y, zeroY, opacity) + (y <= zeroY ? -0.75 : 0.75) * fontSize;
    return [{ label, x, middle, opacity }];
  });
}

/** Bars that grow from the zero line one after another. */
export function paintBars(context: Context, plan: CartesianPlan, drawn: number): void {
  const { layer, step, zeroY, marks, fontSize } = plan;
  const width = step * BAR_WIDTH;
  context.fillStyle = formatColor(parseColor(layer.fillColor));
  for (const [index, { x, y, value }] of marks.entries()) {
    const end = endOf(y, zeroY, grownAt(drawn, index, marks.length));
    const length = Math.abs(end - zeroY);
    const radius = Math.min(width * 0.18, fontSize * 0.4, length);
    const isUp = y <= zeroY;
    context.beginPath();
    context.roundRect(
      x - width / 2,
      Math.min(end, zeroY),
      width,
      length,
      isUp ? [radius, radius, 0, 0] : [0, 0, radius, radius],
    );
    if (value !== 0) context.fill();
  }
}

function endOf(y: number, zeroY: number, grown: number): number {
  return zeroY + (y - zeroY) * grown;
}

function grownAt(drawn: number, index: number, count: number): number {
  const begin = count > 1 ? (STAGGER * index) / (count - 1) : 0;
  return Math.max(0, Math.min(1, (drawn - begin) / (1 - STAGGER || 1)));
}
