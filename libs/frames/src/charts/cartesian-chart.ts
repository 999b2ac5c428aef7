import { scaleLinear } from 'd3-scale';
import type { Remark } from '#libs/template';
import type { Drawing } from '../drawing.js';
import { formatColor, parseColor } from '../paint/css-color.js';
import { letterStyle } from '../paint/paint.js';
import type { Context } from '../skia.js';
import { barLabels, paintBars } from './bars.js';
import type { CartesianPlan, ChartPlan } from './chart-plan.js';
import { type Label, paintLabel, shortened, type ShownLabel } from './chart-text.js';
import { numberFormatter } from './format-number.js';
import { gridSegments } from './grid-segments.js';
import { lineLabels, paintLine, planLine } from './line.js';

/**
 * Fraction of a line's highest value above which its lowest value must lie for the scale to omit zero. Otherwise
 * changes would be invisible.
 */
const FAR_FROM_ZERO = 0.6;

const GRID_OPACITY = 0.3;

/** The labels of so many columns are names. Those of more are the scale of a series, which is read with some left out, too. */
const MOST_NAMES = 12;

/** Least distance of the labels of a scale, em. */
const LABEL_GAP = 0.7;

const VALUES_OMITTED: Remark = {
  code: 'VALUES_OMITTED',
  message: 'the values do not fit above their columns and are left out',
  property: 'chart_data',
};
const LABELS_CUT: Remark = {
  code: 'LABELS_CUT',
  message: 'the labels do not fit below their columns and are cut or left out',
  property: 'chart_data',
};

interface Tick {
  readonly y: number;
  readonly label: Label;
  readonly isZero: boolean;
}

/** A chart laid out: its plan, its ticks, and the labels of its values, undefined if they would overlap. */
interface LaidOutChart {
  readonly plan: CartesianPlan;
  readonly ticks: readonly Tick[];
  readonly values: readonly Label[] | undefined;
}

/** Places the marks of a chart over a scale with round numbers. */
function layOutChart(chart: ChartPlan): LaidOutChart {
  const { layer, box, text, fontSize } = chart;
  const format = numberFormatter(layer.numberFormat);
  const top = layer.showValues ? 1.5 * fontSize : 0.6 * fontSize;
  const hasNegative = layer.chartData.some(({ value }) => value < 0);
  const foot = (hasNegative && layer.showValues ? 1.2 : 0) * fontSize + 1.7 * fontSize;
  const height = Math.max(1, box.height - top - foot);
  const scale = scaleLinear(domainOf(chart), [top + height, top]).nice(tickCount(height, fontSize));
  const ticks = scale.ticks(tickCount(height, fontSize)).map((value): Tick => {
    return { y: scale(value), label: text.label(format(value), fontSize * 0.85), isZero: value === 0 };
  });
  const left = Math.min(box.width / 2, Math.max(...ticks.map(({ label }) => label.width)) + 0.7 * fontSize);
  const plot = { x: left, y: top, width: Math.max(1, box.width - left), height };
  const step = plot.width / layer.chartData.length;
  const values = layer.showValues ? valueLabels(chart, step, format) : undefined;
  const plan: CartesianPlan = {
    ...chart,
    plot,
    step,
    zeroY: scale(Math.max(scale.domain()[0]!, Math.min(scale.domain()[1]!, 0))),
    marks: layer.chartData.map(({ value }, index) => ({
      x: plot.x + (index + 0.5) * step,
      y: scale(value),
      value,
      ...(values && { valueLabel: values[index]! }),
    })),
  };
  return { plan, ticks, values };
}

/** Draws bars or a line over a scale with round numbers. */
export function drawCartesianChart(chart: ChartPlan): Drawing {
  const { layer, box, fontSize } = chart;
  const { plan, ticks, values } = layOutChart(chart);
  const line = layer.chartType === 'line' ? planLine(plan) : undefined;
  const categories = categoryLabels(plan);
  const isCut =
    categories.length < layer.chartData.filter(({ label }) => label.trim() !== '').length ||
    categories.some(({ label }) => label.isCut);
  return {
    isSmooth: layer.chartType === 'line',
    ink: { x: 0, y: 0, ...box },
    remarks: [...(layer.showValues && !values ? [VALUES_OMITTED] : []), ...(isCut ? [LABELS_CUT] : [])],
    paint(context, { drawn = 1 }) {
      context.save();
      const shownValues = line ? lineLabels(plan, line, drawn) : barLabels(plan, drawn);
      paintGrid(context, plan, ticks, shownValues);
      paintTickLabels(context, plan, ticks);
      context.fillStyle = letterStyle(context, layer.textColor, box);
      const middle = box.height - 0.75 * fontSize;
      for (const { x, label } of categories) paintLabel(context, label, { x, middle, align: 'center' });
      if (line) paintLine(context, plan, line, drawn);
      else paintBars(context, plan, drawn);
      paintValues(context, plan, shownValues);
      context.restore();
    },
  };
}

