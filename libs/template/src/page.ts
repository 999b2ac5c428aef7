import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { DIRECTIONS, type Direction } from './animation.js';
import { HasLayersInAll } from './layers/count-layers.js';
import { LayerStack, type Layer } from './layers/layer.js';
import { IsColor } from './rules/is-color.js';
import { IsEasing } from './rules/is-easing.js';
import { IsPaint } from './rules/is-paint.js';
import { IsWebUrl } from './rules/is-web-url.js';

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

/** How a page replaces the one before it; the two overlap for its duration. */
export class Transition {
  @IsIn(TRANSITION_TYPES)
  type: TransitionType;

  /** Seconds. Default 0.5. */
  @IsOptional()
  @IsNumber()
  @IsPositive()
  @Max(60)
  duration?: number;

  /** Default `ease-out`. */
  @IsOptional()
  @IsString()
  @IsEasing()
  easing?: string;

  @IsOptional()
  @IsIn(DIRECTIONS)
  direction?: Direction;

  @IsOptional()
  @IsString()
  @IsColor()
  color?: string;
}

export class TemplatePage {
  /** 1, 2, 3 … in array order. */
  @IsInt()
  @Min(1)
  number: number;

  @IsOptional()
  @IsString()
  @Length(1, 200)
  name?: string;

  /** Seconds. */
  @IsNumber()
  @IsPositive()
  @Max(600)
  duration: number;

  /** Over the document's. Default transparent. */
  @IsOptional()
  @IsString()
  @IsPaint()
  background_color?: string;

  /** Heard from the page's start, cut at its end. */
  @IsOptional()
  @IsString()
  @IsWebUrl()
  page_audio_url?: string;

  /** Into this page; not on the first. */
  @IsOptional()
  @ValidateNested()
  @Type(() => Transition)
  transition?: Transition;

  /** Paint order, the last on top. Default none. */
  @IsOptional()
  @HasLayersInAll()
  @LayerStack()
  layers?: Layer[];
}
