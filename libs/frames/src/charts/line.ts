import { area, curveMonotoneX } from 'd3-shape';
import { formatColor, parseColor } from '../paint/css-color.js';
import { type Context, Path } from '../skia.js';
import type { CartesianPlan, Mark } from './chart-plan.js';
import type { ShownLabel } from './chart-text.js';
import { placeLineLabels, type PlacedLabel } from './line-labels.js';
import { type LineShape, lineShape } from './line-shape.js';

/** Opacity of the top of the area below the line. */
const AREA_OPACITY = 0.22;
/** Most values with dots: more dots would hide the line. */
const MAX_DOTS = 40;

/** The line of a chart, laid out. */
export interface LinePlan {
  readonly shape: LineShape;
  readonly thickness: number;
  /** Radius of the dots. */
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

/** The values of the marks that the line has reached. */
export function lineLabels({ marks }: CartesianPlan, line: LinePlan, drawn: number): ShownLabel[] {
  return line.labels.flatMap((placed, index) =>
    placed && isReached(marks, index, drawn)
      ? [{ label: placed.label, x: placed.x, middle: placed.middle, opacity: 1 }]
      : [],
  );
}

/** Paints a smooth line through the values from the left, over an area that fades out toward the bottom. */
export function paintLine(context: Context, plan: CartesianPlan, line: LinePlan, drawn: number): void {
  const { layer, box, plot, marks } = plan;
  const color = parseColor(layer.fillColor);
  const { thickness, radius, shape } = line;
  const reach = reachOf(marks, drawn);

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

  if (marks.length > MAX_DOTS) return;
  for (const [index, mark] of marks.entries()) {
    if (isReached(marks, index, drawn)) paintDot(context, mark, { radius, style: formatColor(color) });
  }
}

/** Position up to which the line is drawn. */
function reachOf(marks: readonly Mark[], drawn: number): number {
  return marks[0]!.x + (marks.at(-1)!.x - marks[0]!.x) * drawn;
}

function isReached(marks: readonly Mark[], index: number, drawn: number): boolean {
  return drawn >= 1 || (drawn > 0 && marks[index]!.x <= reachOf(marks, drawn));
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
