import type { Size } from '../layout.js';
import type { Rect } from '../scene.js';
import type { Phase } from './phases.js';

/** What an animation does to a settled layer. */
export interface Motion {
  /** Frame pixels. */
  dx: number;
  dy: number;
  /** Factor, 0…1. */
  opacity: number;
}

/** Where an animation takes place, in frame pixels. */
export interface Stage {
  /** Around the settled layer. */
  bounds: Rect;
  parent: Size;
}

/** One animation type: a pure function of how present the layer is. */
export type Animator = (phase: Phase, stage: Stage) => Motion;
