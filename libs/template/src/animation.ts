import { IsIn, IsNumber, IsPositive, IsString, Max, Min } from 'class-validator';
import { IsEasing } from './rules/is-easing.js';
import { IsPosition, type Length } from './rules/is-length.js';
import type { Resolved } from './shape/resolve-shape.js';
import { Default, Optional, type Unset } from './shape/default.js';

export const ANIMATION_TYPES = [
  'fade',
  'slide',
  'zoom',
  'pop',
  'rotate',
  'flip',
  'wipe',
  'blur',
  'bounce',
  'drop',
  'typewriter',
  'draw',
  'count',
  'ken_burns',
  'pulse',
  'float',
  'shake',
  'spin',
] as const;
export type AnimationType = (typeof ANIMATION_TYPES)[number];

export const DIRECTIONS = [
  'left',
  'right',
  'up',
  'down',
  'up-left',
  'up-right',
  'down-left',
  'down-right',
  'in',
  'out',
  'clockwise',
  'counterclockwise',
  'center',
] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const TEXT_SPLITS = ['none', 'line', 'word', 'letter'] as const;
export type TextSplit = (typeof TEXT_SPLITS)[number];

/** An animation with its defaults filled in. */
export type ResolvedAnimation = Resolved<Animation>;

/** How a layer enters, leaves or moves while it stays. Times in seconds. */
export class Animation {
  @IsIn(ANIMATION_TYPES)
  type: AnimationType;

  /** Seconds: of one round of a loop, of one piece of a split text. Default 0.5; for a looping `ken_burns` the layer's life. */
  @Optional()
  @IsNumber()
  @IsPositive()
  @Max(60)
  duration?: number | Unset;

  /** Seconds before it begins. An exit always ends with its layer; its delay only reserves time after the entrance. */
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(600)
  delay?: number;

  /**
   * Default `ease-out`. Animations with a curve of their own (`pop`, `bounce`, `drop`, `typewriter`, `shake`, `ken_burns`) are
   * linear by default, and loops follow a sine.
   */
  @Optional()
  @IsString()
  @IsEasing()
  easing?: string | Unset;

  /** Where the movement leads: a layer that slides `up` enters from below and leaves at the top. */
  @Optional()
  @IsIn(DIRECTIONS)
  direction?: Direction | Unset;

  /** How far the layer moves; it fades meanwhile. Without a distance it moves out of the frame and does not fade. */
  @Optional()
  @IsPosition()
  distance?: Length | Unset;

  @Default('none')
  @IsIn(TEXT_SPLITS)
  split?: TextSplit;

  /** Seconds between one piece of a split text and the next, less where there is no room for it. Default 0.05. */
  @Optional()
  @IsNumber()
  @Min(0)
  @Max(60)
  stagger?: number | Unset;
}
