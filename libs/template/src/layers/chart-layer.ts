import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  Equals,
  IsArray,
  IsBoolean,
  IsIn,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { IsNumberFormat } from '../rules/is-number-format.js';
import { LayerProperties } from './layer-properties.js';

export const MAX_CHART_DATA = 200;

export const CHART_TYPES = ['bar', 'line', 'pie'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

export class ChartDatum {
  @IsString()
  @MaxLength(200)
  label: string;

  @IsNumber()
  value: number;
}

export class ChartLayer extends LayerProperties {
  @Equals('chart')
  type: 'chart';

  /** 1…200 values. */
  @Modifiable()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_CHART_DATA)
  @ValidateNested({ each: true })
  @Type(() => ChartDatum)
  chart_data: ChartDatum[];

  /** Pixels. */
  @Modifiable()
  @IsOptional()
  @IsNumber()
  @Min(1)
  @Max(2000)
  font_size?: number;

  @Modifiable()
  @IsOptional()
  @IsString()
  @IsColor()
  text_color?: string;

  @Modifiable()
  @IsOptional()
  @IsString()
  @IsColor()
  fill_color?: string;

  @Modifiable()
  @IsOptional()
  @IsString()
  @IsColor()
  axes_color?: string;

  /** Default bar. */
  @IsOptional()
  @IsIn(CHART_TYPES)
  chart_type?: ChartType;

  @IsOptional()
  @IsBoolean()
  show_values?: boolean;

  /** As spreadsheets write it: `0`, `#,##0.00`, `0%`, `0.0a` (12.3K), with text around it. */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  @IsNumberFormat()
  number_format?: string;
}
