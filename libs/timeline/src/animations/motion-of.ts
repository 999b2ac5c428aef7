import { LOOPS } from './loops.js';
import { combine, STILL, type Motion } from './motion.js';
import { ENTER_EXIT } from './enter-exit.js';
import type { Phase } from './phases.js';
import type { AnimationContext } from './animation-context.js';

/** All phases of a layer, or of a piece of one, taken together. */
export function motionOf(phases: readonly Phase[], context: AnimationContext): Motion {
  return phases.reduce((sum, phase) => {
    const { type } = phase.animation;
    return combine(sum, phase.side === 'loop' ? LOOPS[type](phase, context) : ENTER_EXIT[type](phase, context));
  }, STILL);
}
