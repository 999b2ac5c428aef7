import { formatColor, parseColor } from '../paint/css-color.js';
import type { Context } from '../skia.js';
import type { CartesianPlan } from './chart-plan.js';
import { paintLabel } from './chart-text.js';

/** Width of a bar as a fraction of its column. */
const BAR_WIDTH = 0.62;
/** Fraction of the drawing time before the last bar starts to grow. */
const STAGGER = 0.4;

/** Bars that grow from the zero line one after another, each with its value at its end. */
export function paintBars(context: Context, plan: CartesianPlan, drawn: number): void {
  const { layer, step, zeroY, marks, fontSize } = plan;
  const width = step * BAR_WIDTH;
  for (const [index, { x, y, value, valueLabel }] of marks.entries()) {
    const grown = grownAt(drawn, index, marks.length);
    const end = zeroY + (y - zeroY) * grown;
    const length = Math.abs(end - zeroY);
    const radius = Math.min(width * 0.18, fontSize * 0.4, length);
    const isUp = y <= zeroY;
    context.fillStyle = formatColor(parseColor(layer.fillColor));
    context.beginPath();
    context.roundRect(
      x - width / 2,
      Math.min(end, zeroY),
      width,
      length,
      isUp ? [radius, radius, 0, 0] : [0, 0, radius, radius],
    );
    if (value !== 0) context.fill();
    if (!valueLabel || grown === 0) continue;
    context.globalAlpha = grown;
    context.fillStyle = formatColor(parseColor(layer.textColor));
    paintLabel(context, valueLabel, { x, middle: end + (isUp ? -0.75 : 0.75) * fontSize, align: 'center' });
    context.globalAlpha = 1;
  }
}

function grownAt(drawn: number, index: number, count: number): number {
  const begin = count > 1 ? (STAGGER * index) / (count - 1) : 0;
  return Math.max(0, Math.min(1, (drawn - begin) / (1 - STAGGER || 1)));
}
