import type { ClipShape } from '../geometry/clip-shape.js';
import { headingOf } from '../animations/headings.js';
import type { PageTransition } from '../sample/scene.js';
import { AS_IT_IS, type TransitionFn } from './transition-fn.js';

const DEFAULT_DIRECTION = 'right';

/** A straight edge crosses the frame and leaves the entering page behind it. */
export const wipe: TransitionFn = (progress, { direction }) => {
  const { x, y } = headingOf(direction, DEFAULT_DIRECTION);
  return {
    direction: direction ?? DEFAULT_DIRECTION,
    leaving: AS_IT_IS,
    entering: cut({ kind: 'wipe', headingX: x, headingY: y, shown: progress }),
  };
};

/** `out`: a circle opens onto the entering page; `in`: the leaving page closes to a circle. */
export const circle: TransitionFn = (progress, { direction }) => {
  if (direction === 'in') {
    const leaving = cut({ kind: 'circle', shown: 1 - progress });
    return { direction, upper: 'leaving', leaving, entering: AS_IT_IS };
  }
  return { direction: 'out', leaving: AS_IT_IS, entering: cut({ kind: 'circle', shown: progress }) };
};

/** The hand of a clock sweeps the entering page in. */
export const radial: TransitionFn = (progress, { direction }) => {
  const clockwise = direction !== 'counterclockwise';
  return {
    direction: clockwise ? 'clockwise' : 'counterclockwise',
    leaving: AS_IT_IS,
    entering: cut({ kind: 'sector', clockwise, shown: progress }),
  };
};

function cut(clip: Exclude<ClipShape, { kind: 'box' }>): PageTransition {
  return clip.shown >= 1 ? AS_IT_IS : { ...AS_IT_IS, clip };
}
