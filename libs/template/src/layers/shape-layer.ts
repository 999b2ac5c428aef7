import { Equals, IsIn, IsInt, IsNumber, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { IsPaint } from '../rules/is-paint.js';
import { IsShadowList } from '../rules/is-shadow-list.js';
import { IsSvgPath } from '../rules/is-svg-path.js';
import { LayerProperties } from './layer-properties.js';

export const SHAPE_FORMS = ['rectangle', 'ellipse', 'line', 'triangle', 'polygon', 'star', 'path'] as const;
export type ShapeForm = (typeof SHAPE_FORMS)[number];

export const STROKE_CORNERS = ['round', 'sharp'] as const;
export type StrokeCorner = (typeof STROKE_CORNERS)[number];

export const STROKE_STYLES = ['none', '1:1', '3:1', '6:1'] as const;
export type StrokeStyle = (typeof STROKE_STYLES)[number];

export class ShapeLayer extends LayerProperties {
  @Equals('shape')
  type: 'shape';

  /** Default rectangle. A line runs from the box's left to its right, half-way down. */
  @IsOptional()
  @IsIn(SHAPE_FORMS)
  shape?: ShapeForm;

  /** Default black. */
  @Modifiable()
  @IsOptional()
  @IsString()
  @IsPaint()
  fill_color?: string;

  /** Default black. */
  @Modifiable()
  @IsOptional()
  @IsString()
  @IsColor()
  stroke_color?: string;

  /** Pixels. Default 0, for a line 1. */
  @Modifiable()
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(4000)
  stroke_width?: number;

  /** Default sharp. */
  @Modifiable()
  @IsOptional()
  @IsIn(STROKE_CORNERS)
  stroke_corner?: StrokeCorner;

  /** Dash : gap in stroke widths. Default none, an unbroken line. */
  @Modifiable()
  @IsOptional()
  @IsIn(STROKE_STYLES)
  stroke_style?: StrokeStyle;

  /** CSS list. */
  @Modifiable()
  @IsOptional()
  @IsString()
  @IsShadowList()
  shape_shadow?: string;

  /** Corners of a polygon. Default 6. */
  @IsOptional()
  @IsInt()
  @Min(3)
  @Max(64)
  sides?: number;

  /** Tips of a star. Default 5. */
  @IsOptional()
  @IsInt()
  @Min(3)
  @Max(64)
  points?: number;

  /** SVG path data in box pixels; needed by the form `path`. */
  @IsOptional()
  @IsString()
  @MaxLength(10_000)
  @IsSvgPath()
  path?: string;

  /** Pixels, for rectangles. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(4000)
  border_radius?: number;
}
