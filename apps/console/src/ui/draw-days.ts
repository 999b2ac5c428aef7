import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatDay } from './format.ts';

const HEIGHT = 220;
/** Width of a bar as a part of its day, and in pixels at most. */
const BAR: [number, number] = [0.66, 26];

/** Steps of an axis of whole numbers, so that no label stands twice on it. */
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Room for the first and the last bar. */
const HALF_A_DAY_S = 43_200;

/** Values of one kind. */
export interface DaySeries {
  label: string;
  /** One for each day. */
  values: readonly number[];
  tone: 'accent' | 'bad';
}

/**
 * The values to draw. Bars stand on each other, the first series at the bottom; a line is drawn for each series by
 * itself.
 */
export interface DaysDrawing {
  /** As 2026-11-21, ascending, without gaps. */
  days: readonly string[];
  series: readonly DaySeries[];
  format: (value: number) => string;
}

/**
 * Draws values by day with uPlot.
 *
 * @param onPoint called with the day under the pointer
 * @returns a function that removes the drawing
 */
export function drawDays(
  frame: HTMLElement,
  drawing: DaysDrawing,
  onPoint: (index: number | null) => void,
): () => void {
  const plot = new UPlot(optionsOf(frame, drawing, onPoint), dataOf(drawing), frame);
  const size = new ResizeObserver(() => plot.setSize({ width: frame.clientWidth, height: HEIGHT }));
  size.observe(frame);
  // The frame's color changes in a transition, which ends after any change of theme. Paths are built again too, because
  // those of bars keep the color that they were built with.
  const redraw = () => plot.redraw(true, true);
  frame.addEventListener('transitionend', redraw);
  return () => {
    size.disconnect();
    frame.removeEventListener('transitionend', redraw);
    plot.destroy();
  };
}

function optionsOf(
  frame: HTMLElement,
  { series, format }: DaysDrawing,
  onPoint: (index: number | null) => void,
): UPlot.Options {
  const isWhole = series.every(({ values }) => values.every(Number.isInteger));
  return {
    width: frame.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    padding: [10, 8, 0, 0],
    scales: {
      x: { time: true, range: (_plot, from, to) => [from - HALF_A_DAY_S, to + HALF_A_DAY_S] },
      y: { range: (_plot, _least, most) => [0, Math.max(1, most * 1.1)] },
    },
    axes: axesOf(frame, format, isWhole),
    tzDate: (time) => UPlot.tzDate(new Date(time * 1_000), 'Etc/UTC'),
    series: [{}, ...series.toReversed().map(({ label }) => barsOf(frame, label))],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  };
}

/** The days below, the values to the left. */
function axesOf(frame: HTMLElement, format: DaysDrawing['format'], isWhole: boolean): UPlot.Axis[] {
  // A canvas knows no variables of CSS: it takes the colors that elements have because of them.
  const axis = {
    stroke: () => getComputedStyle(frame).color,
    font: '12px Inter, system-ui, sans-serif',
    ticks: { show: false },
  };
  return [
    {
      ...axis,
      grid: { show: false },
      size: 30,
      values: (_plot, times) => times.map((time) => formatDay(dayOf(time), true)),
      incrs: [1, 2, 7, 14, 28, 91].map((count) => count * 86_400),
      space: 64,
    },
    {
      ...axis,
      grid: { stroke: () => getComputedStyle(frame).borderTopColor, width: 1 },
      size: 52,
      values: (_plot, values) => values.map((value) => format(value)),
      ...(isWhole && { incrs: WHOLE_STEPS }),
    },
  ];
}

function barsOf(frame: HTMLElement, label: string): UPlot.Series {
  const swatches = () => [...frame.parentElement!.querySelectorAll<HTMLElement>('[data-swatch]')];
  const color = () => getComputedStyle(swatches().find(({ dataset }) => dataset['swatch'] === label)!).backgroundColor;
  return { paths: UPlot.paths.bars!({ size: BAR }), fill: color, width: 0, points: { show: false } };
}

/** Bars that stand on others are drawn first, down to the axis: those below then cover their lower part. */
function dataOf({ days, series }: DaysDrawing): UPlot.AlignedData {
  const times = days.map((day) => Date.parse(day) / 1_000);
  const sums = series.map((_, index) =>
    days.map((_day, at) => series.slice(0, index + 1).reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
  );
  return [times, ...sums.toReversed()];
}

function dayOf(time: number): string {
  return new Date(time * 1_000).toISOString().slice(0, 10);
}
