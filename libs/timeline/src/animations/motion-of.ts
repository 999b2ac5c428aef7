import { LOOPS } from './loops.js';
import { combine, STILL, type Motion } from './motion.js';
import { PASSING } from './passing.js';
import type { Phase } from './phases.js';
import type { Stage } from './stage.js';

/** All phases of a layer, or of a piece of one, taken together. */
export function motionOf(phases: readonly Phase[], stage: Stage): Motion {
  return phases.reduce((sum, phase) => {
    const { type } = phase.animation;
    return combine(sum, phase.side === 'loop' ? LOOPS[type](phase, stage) : PASSING[type](phase, stage));
  }, STILL);
}
