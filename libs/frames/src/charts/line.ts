import { area, curveMonotoneX, line } from 'd3-shape';
import { formatColor, parseColor } from '../paint/css-color.js';
import { type Context, Path } from '../skia.js';
import type { CartesianPlan, Mark } from './chart-plan.js';
import { paintLabel } from './chart-text.js';

/** Opacity of the top of the area below the line. */
const AREA_OPACITY = 0.22;
/** With more values, dots would hide the line. */
const MAX_DOTS = 40;

/** Paints a smooth line through the values from the left, over an area that fades out toward the bottom. */
export function paintLine(context: Context, plan: CartesianPlan, drawn: number): void {
  const { layer, box, plot, marks, fontSize } = plan;
  const color = parseColor(layer.fillColor);
  const thickness = Math.max(2, fontSize * 0.14);
  const reach = marks[0]!.x + (marks.at(-1)!.x - marks[0]!.x) * drawn;

  context.save();
  context.beginPath();
  context.rect(0, 0, drawn < 1 ? reach : box.width, box.height);
  context.clip();
  const fade = context.createLinearGradient(0, Math.min(...marks.map(({ y }) => y)), 0, plot.y + plot.height);
  fade.addColorStop(0, formatColor({ ...color, alpha: color.alpha * AREA_OPACITY }));
  fade.addColorStop(1, formatColor({ ...color, alpha: 0 }));
  context.fillStyle = fade;
  context.fill(areaBelow(plan));
  context.strokeStyle = formatColor(color);
  context.lineWidth = thickness;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.stroke(curveThrough(marks));
  context.restore();

  for (const [index, mark] of marks.entries()) {
    if (drawn < 1 && (drawn === 0 || mark.x > reach)) continue;
    if (marks.length <= MAX_DOTS) paintDot(context, mark, { radius: thickness * 1.35, style: formatColor(color) });
    if (!mark.valueLabel) continue;
    context.fillStyle = formatColor(parseColor(layer.textColor));
    const away = isValley(plan, index) ? 1.05 : -0.95;
    paintLabel(context, mark.valueLabel, { x: mark.x, middle: mark.y + away * fontSize, align: 'center' });
  }
}

/** Whether a mark is a local minimum with room for a label below it. */
function isValley({ marks, plot, fontSize }: CartesianPlan, index: number): boolean {
  const { y, value } = marks[index]!;
  const isLowest = [marks[index - 1], marks[index + 1]].every((beside) => beside !== undefined && beside.y < y);
  // The plot has room for the labels of negative values.
  const floor = plot.y + plot.height + (value < 0 ? 1.2 * fontSize : 0);
  return isLowest && y + 1.6 * fontSize < floor;
}

function paintDot(context: Context, { x, y }: Mark, dot: { radius: number; style: string }): void {
  context.fillStyle = dot.style;
  context.beginPath();
  context.arc(x, y, dot.radius, 0, 2 * Math.PI);
  context.fill();
}

function curveThrough(marks: readonly Mark[]): Path {
  const curve = line<Mark>(
    ({ x }) => x,
    ({ y }) => y,
  ).curve(curveMonotoneX);
  return new Path(curve(marks) ?? '');
}

function areaBelow({ marks, zeroY }: CartesianPlan): Path {
  const below = area<Mark>(
    ({ x }) => x,
    zeroY,
    ({ y }) => y,
  ).curve(curveMonotoneX);
  return new Path(below(marks) ?? '');
}
