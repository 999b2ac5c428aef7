import { IDENTITY } from '#libs/document';
import type { Direction } from '#libs/template';
import type { PageTransition, SceneTransition } from './scene-transition.js';

/** The inputs of a transition function in addition to progress. */
export interface TransitionContext {
  /** Pixels of the frame. */
  width: number;
  height: number;
  direction: Direction | undefined;
  /** Seed of effects that look random. */
  seed: number;
}

/** The changes that a transition makes to its pages. An omitted page is unchanged. */
type PageTransitions = Pick<SceneTransition, 'leaving' | 'entering'> &
  Partial<Pick<SceneTransition, 'upper' | 'direction'>>;

/**
 * One transition type: a pure function of progress, 0 … 1. At 0 the frame equals the leaving page, at 1 the entering
 * one.
 */
export type TransitionFn = (progress: number, context: TransitionContext) => PageTransitions;

/** A page that a transition does not change. */
export const AS_IT_IS: PageTransition = { matrix: IDENTITY, opacity: 1 };
