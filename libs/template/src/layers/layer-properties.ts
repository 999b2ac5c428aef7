import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNumber,
  IsString,
  Length as HasLength,
  Max,
  Min,
} from 'class-validator';
import { DEFAULT_PLACEMENT, type FrameLength, type Length } from '#libs/document';
import { Animation } from '../animation.js';
import { MAX_SIZES } from '../document-limits.js';
import { Modifiable } from '../modifiable.js';
import { HasMaxMembers } from '../rules/has-max-members.js';
import { OPENABLE_PROPERTIES } from '../openable.js';
import { FrameLengthKeyframe, Keyframed, Keyframes, LengthKeyframe, NumberKeyframe } from '../keyframes.js';
import { IsExtent, IsFrameLength, IsPosition } from '../rules/is-length.js';
import { IsExpression } from '../expressions/is-expression.js';
import { IsWebUrl } from '../rules/is-web-url.js';
import { Default, Optional, type Unset } from '../shape/default.js';
import { Nested } from '../shape/nested.js';
import { RecordOf } from '../shape/record-of.js';
import { IsStyleNames } from '../rules/is-style-names.js';
import { Literal } from '../shape/literal.js';
import { InEverySize, LayerInSize, shapeInSize } from './in-size.js';
import { IsLayerDuration, IsLayerStart, type LayerDuration, type LayerStart } from '../rules/is-time.js';
import { Repeat } from '../structure.js';

export const BLUR_EDGES = ['none', 'duplicate'] as const;
export type BlurEdge = (typeof BLUR_EDGES)[number];

export const BLEND_MODES = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
] as const;
export type BlendMode = (typeof BLEND_MODES)[number];

export const MASK_MODES = ['alpha', 'alpha-inverted', 'luma', 'luma-inverted'] as const;
export type MaskMode = (typeof MASK_MODES)[number];

export const STACK_ALIGNS = ['start', 'center', 'end', 'stretch', 'baseline'] as const;
export type StackAlign = (typeof STACK_ALIGNS)[number];

/**
 * Decides where this layer is visible: by another layer of the page, or by an image that covers this layer's box. A
 * layer that masks others is not painted itself, whether or not it is `visible`, and cannot be masked.
 */
export class Mask {
  /** Name of a layer in the same page. */
  @Optional()
  @IsString()
  @HasLength(1, 120)
  layer?: string | Unset;

  /** URL of an image that covers the box of this layer. */
  @Optional()
  @IsString()
  @IsWebUrl()
  source_url?: string | Unset;

  /** Which pixels of the mask show the layer: opaque ones (`alpha`), bright ones (`luma`), or the others. */
  @Default('alpha')
  @IsIn(MASK_MODES)
  mode?: MaskMode;
}

/**
 * Properties of every layer kind. Lengths are in pixels, per cent of the parent or units of the frame, times in seconds,
 * angles in degrees.
 */
export abstract class LayerProperties {
  /** Unique in its page, layers inside groups included. Modifications select layers by name. */
  @InEverySize()
  @IsString()
  @HasLength(1, 120)
  name: string;

  /** Expression that is true or false. If it is false, the layer is left out, with the layers inside it. */
  @InEverySize()
  @Optional()
  @IsExpression()
  when?: string | Unset;

  /** Shows the layer once for each item of a list. */
  @InEverySize()
  @Optional()
  @Nested(() => Repeat)
  repeat?: Repeat | Unset;

  /**
   * The name of a style of the document, or several: a later one comes before an earlier one. What the layer says itself
   * comes before what its styles say.
   */
  @InEverySize()
  @Literal()
  @Optional()
  @IsStyleNames()
  style?: string | string[] | Unset;

  /** Whether the layer is drawn, and its sound is audible. */
  @Modifiable()
  @Default(true)
  @IsBoolean()
  visible?: boolean;

  /** Whether the pointer passes the layer in the editor. The video is the same. */
  @InEverySize()
  @Literal()
  @Optional()
  @IsBoolean()
  locked?: boolean | Unset;

