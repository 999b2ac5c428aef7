import {
  ArrayMaxSize,
  ArrayNotEmpty,
  Equals,
  IsArray,
  IsBoolean,
  IsIn,
  IsNumber,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import type { FrameLength } from '#libs/document';
import { MAX_CHART_VALUE } from '../document-limits.js';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { IsFrameLength } from '../rules/is-length.js';
import { IsNumberFormat } from '../rules/is-number-format.js';
import { objectsIn } from '../located.js';
import { own } from '../shape/json.js';
import { InEverySize } from './in-size.js';
import { layerKind } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';
import { Default, Optional, type Unset } from '../shape/default.js';
import { ColorKeyframe, FrameLengthKeyframe, Keyframed } from '../keyframes.js';
import { Nested } from '../shape/nested.js';

export const MAX_CHART_DATA = 200;

export const CHART_TYPES = ['bar', 'line', 'pie'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** One value of a chart. */
export class ChartDatum {
  /** The name of the value. */
  @IsString()
  @MaxLength(200)
  label: string;

  /** The size of the bar, the height of the point, or the share of the pie. */
  @IsNumber()
  @Min(-MAX_CHART_VALUE)
  @Max(MAX_CHART_VALUE)
  value: number;
}

/** A bar, line or pie chart. */
export class ChartLayer extends LayerProperties {
  /** The kind of the layer. */
  @Equals('chart')
  type: 'chart';

  /** 1…200 values with labels. */
  @InEverySize()
  @Modifiable()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_CHART_DATA)
  @Nested(() => ChartDatum, { each: true })
  chart_data: ChartDatum[];

  /**
   * Size of the labels in pixels. The box bounds it: at most 6 % of its width, and 10 % of its height, in a pie 16 %.
   */
  @Keyframed(FrameLengthKeyframe)
  @Modifiable()
  @Default(48)
  @IsFrameLength(1, 2000)
  font_size?: FrameLength;

  /** CSS color of labels and values. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#000000')
  @IsString()
  @IsColor()
  text_color?: string;

  /** CSS color of bars, of the line, or of the first slice. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#2563eb')
  @IsString()
  @IsColor()
  fill_color?: string;

  /** CSS color of the axes. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#71717a')
  @IsString()
  @IsColor()
  axes_color?: string;

  /** The form of the chart. */
  @Default('bar')
  @IsIn(CHART_TYPES)
  chart_type?: ChartType;

  /** Writes each value beside its bar, point or slice. */
  @Default(false)
  @IsBoolean()
  show_values?: boolean;

  /** Format as in spreadsheets: `0`, `#,##0.00`, `0%`, `0.0a` (12.3K), with any text around it. */
  @Optional()
  @IsString()
  @MaxLength(60)
  @IsNumberFormat()
  number_format?: string | Unset;
}

export const CHART = layerKind(ChartLayer, {
  counts: undefined,
  animations: { typewriter: 'fade', draw: 'draw', count: 'draw' },
  unseen: [],
  rules({ value, path }, { faults }) {
    if (own(value, 'chart_type') !== 'pie') return;
    for (const datum of objectsIn(own(value, 'chart_data'), [...path, 'chart_data'], MAX_CHART_DATA)) {
      const size = own(datum.value, 'value');
      if (typeof size !== 'number' || size >= 0) continue;
      const message = 'value must not be less than 0 in a pie';
      faults.add([...datum.path, 'value'], { code: 'VALUE_TOO_SMALL', message, value: size });
    }
  },
});