function domainOf({ layer: { chartData, chartType } }: ChartPlan): [low: number, high: number] {
  const values = chartData.map(({ value }) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const isFar = chartType === 'line' && low !== high && (low > high * FAR_FROM_ZERO || high < low * FAR_FROM_ZERO);
  if (isFar && low * high > 0) return [low, high];
  return low === 0 && high === 0 ? [0, 1] : [Math.min(0, low), Math.max(0, high)];
}

function tickCount(height: number, fontSize: number): number {
  return Math.max(2, Math.min(6, Math.floor(height / (2 * fontSize))));
}

/** Labels of the values; undefined if they would overlap. */
function valueLabels(chart: ChartPlan, step: number, format: (value: number) => string): Label[] | undefined {
  const style = { size: chart.fontSize * 0.9, smallest: 0.6, weight: 600 } as const;
  const labels = chart.text.fitting(
    chart.layer.chartData.map(({ value }) => format(value)),
    style,
    step * 0.94,
  );
  return labels.every(({ width }) => width <= step * 1.02) ? labels : undefined;
}

/**
 * The labels below the columns. Of many columns only every nth, so that labels keep their size and their distance; of few,
 * each: smaller if space is short, then shortened, and left out only in columns that are narrower still.
 */
function categoryLabels({ layer, text, fontSize, step, marks }: CartesianPlan): { x: number; label: Label }[] {
  const isScale = layer.chartData.length > MOST_NAMES;
  const size = fontSize * 0.85;
  const roomIn = (columns: number): number => (isScale ? columns * step - LABEL_GAP * size : columns * step * 0.92);
  const labels = text.fitting(
    layer.chartData.map(({ label }) => label),
    { size, smallest: isScale ? 1 : 0.7 },
    roomIn(1),
  );
  const wanted = Math.min(Math.max(...labels.map(({ width }) => width)), 4 * fontSize);
  let every = 1;
  while (roomIn(every) < wanted) every += 1;
  return labels.flatMap((label, index) =>
    index % every === 0 ? [{ x: marks[index]!.x, label: shortened(label, roomIn(every)) }] : [],
  );
}

/** Lines at the ticks and at zero, with gaps behind values: a line through figures makes them hard to read. */
function paintGrid(
  context: Context,
  { layer, plot, zeroY, fontSize }: CartesianPlan,
  ticks: readonly Tick[],
  values: readonly ShownLabel[],
): void {
  const thickness = Math.max(1, Math.round(fontSize / 24));
  const rule = (tickY: number, opacity: number): void => {
    const y = Math.round(tickY);
    for (const segment of gridSegments({ x: plot.x, width: plot.width, y, thickness }, values)) {
      context.globalAlpha = opacity * segment.opacity;
      context.fillRect(segment.x, y - thickness / 2, segment.width, thickness);
    }
  };
  context.fillStyle = formatColor(parseColor(layer.axesColor));
  for (const { y, isZero } of ticks) if (!isZero) rule(y, GRID_OPACITY);
  rule(zeroY, 1);
  context.globalAlpha = 1;
}

function paintValues(context: Context, { layer, box }: CartesianPlan, values: readonly ShownLabel[]): void {
  context.fillStyle = letterStyle(context, layer.textColor, box);
  for (const { label, opacity, ...place } of values) {
    context.globalAlpha = opacity;
    paintLabel(context, label, { ...place, align: 'center' });
  }
  context.globalAlpha = 1;
}

function paintTickLabels(
  context: Context,
  { layer, box, plot, fontSize }: CartesianPlan,
  ticks: readonly Tick[],
): void {
  context.fillStyle = letterStyle(context, layer.textColor, box);
  for (const { y, label } of ticks) {
    paintLabel(context, label, { x: plot.x - 0.5 * fontSize, middle: y, align: 'right' });
  }
}