  /** Further properties of the layer that callers may set, by name: those with "if opened" in the column callers. */
  @InEverySize()
  @Optional()
  @IsArray()
  @ArrayMaxSize(OPENABLE_PROPERTIES.length)
  @IsIn(OPENABLE_PROPERTIES, { each: true })
  open?: string[] | Unset;

  /** From the left edge of the parent to the anchor. In a stack: from the place that the layer has there. */
  @Keyframed(LengthKeyframe)
  @Default(DEFAULT_PLACEMENT.x)
  @IsPosition()
  x?: Length;

  /** From the top edge of the parent to the anchor, or from the place in a stack. */
  @Keyframed(LengthKeyframe)
  @Default(DEFAULT_PLACEMENT.y)
  @IsPosition()
  y?: Length;

  /**
   * Width of the box. With `left` and `right`, it follows from them. `auto`, for texts, groups and stacks: as wide as the
   * content. Texts, groups and stacks in a stack are `auto` by default.
   */
  @Keyframed(LengthKeyframe)
  @Default(DEFAULT_PLACEMENT.width)
  @IsExtent()
  width?: Length;

  /** Height of the box. With `top` and `bottom`, it follows from them. It may be `auto`, as `width`. */
  @Keyframed(LengthKeyframe)
  @Default(DEFAULT_PLACEMENT.height)
  @IsExtent()
  height?: Length;

  /** From the left edge of the parent to that of the layer, instead of `x`. */
  @Keyframed(LengthKeyframe)
  @Optional()
  @IsPosition()
  left?: Length | Unset;

  /** From the right edge of the layer to that of the parent, instead of `x`. */
  @Keyframed(LengthKeyframe)
  @Optional()
  @IsPosition()
  right?: Length | Unset;

  /** From the top edge of the parent to that of the layer, instead of `y`. */
  @Keyframed(LengthKeyframe)
  @Optional()
  @IsPosition()
  top?: Length | Unset;

  /** From the bottom edge of the layer to that of the parent, instead of `y`. */
  @Keyframed(LengthKeyframe)
  @Optional()
  @IsPosition()
  bottom?: Length | Unset;

  /** From the center of the parent to that of the layer, to the right, instead of `x`. */
  @Keyframed(LengthKeyframe)
  @Optional()
  @IsPosition()
  center_x?: Length | Unset;

  /** From the center of the parent to that of the layer, downwards, instead of `y`. */
  @Keyframed(LengthKeyframe)
  @Optional()
  @IsPosition()
  center_y?: Length | Unset;

  /** The box is at least as wide. */
  @Optional()
  @IsExtent()
  min_width?: Length | Unset;

  /** The box is at most as wide, unless `min_width` is greater. */
  @Optional()
  @IsExtent()
  max_width?: Length | Unset;

  /** The box is at least as high. */
  @Optional()
  @IsExtent()
  min_height?: Length | Unset;

  /** The box is at most as high, unless `min_height` is greater. */
  @Optional()
  @IsExtent()
  max_height?: Length | Unset;

  /**
   * In a stack: the share of the free room of its line that the layer takes in addition to its size, in proportion to
   * the other layers. 0 takes none.
   */
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(1000)
  grow?: number;

  /** In a stack: how this layer is aligned. Default: as `align` of the stack. */
  @Optional()
  @IsIn(STACK_ALIGNS)
  align_self?: StackAlign | Unset;

  /**
   * In a stack: whether the layer takes a place in its row or column. `false` puts it at `x` and `y`, as in a group, where
   * it moves no other layer. This suits a background.
   */
  @Default(true)
  @IsBoolean()
  in_flow?: boolean;

  /**
   * Anchor: the point of the box that lies at `x`, and the pivot of rotation and scale. 0 is the left edge, 1 the right
   * one.
   */
  @Keyframed(NumberKeyframe)
  @Default(DEFAULT_PLACEMENT.anchorX)
  @IsNumber()
  @Min(0)
  @Max(1)
  anchor_x?: number;

  /** As anchor_x; 0 is the top edge, 1 the bottom one. */
  @Keyframed(NumberKeyframe)
  @Default(DEFAULT_PLACEMENT.anchorY)
  @IsNumber()
  @Min(0)
  @Max(1)
  anchor_y?: number;

