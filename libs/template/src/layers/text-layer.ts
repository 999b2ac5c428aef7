import {
  Equals,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { IsPaint } from '../rules/is-paint.js';
import { IsShadowList } from '../rules/is-shadow-list.js';
import { LayerProperties } from './layer-properties.js';

export const MAX_TEXT_CHARACTERS = 10_000;

export const FONT_WEIGHTS = [100, 200, 300, 400, 500, 600, 700, 800, 900] as const;
export type FontWeight = (typeof FONT_WEIGHTS)[number];

export const HORIZONTAL_ALIGNS = ['left', 'center', 'right', 'justify'] as const;
export type HorizontalAlign = (typeof HORIZONTAL_ALIGNS)[number];

export const VERTICAL_ALIGNS = ['top', 'middle', 'bottom'] as const;
export type VerticalAlign = (typeof VERTICAL_ALIGNS)[number];

export const TEXT_TRANSFORMS = ['none', 'uppercase', 'lowercase', 'capitalize'] as const;
export type TextTransform = (typeof TEXT_TRANSFORMS)[number];

export const TEXT_OVERFLOWS = ['visible', 'clip', 'ellipsis'] as const;
export type TextOverflow = (typeof TEXT_OVERFLOWS)[number];

export const OUTLINE_WIDTHS = ['none', 'thin', 'medium', 'thick'] as const;
export type OutlineWidth = (typeof OUTLINE_WIDTHS)[number];

/** How letters look, for the kinds that write: text and caption. */
export abstract class TextStyle extends LayerProperties {
  /** Default 400. */
  @Modifiable()
  @IsOptional()
  @IsIn(FONT_WEIGHTS)
  weight?: FontWeight;

  /** Multiple of the font size. Default 1.2. */
  @Modifiable()
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(10)
  line_height?: number;

  /** Extra pixels between letters. Default 0. */
  @Modifiable()
  @IsOptional()
  @IsNumber()
  @Min(-1000)
  @Max(1000)
  tracking?: number;

  /** Shrink the text until it fits its box. */
  @Modifiable()
  @IsOptional()
  @IsBoolean()
  fit_text?: boolean;

  /** Pixels. Default 48. */
  @Modifiable()
  @IsOptional()
  @IsNumber()
  @Min(1)
  @Max(2000)
  font_size?: number;

  /** Default left. */
  @Modifiable()
  @IsOptional()
  @IsIn(HORIZONTAL_ALIGNS)
  align?: HorizontalAlign;

  @Modifiable()
  @IsOptional()
  @IsBoolean()
  italic?: boolean;

  @Modifiable()
  @IsOptional()
  @IsBoolean()
  line_through?: boolean;

  @Modifiable()
  @IsOptional()
  @IsBoolean()
  underline?: boolean;

  @Modifiable()
  @IsOptional()
  @IsBoolean()
  overline?: boolean;

  /** Default black. */
  @Modifiable()
  @IsOptional()
  @IsString()
  @IsPaint()
  text_color?: string;

  /** Default black. */
  @Modifiable()
  @IsOptional()
  @IsString()
  @IsColor()
  outline_color?: string;

  /** Default none. */
  @Modifiable()
  @IsOptional()
  @IsIn(OUTLINE_WIDTHS)
  outline_width?: OutlineWidth;

  /** CSS list. */
  @Modifiable()
  @IsOptional()
  @IsString()
  @IsShadowList()
  text_shadow?: string;

  /** A family of the document's `fonts` or one the service ships. Default Inter. */
  @IsOptional()
  @IsString()
  @Length(1, 120)
  font_family?: string;

  /** Default top. */
  @IsOptional()
  @IsIn(VERTICAL_ALIGNS)
  vertical_align?: VerticalAlign;

  /** Default none. */
  @IsOptional()
  @IsIn(TEXT_TRANSFORMS)
  text_transform?: TextTransform;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1000)
  max_lines?: number;

  /** Default visible. */
  @IsOptional()
  @IsIn(TEXT_OVERFLOWS)
  overflow?: TextOverflow;

  /** Behind the text, the whole box. Default transparent. */
  @IsOptional()
  @IsString()
  @IsPaint()
  background_color?: string;

  /** Pixels between the box and the text. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(4000)
  padding?: number;

  /** Pixels. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(4000)
  border_radius?: number;
}

export class TextLayer extends TextStyle {
  @Equals('text')
  type: 'text';

  @Modifiable()
  @IsString()
  @MaxLength(MAX_TEXT_CHARACTERS)
  text: string;
}
