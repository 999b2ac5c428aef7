import { easingOf } from '../animations/easing.js';
import type { SceneTransition } from './scene-transition.js';
import type { TimelineTransition } from '../compile/timeline.js';
import { TRANSITIONS } from './transitions.js';

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
