import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsColor } from './rules/is-color.js';
import { IsEasing } from './rules/is-easing.js';
import { IsPosition, type Length } from './rules/is-length.js';

/** A property's value at one instant; `easing` shapes the way from here to the next. */
class Keyframe {
  /** Seconds from the layer's start. */
  @IsNumber()
  @Min(0)
  @Max(600)
  time: number;

  /** Default `ease-out`. */
  @IsOptional()
  @IsString()
  @IsEasing()
  easing?: string;
}

export class NumberKeyframe extends Keyframe {
  @IsNumber()
  @Min(-100_000)
  @Max(100_000)
  value: number;
}

export class LengthKeyframe extends Keyframe {
  @IsPosition()
  value: Length;
}

export class ColorKeyframe extends Keyframe {
  @IsString()
  @IsColor()
  value: string;
}

/** 1…200 keyframes of the given class, in any order of time. */
function Track(keyframe: new () => Keyframe): PropertyDecorator {
  const rules = [
    IsOptional(),
    IsArray(),
    ArrayNotEmpty(),
    ArrayMaxSize(200),
    ValidateNested({ each: true }),
    Type(() => keyframe),
  ];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

/** What may change over a layer's life, property by property. */
export class Keyframes {
  @Track(LengthKeyframe)
  x?: LengthKeyframe[];

  @Track(LengthKeyframe)
  y?: LengthKeyframe[];

  @Track(LengthKeyframe)
  width?: LengthKeyframe[];

  @Track(LengthKeyframe)
  height?: LengthKeyframe[];

  @Track(NumberKeyframe)
  anchor_x?: NumberKeyframe[];

  @Track(NumberKeyframe)
  anchor_y?: NumberKeyframe[];

  @Track(NumberKeyframe)
  scale?: NumberKeyframe[];

  @Track(NumberKeyframe)
  rotation?: NumberKeyframe[];

  @Track(NumberKeyframe)
  opacity?: NumberKeyframe[];

  @Track(NumberKeyframe)
  blur?: NumberKeyframe[];

  @Track(NumberKeyframe)
  brightness?: NumberKeyframe[];

  @Track(NumberKeyframe)
  contrast?: NumberKeyframe[];

  @Track(NumberKeyframe)
  saturation?: NumberKeyframe[];

  @Track(NumberKeyframe)
  hue_rotate?: NumberKeyframe[];

  @Track(NumberKeyframe)
  border_radius?: NumberKeyframe[];

  @Track(NumberKeyframe)
  font_size?: NumberKeyframe[];

  @Track(NumberKeyframe)
  tracking?: NumberKeyframe[];

  @Track(NumberKeyframe)
  line_height?: NumberKeyframe[];

  /** In steps of 100. */
  @Track(NumberKeyframe)
  weight?: NumberKeyframe[];

  /** Whole numbers. */
  @Track(NumberKeyframe)
  max_lines?: NumberKeyframe[];

  @Track(NumberKeyframe)
  padding?: NumberKeyframe[];

  @Track(NumberKeyframe)
  border_width?: NumberKeyframe[];

  @Track(NumberKeyframe)
  gap?: NumberKeyframe[];

  @Track(NumberKeyframe)
  stroke_width?: NumberKeyframe[];

  /** Whole numbers. */
  @Track(NumberKeyframe)
  sides?: NumberKeyframe[];

  /** Whole numbers. */
  @Track(NumberKeyframe)
  points?: NumberKeyframe[];

  @Track(NumberKeyframe)
  volume?: NumberKeyframe[];

  @Track(NumberKeyframe)
  rating?: NumberKeyframe[];

  /** Whole numbers. */
  @Track(NumberKeyframe)
  rating_max?: NumberKeyframe[];

  @Track(ColorKeyframe)
  text_color?: ColorKeyframe[];

  @Track(ColorKeyframe)
  fill_color?: ColorKeyframe[];

  @Track(ColorKeyframe)
  stroke_color?: ColorKeyframe[];

  @Track(ColorKeyframe)
  background_color?: ColorKeyframe[];

  @Track(ColorKeyframe)
  foreground_color?: ColorKeyframe[];

  @Track(ColorKeyframe)
  outline_color?: ColorKeyframe[];

  @Track(ColorKeyframe)
  border_color?: ColorKeyframe[];

  @Track(ColorKeyframe)
  active_fill_color?: ColorKeyframe[];

  @Track(ColorKeyframe)
  inactive_fill_color?: ColorKeyframe[];

  @Track(ColorKeyframe)
  active_text_color?: ColorKeyframe[];

  @Track(ColorKeyframe)
  active_background_color?: ColorKeyframe[];

  @Track(ColorKeyframe)
  axes_color?: ColorKeyframe[];
}
