import type { Animator } from './animator.js';

/** From or to transparency. */
export const fade: Animator = ({ presence }) => ({ dx: 0, dy: 0, opacity: Math.min(1, Math.max(0, presence)) });
