import { Equals, IsBoolean, IsIn, IsInt, IsNumber, IsString, Max, MaxLength, Min } from 'class-validator';
import type { FrameLength } from '#libs/document';
import type { Located } from '../located.js';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { IsFontFamily } from '../rules/is-font-family.js';
import { HasAutoSize, IsFrameLength } from '../rules/is-length.js';
import { IsPaint } from '../rules/is-paint.js';
import { IsShadowList } from '../rules/is-shadow-list.js';
import { InEverySize } from './in-size.js';
import { layerKind, type OwnContent, type RuleScope } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';
import { Default, Optional, type Unset } from '../shape/default.js';
import { own } from '../shape/json.js';
import { ColorKeyframe, FrameLengthKeyframe, NumberKeyframe, Keyframed } from '../keyframes.js';

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

export const TEXT_WRAPS = ['wrap', 'balance'] as const;
export type TextWrap = (typeof TEXT_WRAPS)[number];

export const FIT_TEXTS = [false, true, 'shrink'] as const;
export type FitText = (typeof FIT_TEXTS)[number];

/** Largest font size, px: of `font_size`, and of text that fits its box. */
export const MAX_FONT_SIZE = 2000;

export const FIGURE_WIDTHS = ['normal', 'tabular-nums'] as const;
export type FigureWidth = (typeof FIGURE_WIDTHS)[number];

export const OUTLINE_WIDTHS = ['none', 'thin', 'medium', 'thick'] as const;
export type OutlineWidth = (typeof OUTLINE_WIDTHS)[number];

export const BACKGROUND_AREAS = ['box', 'text', 'lines'] as const;
export type BackgroundArea = (typeof BACKGROUND_AREAS)[number];

/** Style of text, for the kinds that write it: text and caption. */
export abstract class TextStyle extends LayerProperties {
  /** Weight of the letters: 400 is regular, 700 is bold. */
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
  @Keyframed(FrameLengthKeyframe)
  @Modifiable()
  @Default(0)
  @IsFrameLength(-1000, 1000)
  tracking?: FrameLength;

  /**
   * Chooses the font size. `true`: the largest at which the text fits its box, 4 to 2,000 pixels, whatever `font_size`
   * is. `shrink`: the largest up to `font_size`. `false`: `font_size`. Text fits if no line is below the box and no
   * word is split.
   */
  @Modifiable()
  @Default(false)
  @IsIn(FIT_TEXTS)
  fit_text?: FitText;

  /** Pixels. Has no effect if `fit_text` is `true`. */
  @Keyframed(FrameLengthKeyframe)
  @Modifiable()
  @Default(48)
  @IsFrameLength(1, MAX_FONT_SIZE)
  font_size?: FrameLength;

  /**
   * `start` is the left edge of the box for a paragraph whose first letter is written from left to right, and the right
   * edge for one from right to left; `end` is the opposite edge.
   */
  @Modifiable()
  @Default('start')
  @IsIn(HORIZONTAL_ALIGNS)
  align?: HorizontalAlign;

  /** Writes slanted letters. */
  @Modifiable()
  @Default(false)
  @IsBoolean()
  italic?: boolean;

  /** Draws a line through the text. */
  @Modifiable()
  @Default(false)
  @IsBoolean()
  line_through?: boolean;

  /** Draws a line beneath the text, with gaps for the letters that cross it. */
  @Modifiable()
  @Default(false)
  @IsBoolean()
  underline?: boolean;

  /** Draws a line above the text. */
  @Modifiable()
  @Default(false)
  @IsBoolean()
  overline?: boolean;

  /** CSS color or gradient of the letters. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#000000')
  @IsString()
  @IsPaint()
  text_color?: string;

  /** CSS color of the outline of the letters. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#000000')
  @IsString()
  @IsColor()
  outline_color?: string;

  /** Width of the outline of the letters. */
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
  @IsFontFamily()
  font_family?: string;

  /**
   * `tabular-nums` gives all figures the width of the widest, so that numbers are aligned. While a `count` animation
   * runs, figures always are tabular, so that the text does not move.
   */
  @Default('normal')
  @IsIn(FIGURE_WIDTHS)
  font_variant_numeric?: FigureWidth;

  /** Vertical alignment of the text in a box that is higher. */
  @Default('top')
  @IsIn(VERTICAL_ALIGNS)
  vertical_align?: VerticalAlign;

  /** Changes the case of the letters. */
  @Default('none')
  @IsIn(TEXT_TRANSFORMS)
  text_transform?: TextTransform;

  /**
   * `balance` makes the lines of a paragraph of at most 6 lines as equal as its words allow. Text that is cut is not
   * balanced. The default of captions is `balance`.
   */
  @Default('wrap')
  @IsIn(TEXT_WRAPS)
  text_wrap?: TextWrap;

  /** Lines beyond are left out. An ellipsis marks the end, unless `overflow` is `clip`. */
  @Keyframed(NumberKeyframe)
  @Optional()
  @IsInt()
  @Min(1)
  @Max(1000)
  max_lines?: number | Unset;

  /**
   * Handling of text that is larger than its box: `visible` draws all of it, `clip` cuts it at the edges, `ellipsis`
   * leaves out lines below the box and marks the end.
   */
  @Default('visible')
  @IsIn(TEXT_OVERFLOWS)
  overflow?: TextOverflow;

  /** CSS color or gradient behind the text. */
  @Keyframed(ColorKeyframe)
  @Default('transparent')
  @IsString()
  @IsPaint()
  background_color?: string;

  /**
   * The area that `background_color` fills: the `box` of the layer, the `text` as a whole, or each of its `lines`. The
   * last two extend by `padding` beyond the letters.
   */
  @Default('box')
  @IsIn(BACKGROUND_AREAS)
  background_area?: BackgroundArea;

  /** Pixels between the box and the text. */
  @Keyframed(FrameLengthKeyframe)
  @Default(0)
  @IsFrameLength(0, 4000)
  padding?: FrameLength;

  /** Pixels. */
  @Keyframed(FrameLengthKeyframe)
  @Default(0)
  @IsFrameLength(0, 4000)
  border_radius?: FrameLength;
}

/** A text in a box. */
@HasAutoSize()
export class TextLayer extends TextStyle {
  /** The kind of the layer. */
  @Equals('text')
  type: 'text';

  /** The text. Line breaks start new lines. */
  @InEverySize()
  @Modifiable()
  @IsString()
  @MaxLength(MAX_TEXT_CHARACTERS)
  text: string;
}

/** The content of a text at one instant. */
interface TextContent extends OwnContent<TextLayer, never> {
  /** While numbers count: the text at the end, for which the font size is chosen. */
  readonly endText?: string;
}

export const TEXT = layerKind<TextLayer, never, TextContent>(TextLayer, {
  counts: 'text',
  animations: { typewriter: 'typewriter', draw: 'wipe', count: 'count' },
  unseen: [],
  rules: checkFitting,
});

/** A text that decides how wide its box is cannot also fit it. */
function checkFitting({ value, path }: Located, { faults }: RuleScope): void {
  const fit = own(value, 'fit_text');
  if (own(value, 'width') !== 'auto' || (fit !== true && fit !== 'shrink')) return;
  const message = 'fit_text needs a width that is not auto';
  faults.add([...path, 'fit_text'], { code: 'INVALID_VALUE', message, value: fit });
}
