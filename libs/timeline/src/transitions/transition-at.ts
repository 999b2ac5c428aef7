import { easingOf } from '../animations/easing.js';
import type { SceneTransition } from './scene-transition.js';
import type { TimelineTransition } from '../compile/timeline.js';
import { circle, radial, wipe } from './cuts.js';
import { blur, dissolve, fade, fadeThrough, pixelate, zoom } from './mixes.js';
import { cover, push, reveal, slide } from './moves.js';
import type { TransitionFn } from './transition-fn.js';

const TRANSITIONS: Readonly<Record<SceneTransition['type'], TransitionFn>> = {
  fade,
  fade_black: fadeThrough,
  fade_white: fadeThrough,
  dissolve,
  slide,
  push,
  cover,
  reveal,
  wipe,
  circle,
  radial,
  zoom,
  blur,
  pixelate,
};

/**
 * A transition at one instant.
 *
 * @param share elapsed part of its duration, 0 … 1; progress is clamped to 0 … 1 if the easing overshoots
 * @param frame pixels
 */
export function transitionAt(
  { type, easing, direction, backdrop, seed }: TimelineTransition,
  share: number,
  frame: { width: number; height: number },
): SceneTransition {
  const progress = Math.min(1, Math.max(0, easingOf(easing)(share)));
  const context = { width: frame.width, height: frame.height, direction, seed };
  return { type, progress, backdrop, upper: 'entering', ...TRANSITIONS[type](progress, context) };
}
