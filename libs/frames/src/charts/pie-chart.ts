import { arc, pie, type PieArcDatum } from 'd3-shape';
import type { Rect } from '#libs/document';
import type { Remark } from '#libs/template';
import type { Drawing } from '../drawing.js';
import type { ChartPlan } from './chart-plan.js';
import { formatColor, parseColor } from '../paint/css-color.js';
import { type CanvasStyle, letterStyle } from '../paint/paint.js';
import { type Context, Path } from '../skia.js';
import { type Label, paintLabel, shortened } from './chart-text.js';
import { numberFormatter } from './format-number.js';
import { slicePalette } from './slice-palette.js';

/** Ratio of width to height from which the legend is on the right instead of below. */
const SIDE_BY_SIDE_FROM = 1.2;
/** Gap between slices as a fraction of the radius, and the rounding of their corners. */
const GAP = 0.012;
const CORNER = 0.02;
/** Line height of the legend, em. */
const LINE_EM = 1.6;
/** Smallest scale of the font size of the legend. */
const SMALLEST_TYPE = 0.5;

const LEGEND_CUT: Remark = {
  code: 'LEGEND_CUT',
  message: 'the legend does not fit: its names are cut or its last entries left out',
  property: 'chart_data',
};

interface Entry {
  readonly name: Label;
  readonly value?: Label;
  readonly color: string;
}

/** Draws slices clockwise from the top in document order, and a legend with their names. */
export function drawPieChart(plan: ChartPlan): Drawing {
  const { layer, box } = plan;
  const colors = slicePalette(layer.fillColor, layer.chartData.length);
  const { circle, legend } = places(plan);
  const size = legendSize(plan, legend);
  const fitting = Math.floor(legend.height / (size * LINE_EM) + 0.01);
  const entries = legendEntries(plan, colors, { width: legend.width, size }).slice(0, fitting);
  const isCut = entries.length < layer.chartData.length || entries.some(({ name }) => name.isCut);
  return {
    isSmooth: false,
    ink: { x: 0, y: 0, ...box },
    ...(isCut && { remarks: [LEGEND_CUT] }),
    paint(context, { drawn = 1 }) {
      context.save();
      paintSlices(context, plan, { circle, colors, drawn });
      context.globalAlpha = drawn;
      paintLegend(context, { entries, size, color: letterStyle(context, layer.textColor, box) }, legend);
      context.restore();
    },
  };
}

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function places({ box, fontSize, layer }: ChartPlan): { circle: Circle; legend: Rect } {
  if (box.width >= box.height * SIDE_BY_SIDE_FROM) {
    const radius = Math.min(box.height, box.width * 0.55) / 2;
    const x = 2 * radius + fontSize * 1.2;
    return {
      circle: { x: radius, y: box.height / 2, radius },
      legend: { x, y: 0, width: Math.max(0, box.width - x), height: box.height },
    };
  }
  const lines = Math.min(layer.chartData.length * fontSize * LINE_EM, box.height * 0.45);
  const radius = Math.max(0, Math.min(box.width, box.height - lines - fontSize) / 2);
  const y = 2 * radius + fontSize;
  return {
    circle: { x: box.width / 2, y: radius, radius },
    legend: { x: 0, y, width: box.width, height: Math.max(0, box.height - y) },
  };
}

function legendSize({ fontSize, layer }: ChartPlan, legend: Rect): number {
  const most = legend.height / (layer.chartData.length * LINE_EM);
  return Math.max(fontSize * SMALLEST_TYPE, Math.min(fontSize, most));
}

function legendEntries(
  { layer, text }: ChartPlan,
  colors: readonly string[],
  { width, size }: { width: number; size: number },
): Entry[] {
  const format = numberFormatter(layer.numberFormat);
  return layer.chartData.map(({ label, value }, index) => {
    const shown = layer.showValues ? text.label(format(value), size, 600) : undefined;
    const room = width - 1.4 * size - (shown ? shown.width + size : 0);
    return {
      name: shortened(text.label(label, size), Math.max(0, room)),
      color: colors[index]!,
      ...(shown && { value: shown }),
    };
  });
}

interface Slices {
  readonly circle: Circle;
  readonly colors: readonly string[];
  /** 0 … 1: progress of opening. */
  readonly drawn: number;
}

function paintSlices(context: Context, { layer }: ChartPlan, { circle, colors, drawn }: Slices): void {
  const { radius } = circle;
  if (radius <= 0 || drawn <= 0) return;
  const largest = Math.max(...layer.chartData.map(({ value }) => value), 0);
  // Fractions of the largest value, so that sums of huge values do not overflow.
  const shares = layer.chartData.map(({ value }) => (largest > 0 ? Math.max(0, value) / largest : 0));
  const isAlone = shares.filter((share) => share > 0).length <= 1;
  const slices = pie()
    .sort(null)
    .endAngle(2 * Math.PI * drawn)(shares);
  const outline = arc<PieArcDatum<number | { valueOf(): number }>>()
    .innerRadius(0)
    .outerRadius(radius)
    .cornerRadius(isAlone ? 0 : radius * CORNER)
    .padAngle(isAlone ? 0 : GAP)
    .padRadius(radius);
  context.save();
  context.translate(circle.x, circle.y);
  if (largest === 0) {
    context.fillStyle = formatColor(parseColor(layer.axesColor));
    context.fill(
      new Path(arc()({ innerRadius: radius * 0.97, outerRadius: radius, startAngle: 0, endAngle: 7 }) ?? ''),
    );
  }
  for (const slice of slices) {
    if (slice.value === 0) continue;
    context.fillStyle = colors[slice.index]!;
    context.fill(new Path(outline(slice) ?? ''));
  }
  context.restore();
}

function paintLegend(
  context: Context,
  { entries, size, color }: { entries: readonly Entry[]; size: number; color: CanvasStyle },
  place: Rect,
): void {
  const line = size * LINE_EM;
  const top = place.y + Math.max(0, (place.height - entries.length * line) / 2);
  const right = place.x + widthOf(entries, size, place.width);
  for (const [index, { name, value, color: swatch }] of entries.entries()) {
    const middle = top + (index + 0.5) * line;
    const side = size * 0.75;
    context.fillStyle = swatch;
    context.beginPath();
    context.roundRect(place.x, middle - side / 2, side, side, side * 0.28);
    context.fill();
    context.fillStyle = color;
    paintLabel(context, name, { x: place.x + 1.4 * size, middle, align: 'left' });
    if (value) paintLabel(context, value, { x: right, middle, align: 'right' });
  }
}

/** Width of names and values side by side. Values are in their own column next to the longest name. */
function widthOf(entries: readonly Entry[], size: number, most: number): number {
  const names = Math.max(0, ...entries.map(({ name }) => name.width));
  const values = Math.max(0, ...entries.map(({ value }) => value?.width ?? 0));
  return Math.min(most, 1.4 * size + names + 1.5 * size + values);
}
