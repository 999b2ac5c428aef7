import type { LayerContent } from '#libs/template';

import { drawCartesianChart } from '../charts/cartesian-chart.js';
import type { ChartPlan } from '../charts/chart-plan.js';
import { ChartText } from '../charts/chart-text.js';
import { drawPieChart } from '../charts/pie-chart.js';
import type { Drawing, LayerBox } from '../drawing.js';
import type { FontLibrary } from '../fonts/font-library.js';
import type { LayerPainter } from './layer-painter.js';
import { numberFormatter } from '../charts/format-number.js';
import { DEFAULT_FAMILY } from '../fonts/shipped-fonts.js';

/** Maximum font size as a fraction of the height of the box. */
const MAX_FONT_TO_HEIGHT = { bar: 0.1, line: 0.1, pie: 0.16 };
const MAX_FONT_TO_WIDTH = 0.06;

/** Greatest value: above it sums and differences overflow. Below the smallest, scales have no steps. */
const LARGEST = 1e300;
const SMALLEST = 1e-300;

/** Paints layers of the kind `chart`. */
export const CHART_PAINTER: LayerPainter<'chart'> = {
  draw: ({ layer, box }, { fonts }) => drawChartLayer(layer, box, fonts),
  words: ({ chartData, numberFormat }) => {
    const format = numberFormatter(numberFormat);
    const text = chartData.flatMap(({ label, value }) => [label, format(value)]).join('\n');
    return {
      text,
      property: 'chart_data',
      textTransform: 'none',
      fontFamily: DEFAULT_FAMILY,
      weight: 400,
      italic: false,
    };
  },
};

/** Lays out a chart in its box: scales, axes, labels, and bars, a line or slices at their drawn share. */
export function drawChartLayer(layer: LayerContent<'chart'>, box: LayerBox, fonts: FontLibrary): Drawing {
  const plan: ChartPlan = {
    layer: { ...layer, chartData: layer.chartData.map(({ label, value }) => ({ label, value: usable(value) })) },
    box,
    text: new ChartText(fonts),
    fontSize: Math.min(layer.fontSize, box.height * MAX_FONT_TO_HEIGHT[layer.chartType], box.width * MAX_FONT_TO_WIDTH),
  };
  return layer.chartType === 'pie' ? drawPieChart(plan) : drawCartesianChart(plan);
}

function usable(value: number): number {
  return Math.abs(value) < SMALLEST ? 0 : Math.max(-LARGEST, Math.min(LARGEST, value));
}
