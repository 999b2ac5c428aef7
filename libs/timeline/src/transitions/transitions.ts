import { circle, radial, wipe } from './cuts.js';
import { blur, dissolve, fade, fadeThrough, pixelate, zoom } from './mixes.js';
import { cover, push, reveal, slide } from './moves.js';
import type { SceneTransition } from './scene-transition.js';
import type { TransitionFn } from './transition-fn.js';

/** The functions of all transitions. A preview loads it with the first one. */
export const TRANSITIONS: Readonly<Record<SceneTransition['type'], TransitionFn>> = {
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