  /** Degrees, clockwise. */
  @Keyframed(NumberKeyframe)
  @Default(DEFAULT_PLACEMENT.rotation)
  @IsNumber()
  @Min(-36_000)
  @Max(36_000)
  rotation?: number;

  /** Factor, about the anchor. */
  @Keyframed(NumberKeyframe)
  @Default(DEFAULT_PLACEMENT.scale)
  @IsNumber()
  @Min(0)
  @Max(100)
  scale?: number;

  /** From 0, invisible, to 1. */
  @Keyframed(NumberKeyframe)
  @Modifiable()
  @Default(1)
  @IsNumber()
  @Min(0)
  @Max(1)
  opacity?: number;

  /**
   * Seconds since the start of the page; or `{ "after": "<layer>" }`: when that layer of the page ends, `{ "with": "<layer>"
   * }`: together with it, with an `offset` in seconds or not.
   */
  @InEverySize()
  @Default(0)
  @IsLayerStart()
  start?: LayerStart;

  /**
   * Seconds; `auto`: as long as its file plays or its text is read; `{ "as": "<layer>" }`: as long as that layer of the
   * page; `{ "until": "<layer>" }`: until that one ends. Default: until the page ends.
   */
  @InEverySize()
  @Optional()
  @IsLayerDuration()
  duration?: LayerDuration | Unset;

  /** The animation with which the layer appears. */
  @InEverySize()
  @Optional()
  @Nested(() => Animation)
  enter?: Animation | Unset;

  /** The animation with which the layer disappears. */
  @InEverySize()
  @Optional()
  @Nested(() => Animation)
  exit?: Animation | Unset;

  /** The animation that repeats while the layer is shown. */
  @InEverySize()
  @Optional()
  @Nested(() => Animation)
  loop_animation?: Animation | Unset;

  /** Values of properties over time, by the name of the property. */
  @Optional()
  @Nested(() => Keyframes)
  keyframes?: Keyframes | Unset;

  /** The mode in which the colors of the layer are blended with those of the layers below it. */
  @Default('normal')
  @IsIn(BLEND_MODES)
  blend_mode?: BlendMode;

  /** Radius. */
  @Keyframed(FrameLengthKeyframe)
  @Default(0)
  @IsFrameLength(0, 500)
  blur?: FrameLength;

  /**
   * The colors that a blur, also one of an animation, finds beyond the box of the layer. `none`: nothing, so colors spread beyond the
   * box and its edges fade. `duplicate`: the colors of its edges, so they do not fade and the box stays sharp. The names
   * are those of the SVG filter `feGaussianBlur`. Absent: `duplicate` for an image or footage that covers the whole frame
   * or group, otherwise `none`.
   */
  @Optional()
  @IsIn(BLUR_EDGES)
  blur_edge?: BlurEdge | Unset;

  /** Factor; 1 changes nothing. */
  @Keyframed(NumberKeyframe)
  @Default(1)
  @IsNumber()
  @Min(0)
  @Max(10)
  brightness?: number;

  /** Factor; 1 changes nothing. */
  @Keyframed(NumberKeyframe)
  @Default(1)
  @IsNumber()
  @Min(0)
  @Max(10)
  contrast?: number;

  /** Factor; 1 changes nothing. */
  @Keyframed(NumberKeyframe)
  @Default(1)
  @IsNumber()
  @Min(0)
  @Max(10)
  saturation?: number;

  /** Degrees. */
  @Keyframed(NumberKeyframe)
  @Default(0)
  @IsNumber()
  @Min(-36_000)
  @Max(36_000)
  hue_rotate?: number;

  /** The mask that shows only a part of the layer. */
  @Optional()
  @Nested(() => Mask)
  mask?: Mask | Unset;

  /** New values for properties of the layer in other sizes of the document, by the name of the size. */
  @InEverySize()
  @Optional()
  @RecordOf(() => LayerInSize, { narrow: shapeInSize })
  @HasMaxMembers(MAX_SIZES)
  for_size?: Record<string, LayerInSize> | Unset;
}
