import type { LayerContent } from '#libs/template';
import { describe, expect, it } from '@jest/globals';

import { FontLibrary } from '../fonts/font-library.js';
import { createCanvas } from '../skia.js';
import { colorError, specRenderers } from '../testing/spec-renderers.js';
import { drawChartLayer } from './chart.js';

const renderers = specRenderers();

const BLUE = [37, 99, 235] as const;
const WHITE = [255, 255, 255] as const;
const CHART = { name: 'chart', type: 'chart', fill_color: '#2563eb', text_color: '#ffffff', axes_color: '#ffffff' };

function data(...values: number[]): { label: string; value: number }[] {
  return values.map((value, index) => ({ label: `Item ${index}`, value }));
}

async function frameOf(chart: object): Promise<Uint8Array> {
  return renderers.frame({ layers: [{ ...CHART, ...chart }] });
}

/** Rows that are blue in each of so many columns of the frame's right part. */
function blueHeights(frame: Uint8Array, columns: readonly number[]): number[] {
  return columns.map(
    (x) => Array.from({ length: 180 }, (_, y) => y).filter((y) => colorError(frame, [x, y], BLUE) <= 1).length,
  );
}

const RESOLVED: LayerContent<'chart'> = {
  type: 'chart',
  chartType: 'bar',
  chartData: data(4, 8, -2),
  fontSize: 20,
  textColor: '#000000',
  fillColor: '#2563eb',
  axesColor: '#808080',
  showValues: true,
  numberFormat: undefined,
};

/** Number of pixels that a chart covers when it is drawn so far. */
function inked(layer: LayerContent<'chart'>, drawn: number): number {
  const canvas = createCanvas(320, 180);
  drawChartLayer(layer, canvas, new FontLibrary()).paint(canvas.getContext('2d'), { drawn });
  return canvas.data().filter((value, index) => index % 4 === 3 && value > 0).length;
}

/** Pixels around the box in which nothing may be drawn. */
const MARGIN = 40;

/** Least visible alpha, of 255. The area below a line has less than a quarter of the line's opacity. */
const VISIBLE = 64;

/** The pixels that a chart in a box of 320 × 180 px covers so much, in a canvas that is larger by a margin on each side. */
function covered(layer: LayerContent<'chart'>, alpha = VISIBLE): number[] {
  const canvas = createCanvas(320 + 2 * MARGIN, 180 + 2 * MARGIN);
  const context = canvas.getContext('2d');
  context.translate(MARGIN, MARGIN);
  drawChartLayer(layer, { width: 320, height: 180 }, new FontLibrary()).paint(context, {});
  return [...canvas.data()].flatMap((value, index) => (index % 4 === 3 && value > alpha ? [(index - 3) / 4] : []));
}

function isMargin(index: number): boolean {
  const [x, y] = [index % (320 + 2 * MARGIN), Math.floor(index / (320 + 2 * MARGIN))];
  return x < MARGIN || y < MARGIN || x >= 320 + MARGIN || y >= 180 + MARGIN;
}

