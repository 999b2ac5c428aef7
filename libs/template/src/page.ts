import { IsIn, IsInt, IsNumber, IsPositive, IsString, Length, Max, Min } from 'class-validator';
import { DEFAULT_TRANSITION_S } from '#libs/document';
import { DIRECTIONS, type Direction } from './animation.js';
import { MAX_PAGES, MAX_SIZES } from './document-limits.js';
import { HasLayersInAll } from './layers/count-layers.js';
import { LayerStack, type Layer } from './layers/layer.js';
import { HasMaxMembers } from './rules/has-max-members.js';
import { IsColor } from './rules/is-color.js';
import { IsEasing } from './rules/is-easing.js';
import { IsExpression } from './expressions/is-expression.js';
import { IsPaint } from './rules/is-paint.js';
import { IsWebUrl } from './rules/is-web-url.js';
import { Default, Optional, type Unset } from './shape/default.js';
import { Literal } from './shape/literal.js';
import { Nested } from './shape/nested.js';
import { propertiesOf } from './shape/property-shape.js';
import { RecordOf } from './shape/record-of.js';
import { ExplainsUnknown } from './shape/unknown-fields.js';
import { AutoDuration } from './times/auto-duration.js';
import { IsDuration, type PageDuration } from './rules/is-time.js';
import { Repeat } from './structure.js';

export const TRANSITION_TYPES = [
  'none',
  'fade',
  'fade_black',
  'fade_white',
  'dissolve',
  'slide',
  'push',
  'cover',
  'reveal',
  'wipe',
  'circle',
  'radial',
  'zoom',
  'blur',
  'pixelate',
] as const;
export type TransitionType = (typeof TRANSITION_TYPES)[number];

/** The change from the previous page to this one. The two pages overlap for the duration of the transition. */
export class Transition {
  /** The name of the transition. */
  @IsIn(TRANSITION_TYPES)
  type: TransitionType;

  /** Seconds. */
  @Default(DEFAULT_TRANSITION_S)
  @IsNumber()
  @IsPositive()
  @Max(60)
  duration?: number;

  /** The curve of the change over the duration. */
  @Default('ease-out')
  @IsString()
  @IsEasing()
  easing?: string;

  /** Direction of the movement, for types that have one. */
  @Optional()
  @IsIn(DIRECTIONS)
  direction?: Direction | Unset;

  /** CSS color where neither page is seen. Default: black; white for `fade_white`. */
  @Optional()
  @IsString()
  @IsColor()
  color?: string | Unset;

  /** Expression that is true or false. If it is false, the page follows without a transition. */
  @Optional()
  @IsExpression()
  when?: string | Unset;
}

/** New values for a page, in one size of the document. Its times, its sound and its layers are the same in every size. */
@ExplainsUnknown((name) => (propertiesOf(TemplatePage).has(name) ? 'is the same in every size' : undefined))
export class PageInSize {
  /** CSS color or gradient in place of that of the page. */
  @Optional()
  @IsString()
  @IsPaint()
  background_color?: string | Unset;
}

/** A part of the video with its own duration and layers. */
export class TemplatePage {
  /** Position of the page: 1, 2, 3 … in array order. */
  @Literal()
  @IsInt()
  @Min(1)
  @Max(MAX_PAGES)
  number: number;

  /** A name for people. */
  @Optional()
  @IsString()
  @Length(1, 200)
  name?: string | Unset;

  /** Expression that is true or false. If it is false, the page is left out. */
  @Optional()
  @IsExpression()
  when?: string | Unset;

  /** Shows the page once for each item of a list. */
  @Optional()
  @Nested(() => Repeat)
  repeat?: Repeat | Unset;

  /**
   * Seconds; or `auto`: as long as the longest of its layers, its sound and the time to read its texts, within the bounds
   * of `auto_duration`.
   */
  @IsDuration()
  duration: PageDuration;

  /** Bounds of the duration `auto`, its padding, and how fast a viewer reads. */
  @Default({})
  @Nested(() => AutoDuration)
  auto_duration?: AutoDuration;

  /** CSS color or gradient, painted over the background of the document. */
  @Default('transparent')
  @IsString()
  @IsPaint()
  background_color?: string;

  /** Sound of the page. It starts with the page and is cut at its end. */
  @Optional()
  @IsString()
  @IsWebUrl()
  page_audio_url?: string | Unset;

  /** Transition from the previous page to this one. The first page has none. */
  @Optional()
  @Nested(() => Transition)
  transition?: Transition | Unset;

  /** New values for the page in other sizes of the document, by the name of the size. */
  @Optional()
  @RecordOf(() => PageInSize)
  @HasMaxMembers(MAX_SIZES)
  for_size?: Record<string, PageInSize> | Unset;

  /** Layers in paint order: the last one is on top. */
  @Default([])
  @HasLayersInAll()
  @LayerStack()
  layers?: Layer[];
}
