import type { LayerContent } from '#libs/template';
import type { Rect } from '#libs/timeline';
import type { LayerBox } from '../drawing.js';
import type { ChartText, Label } from './chart-text.js';

/** A chart ready to be drawn: values any scale can take, type that fits the box. */
export interface ChartPlan {
  readonly layer: LayerContent<'chart'>;
  readonly box: LayerBox;
  readonly text: ChartText;
  readonly fontSize: number;
}

/** One value of a chart in its place. */
export interface Mark {
  /** The middle of its column. */
  readonly x: number;
  /** Where its value lies on the scale. */
  readonly y: number;
  readonly value: number;
  /** What stands beside it, with values shown. */
  readonly valueLabel?: Label;
}

/** Bars or a line in their axes. All in px of the layer's box. */
export interface CartesianPlan extends ChartPlan {
  readonly plot: Rect;
  /** Width of one column, its share of the gaps included. */
  readonly step: number;
  /** Of the zero line, or of the plot's foot where zero is not shown. */
  readonly zeroY: number;
  readonly marks: readonly Mark[];
}