describe('a chart layer', () => {
  it('draws bars in proportion to their values', async () => {
    const frame = await frameOf({ chart_data: data(20, 10) });
    const blue = Array.from({ length: 320 }, (_, x) => x).filter((x) => blueHeights(frame, [x])[0]! > 10);
    const [first, second] = blueHeights(frame, [blue[2]!, blue.at(-3)!]);
    expect(Math.abs(first! / second! - 2)).toBeLessThan(0.06);
  });

  it('draws negative bars below zero', async () => {
    const frame = await frameOf({ chart_data: data(10, -10) });
    const bars = Array.from({ length: 320 }, (_, x) => blueHeights(frame, [x])[0]!);
    const left = bars.findIndex((height) => height > 20);
    const right = bars.findLastIndex((height) => height > 20) - 2;
    const rows = (x: number): number[] =>
      Array.from({ length: 180 }, (_, y) => y).filter((y) => colorError(frame, [x, y], BLUE) <= 1);
    expect(Math.max(...rows(left + 4))).toBeLessThanOrEqual(Math.min(...rows(right - 4)) + 1);
  });

  it('fills the first slice of a pie with its color, clockwise from the top, and no more than its share', async () => {
    const frame = await frameOf({ chart_type: 'pie', chart_data: data(1, 3) });
    expect(colorError(frame, [120, 40], BLUE)).toBeLessThanOrEqual(1);
    expect(colorError(frame, [60, 40], BLUE)).toBeGreaterThan(20);
    expect(colorError(frame, [120, 140], BLUE)).toBeGreaterThan(20);
  });

  it('draws a line through its values', async () => {
    const frame = await frameOf({ chart_type: 'line', chart_data: data(0, 10) });
    const columns = Array.from({ length: 320 }, (_, x) => x);
    const isInked = (x: number): boolean =>
      Array.from({ length: 180 }, (_, y) => y).some((y) => colorError(frame, [x, y], WHITE) > 60);
    expect(columns.filter(isInked).length).toBeGreaterThan(100);
    expect(colorError(frame, [310, 10], WHITE)).toBeLessThanOrEqual(1);
  });

  it.each(['bar', 'line', 'pie'] as const)('grows while it is drawn: %s', (chartType) => {
    const layer = { ...RESOLVED, chartType, chartData: data(4, 8, 2) };
    const shown = [0, 0.25, 0.5, 0.75, 1].map((drawn) => inked(layer, drawn));
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(new Set(shown).size).toBe(5);
  });

  it.each([
    [0],
    [0, 0, 0],
    [1e308, -1e308],
    [5e-324, 0],
    [7],
    [-3, -3],
    Array.from({ length: 200 }, (_, index) => Math.sin(index)),
  ])('draws any values: %j', (...values) => {
    for (const chartType of ['bar', 'line', 'pie'] as const) {
      expect(inked({ ...RESOLVED, chartType, chartData: data(...values) }, 1)).toBeGreaterThan(0);
    }
  });

  it.each([
    [1, 1],
    [4000, 2],
    [3, 2000],
  ])('fits any box: %d × %d', (width, height) => {
    const canvas = createCanvas(width, height);
    for (const chartType of ['bar', 'line', 'pie'] as const) {
      const drawing = drawChartLayer({ ...RESOLVED, chartType }, canvas, new FontLibrary());
      expect(() => drawing.paint(canvas.getContext('2d'), {})).not.toThrow();
    }
  });

  it.each(['bar', 'line'] as const)('leaves out labels of many columns before it shrinks them: %s', (chartType) => {
    const clear = 'rgba(0, 0, 0, 0)';
    const look = { ...RESOLVED, chartType, showValues: false, fontSize: 14, fillColor: clear, axesColor: clear };
    /** The rows and columns with ink below the columns. */
    const labelsOf = (count: number): { rows: Set<number>; columns: Set<number> } => {
      const chartData = Array.from({ length: count }, () => ({ label: 'MMM', value: 5 }));
      const width = 320 + 2 * MARGIN;
      const below = covered({ ...look, chartData }).filter((index) => index / width > MARGIN + 180 - 1.5 * 14);
      return {
        rows: new Set(below.map((index) => Math.floor(index / width))),
        columns: new Set(below.map((index) => index % width)),
      };
    };
    const [few, many] = [labelsOf(4), labelsOf(30)];
    expect(many.rows).toEqual(few.rows);
    const columns = [...many.columns].toSorted((a, b) => a - b);
    const gaps = columns
      .slice(1)
      .map((column, index) => column - columns[index]! - 1)
      .filter((gap) => gap > 3);
    expect(gaps.length).toBeGreaterThanOrEqual(5);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.6 * 0.85 * 14);
  });

  it('omits values that would overlap, with a warning', () => {
    const layer = { ...RESOLVED, chartData: data(...Array.from({ length: 100 }, () => 123_456)) };
    expect(drawChartLayer(layer, { width: 320, height: 180 }, new FontLibrary()).remarks).toEqual([
      expect.objectContaining({ code: 'VALUES_OMITTED' }),
      expect.objectContaining({ code: 'LABELS_CUT' }),
    ]);
  });

  it.each([
    [3, 7, 5, 9.5],
    [12_000, -4500, 8000, -15_250, 22_000],
    [1, 2, 4, 8, 16, 32],
    [32, 16, 8, 4, 2, 1],
    [5, 5, 5],
    [0, 100, 0, 100, 0, 100, 0],
    [-3, -9, -1, -7],
    [100, 3, 98, 7, 60, 64, 61, 10],
  ])('keeps the values of a line off the line and inside the box: %j', (...values) => {
    const layer = { ...RESOLVED, chartType: 'line' as const, fontSize: 14, chartData: data(...values) };
    const clear = 'rgba(0, 0, 0, 0)';
    const text = covered({ ...layer, axesColor: clear, fillColor: clear });
    const line = covered({ ...layer, axesColor: clear, textColor: clear });
    expect(text.length).toBeGreaterThan(100 * values.length);
    const inLine = new Set(line);
    expect(text.filter((index) => inLine.has(index))).toEqual([]);
    expect([...text, ...line].filter(isMargin)).toEqual([]);
  });

  it.each([
    [3, 7, 5, 9.5],
    [12_000, -4500, 8000, -15_250, 22_000],
    [1, 2, 4, 8, 16, 32],
    [-3, -9, -1, -7],
  ])('draws no line of the grid through a value: %j', (...values) => {
    const clear = 'rgba(0, 0, 0, 0)';
    for (const chartType of ['bar', 'line'] as const) {
      const layer = { ...RESOLVED, chartType, fontSize: 14, fillColor: clear, chartData: data(...values) };
      const text = new Set(covered({ ...layer, axesColor: clear }));
      const lines = covered({ ...layer, textColor: clear }, 0);
      expect(lines.length).toBeGreaterThan(200);
      expect(lines.filter((index) => text.has(index))).toEqual([]);
    }
  });
});
