import type { Animator, Motion, Stage } from './animator.js';
import { fade } from './fade.js';
import type { Phase } from './phases.js';
import { slide } from './slide.js';

/** The animations that are drawn; a document with another one does not validate. */
const ANIMATORS: Readonly<Partial<Record<Phase['animation']['type'], Animator>>> = { fade, slide };

/**
 * All phases of a layer taken together.
 *
 * @throws RangeError for an animation type that cannot be drawn; a valid document holds none
 */
export function motionOf(phases: readonly Phase[], stage: Stage): Motion {
  const still: Motion = { dx: 0, dy: 0, opacity: 1 };
  return phases.reduce((sum, phase) => {
    const animator = ANIMATORS[phase.animation.type];
    if (!animator) throw new RangeError(`animation ${phase.animation.type} cannot be drawn`);
    const motion = animator(phase, stage);
    return { dx: sum.dx + motion.dx, dy: sum.dy + motion.dy, opacity: sum.opacity * motion.opacity };
  }, still);
}
