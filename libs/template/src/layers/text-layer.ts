import { Equals, IsBoolean, IsIn, IsInt, IsNumber, IsString, Length, Max, MaxLength, Min } from 'class-validator';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { IsPaint } from '../rules/is-paint.js';
import { IsShadowList } from '../rules/is-shadow-list.js';
import { layerKind } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';
import { Default, Optional, type Unset } from '../shape/default.js';
import { ColorKeyframe, NumberKeyframe, Keyframed } from '../keyframes.js';

export const MAX_TEXT_CHARACTERS = 10_000;

export const FONT_WEIGHTS = [100, 200, 300, 400, 500, 600, 700, 800, 900] as const;
export type FontWeight = (typeof FONT_WEIGHTS)[number];

export const HORIZONTAL_ALIGNS = ['start', 'end', 'left', 'center', 'right', 'justify'] as const;
export type HorizontalAlign = (typeof HORIZONTAL_ALIGNS)[number];

export const VERTICAL_ALIGNS = ['top', 'middle', 'bottom'] as const;
export type VerticalAlign = (typeof VERTICAL_ALIGNS)[number];

export const TEXT_TRANSFORMS = ['none', 'uppercase', 'lowercase', 'capitalize'] as const;
export type TextTransform = (typeof TEXT_TRANSFORMS)[number];

export const TEXT_OVERFLOWS = ['visible', 'clip', 'ellipsis'] as const;
export type TextOverflow = (typeof TEXT_OVERFLOWS)[number];

export const OUTLINE_WIDTHS = ['none', 'thin', 'medium', 'thick'] as const;
export type OutlineWidth = (typeof OUTLINE_WIDTHS)[number];

/** Style of text, for the kinds that write it: text and caption. */
export abstract class TextStyle extends LayerProperties {
  @Keyframed(NumberKeyframe)
  @Modifiable()
  @Default(400)
  @IsIn(FONT_WEIGHTS)
  weight?: FontWeight;

  /** Distance of lines as a multiple of the font size. */
  @Keyframed(NumberKeyframe)
  @Modifiable()
  @Default(1.2)
  @IsNumber()
  @Min(0)
  @Max(10)
  line_height?: number;

  /** Additional space between letters, in pixels. */
  @Keyframed(NumberKeyframe)
  @Modifiable()
  @Default(0)
  @IsNumber()
  @Min(-1000)
  @Max(1000)
  tracking?: number;

  /** Reduces the font size until the text fits its box. */
  @Modifiable()
  @Default(false)
  @IsBoolean()
  fit_text?: boolean;

  /** Pixels. */
  @Keyframed(NumberKeyframe)
  @Modifiable()
  @Default(48)
  @IsNumber()
  @Min(1)
  @Max(2000)
  font_size?: number;

  /**
   * `start` is the left edge of the box for a paragraph whose first letter is written from left to right, and the right
   * edge for one from right to left; `end` is the opposite edge.
   */
  @Modifiable()
  @Default('start')
  @IsIn(HORIZONTAL_ALIGNS)
  align?: HorizontalAlign;

  @Modifiable()
  @Default(false)
  @IsBoolean()
  italic?: boolean;

  @Modifiable()
  @Default(false)
  @IsBoolean()
  line_through?: boolean;

  @Modifiable()
  @Default(false)
  @IsBoolean()
  underline?: boolean;

  @Modifiable()
  @Default(false)
  @IsBoolean()
  overline?: boolean;

  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#000000')
  @IsString()
  @IsPaint()
  text_color?: string;

  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#000000')
  @IsString()
  @IsColor()
  outline_color?: string;

  @Modifiable()
  @Default('none')
  @IsIn(OUTLINE_WIDTHS)
  outline_width?: OutlineWidth;

  /** CSS list of text shadows. */
  @Modifiable()
  @Default('none')
  @IsString()
  @IsShadowList()
  text_shadow?: string;

  /** Family of one of the `fonts` of the document, or a family that the service ships. */
  @Default('Inter')
  @IsString()
  @Length(1, 120)
  font_family?: string;

  @Default('top')
  @IsIn(VERTICAL_ALIGNS)
  vertical_align?: VerticalAlign;

  @Default('none')
  @IsIn(TEXT_TRANSFORMS)
  text_transform?: TextTransform;

  @Keyframed(NumberKeyframe)
  @Optional()
  @IsInt()
  @Min(1)
  @Max(1000)
  max_lines?: number | Unset;

  @Default('visible')
  @IsIn(TEXT_OVERFLOWS)
  overflow?: TextOverflow;

  /** CSS color or gradient that fills the box behind the text. */
  @Keyframed(ColorKeyframe)
  @Default('transparent')
  @IsString()
  @IsPaint()
  background_color?: string;

  /** Pixels between the box and the text. */
  @Keyframed(NumberKeyframe)
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(4000)
  padding?: number;

  /** Pixels. */
  @Keyframed(NumberKeyframe)
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(4000)
  border_radius?: number;
}

/** A text in a box. */
export class TextLayer extends TextStyle {
  @Equals('text')
  type: 'text';

  @Modifiable()
  @IsString()
  @MaxLength(MAX_TEXT_CHARACTERS)
  text: string;
}

export const TEXT = layerKind(TextLayer, {
  plays: false,
  source: undefined,
  counts: 'text',
  splits: true,
  animations: { typewriter: 'typewriter', draw: 'wipe', count: 'count' },
  unseen: [],
});
