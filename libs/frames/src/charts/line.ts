import { area, curveMonotoneX } from 'd3-shape';
import { formatColor, parseColor } from '../paint/css-color.js';
import { type Context, Path } from '../skia.js';
import type { CartesianPlan, Mark } from './chart-plan.js';
import { paintLabel } from './chart-text.js';
import { placeLineLabels, type PlacedLabel } from './line-labels.js';
import { type LineShape, lineShape } from './line-shape.js';

/** Opacity of the top of the area below the line. */
const AREA_OPACITY = 0.22;
/** With more values, dots would hide the line. */
const MAX_DOTS = 40;

/** The line of a chart, laid out. */
export interface LinePlan {
  readonly shape: LineShape;
  readonly thickness: number;
  /** Of the dots. */
  readonly radius: number;
  readonly labels: readonly (PlacedLabel | undefined)[];
}

/** Lays out the line of a chart and its value labels. */
export function planLine(plan: CartesianPlan): LinePlan {
  const thickness = Math.max(2, plan.fontSize * 0.14);
  const radius = thickness * 1.35;
  const hasDots = plan.marks.length <= MAX_DOTS;
  const shape = lineShape(plan.marks, { thickness, radius: hasDots ? radius : thickness / 2 });
  return { shape, thickness, radius, labels: placeLineLabels(plan, shape) };
}

/** Paints a smooth line through the values from the left, over an area that fades out toward the bottom. */
export function paintLine(context: Context, plan: CartesianPlan, line: LinePlan, drawn: number): void {
  const { layer, box, plot, marks } = plan;
  const color = parseColor(layer.fillColor);
  const { thickness, radius, shape } = line;
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
  context.stroke(shape.curve);
  context.restore();

  for (const [index, mark] of marks.entries()) {
    if (drawn < 1 && (drawn === 0 || mark.x > reach)) continue;
    if (marks.length <= MAX_DOTS) paintDot(context, mark, { radius, style: formatColor(color) });
    const placed = line.labels[index];
    if (!placed) continue;
    context.fillStyle = formatColor(parseColor(layer.textColor));
    paintLabel(context, placed.label, { ...placed, align: 'center' });
  }
}

function paintDot(context: Context, { x, y }: Mark, dot: { radius: number; style: string }): void {
  context.fillStyle = dot.style;
  context.beginPath();
  context.arc(x, y, dot.radius, 0, 2 * Math.PI);
  context.fill();
}

function areaBelow({ marks, zeroY }: CartesianPlan): Path {
  const below = area<Mark>(
    ({ x }) => x,
    zeroY,
    ({ y }) => y,
  ).curve(curveMonotoneX);
  return new Path(below(marks) ?? '');
}
