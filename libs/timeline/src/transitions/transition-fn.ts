import type { Direction } from '#libs/template';
import { IDENTITY } from '../geometry/matrix.js';
import type { PageTransition, SceneTransition } from '../sample/scene.js';

/** Where a transition takes place. */
export interface TransitionContext {
  /** Of the frame, pixels. */
  width: number;
  height: number;
  direction: Direction | undefined;
  /** For what has to look like chance. */
  seed: number;
}

/** What a transition does to its pages; what is left out is the page as it is. */
type PageTransitions = Pick<SceneTransition, 'leaving' | 'entering'> &
  Partial<Pick<SceneTransition, 'upper' | 'direction'>>;

/**
 * One transition type: a pure function of how far it is, 0 … 1. At 0 the frame shows the leaving page and at 1 the entering
 * one, each exactly as it is.
 */
export type TransitionFn = (progress: number, context: TransitionContext) => PageTransitions;

/** A page that a transition does not change. */
export const AS_IT_IS: PageTransition = { matrix: IDENTITY, opacity: 1 };
