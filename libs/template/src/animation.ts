import { IsIn, IsNumber, IsPositive, IsString, Max, Min } from 'class-validator';
import { type Length, MAX_VIDEO_S } from '#libs/document';
import { IsEasing } from './rules/is-easing.js';
import { IsPosition } from './rules/is-length.js';
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

/** A motion with which a layer enters or exits, or that it repeats in between. Times are in seconds. */
export class Animation {
  /** The name of the motion. Its own motion and its alternatives for a kind are on the page Animations of the manual. */
  @IsIn(ANIMATION_TYPES)
  type: AnimationType;

  /**
   * Seconds. For a loop: of one round; for a split text: of one piece. Default 0.5; for a looping `ken_burns` the
   * duration of the layer.
   */
  @Optional()
  @IsNumber()
  @IsPositive()
  @Max(60)
  duration?: number | Unset;

  /**
   * Seconds before the animation starts. An exit always ends with its layer; its delay only reserves time between it
   * and the enter animation.
   */
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(MAX_VIDEO_S)
  delay?: number;

  /**
   * Default `ease-out`. Without an easing, animations with their own curve (`pop`, `bounce`, `drop`, `typewriter`,
   * `shake`, `ken_burns`) run at constant speed, and loops follow a sine.
   */
  @Optional()
  @IsString()
  @IsEasing()
  easing?: string | Unset;

  /** Direction of the movement. A layer that slides `up` enters from below and exits at the top. */
  @Optional()
  @IsIn(DIRECTIONS)
  direction?: Direction | Unset;

  /**
   * Length of the movement: pixels, per cent of the parent, or a length of the frame; the layer also fades. Absent: the layer moves until it
   * is outside the frame, without fading.
   */
  @Optional()
  @IsPosition()
  distance?: Length | Unset;

  /** Animates a text piece by piece instead of as a whole. */
  @Default('none')
  @IsIn(TEXT_SPLITS)
  split?: TextSplit;

  /** Seconds between the starts of two pieces of a split text, shortened if the layer is too short. Default 0.05. */
  @Optional()
  @IsNumber()
  @Min(0)
  @Max(60)
  stagger?: number | Unset;
}
