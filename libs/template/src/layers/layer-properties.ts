import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  Length as HasLength,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { Animation } from '../animation.js';
import { Keyframes } from '../keyframes.js';
import { Modifiable } from '../modifiable.js';
import { IsExtent, IsPosition, type Length } from '../rules/is-length.js';
import { IsWebUrl } from '../rules/is-web-url.js';

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

/**
 * Another layer of the page, or a picture over this layer's box, that decides where this layer shows. A layer that masks is
 * not painted itself, whatever its `visible` says, and is not masked in its turn.
 */
export class Mask {
  /** Name of a layer in the same page. */
  @IsOptional()
  @IsString()
  @HasLength(1, 120)
  layer?: string;

  @IsOptional()
  @IsString()
  @IsWebUrl()
  source_url?: string;

  /** Default `alpha`. */
  @IsOptional()
  @IsIn(MASK_MODES)
  mode?: MaskMode;
}

/** What every layer kind has. Lengths: pixels or per cent of the parent; times: seconds; angles: degrees. */
export abstract class LayerProperties {
  /** Unique in its page, layers inside groups included: modifications address layers by it. */
  @IsString()
  @HasLength(1, 120)
  name: string;

  /** Default true. */
  @Modifiable()
  @IsOptional()
  @IsBoolean()
  visible?: boolean;

  /** Default 0. */
  @IsOptional()
  @IsPosition()
  x?: Length;

  /** Default 0. */
  @IsOptional()
  @IsPosition()
  y?: Length;

  /** Default 100 %. */
  @IsOptional()
  @IsExtent()
  width?: Length;

  /** Default 100 %. */
  @IsOptional()
  @IsExtent()
  height?: Length;

  /** The point of the box, from its left edge, that lies at `x` and that rotation and scale turn about. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  anchor_x?: number;

  /** As anchor_x, from the top edge. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  anchor_y?: number;

  /** Clockwise. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(-36_000)
  @Max(36_000)
  rotation?: number;

  /** Default 1. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(100)
  scale?: number;

  /** Default 1. */
  @Modifiable()
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  opacity?: number;

  /** From the page's start. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(600)
  start?: number;

  /** Default: to the page's end. */
  @IsOptional()
  @IsNumber()
  @IsPositive()
  @Max(600)
  duration?: number;

  @IsOptional()
  @ValidateNested()
  @Type(() => Animation)
  enter?: Animation;

  @IsOptional()
  @ValidateNested()
  @Type(() => Animation)
  exit?: Animation;

  @IsOptional()
  @ValidateNested()
  @Type(() => Animation)
  loop_animation?: Animation;

  @IsOptional()
  @ValidateNested()
  @Type(() => Keyframes)
  keyframes?: Keyframes;

  /** How the layer mixes with what lies below. Default `normal`. */
  @IsOptional()
  @IsIn(BLEND_MODES)
  blend_mode?: BlendMode;

  /** Radius in pixels. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(500)
  blur?: number;

  /** Factor, 1 leaves it as it is. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(10)
  brightness?: number;

  /** Factor, 1 leaves it as it is. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(10)
  contrast?: number;

  /** Factor, 1 leaves it as it is. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(10)
  saturation?: number;

  /** Degrees. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(-36_000)
  @Max(36_000)
  hue_rotate?: number;

  @IsOptional()
  @ValidateNested()
  @Type(() => Mask)
  mask?: Mask;
}
