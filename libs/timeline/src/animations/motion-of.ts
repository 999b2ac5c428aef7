import type { Motion } from './motion.js';
import { ENTER_EXIT, LOOPS } from './moves.js';
import type { Phase } from './phases.js';
import type { AnimationContext } from './animation-context.js';

/** Motion of a layer that no animation moves. */
export const STILL: Motion = {
  dx: 0,
  dy: 0,
  scaleX: 1,
  scaleY: 1,
  rotation: 0,
  opacity: 1,
  blur: 0,
  clips: [],
  drawn: 1,
  counted: 1,
  camera: { zoom: 1, x: 0, y: 0 },
};

/** The motion of a layer, or of a piece of it, from all of its phases. */
export function motionOf(phases: readonly Phase[], context: AnimationContext): Motion {
  return phases.reduce((sum, phase) => {
    const { type } = phase.animation;
    return combine(sum, phase.side === 'loop' ? LOOPS[type](phase, context) : ENTER_EXIT[type](phase, context));
  }, STILL);
}

/** Two motions at once. */
function combine(one: Motion, other: Partial<Motion>): Motion {
  const { dx, dy, scaleX, scaleY, rotation, opacity, blur, clips, drawn, counted, camera } = { ...STILL, ...other };
  return {
    dx: one.dx + dx,
    dy: one.dy + dy,
    scaleX: one.scaleX * scaleX,
    scaleY: one.scaleY * scaleY,
    rotation: one.rotation + rotation,
    opacity: one.opacity * opacity,
    blur: one.blur + blur,
    clips: [...one.clips, ...clips],
    drawn: one.drawn * drawn,
    counted: one.counted * counted,
    camera: { zoom: one.camera.zoom * camera.zoom, x: one.camera.x + camera.x, y: one.camera.y + camera.y },
  };
}
