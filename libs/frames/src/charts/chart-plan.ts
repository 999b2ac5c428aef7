import type { Rect } from '#libs/document';
import type { LayerContent } from '#libs/template';
import type { LayerBox } from '../drawing.js';
import type { ChartText, Label } from './chart-text.js';

/** A chart ready to be drawn: values in the range of any scale, font size fitted to the box. */
export interface ChartPlan {
  readonly layer: LayerContent<'chart'>;
  readonly box: LayerBox;
  readonly text: ChartText;
  readonly fontSize: number;
}

/** One value of a chart and its position. */
export interface Mark {
  /** Center of its column. */
  readonly x: number;
  /** Position of its value on the scale. */
  readonly y: number;
  readonly value: number;
  /** Label of the value, if values are shown. */
  readonly valueLabel?: Label;
}

/** Bars or a line in their axes. All in px of the layer's box. */
export interface CartesianPlan extends ChartPlan {
  readonly plot: Rect;
  /** Width of one column, including its share of the gaps. */
  readonly step: number;
  /** Position of the zero line, or of the bottom of the plot if zero is omitted. */
  readonly zeroY: number;
  readonly marks: readonly Mark[];
}
