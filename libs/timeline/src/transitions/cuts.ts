import type { ClipShape } from '../geometry/clip-shape.js';
import { headingOf } from '../animations/headings.js';
import type { PageTransition } from './scene-transition.js';
import { AS_IT_IS, type TransitionFn } from './transition-fn.js';

const DEFAULT_DIRECTION = 'right';

/** Shares of the way of an edge over which it fades: of the frame, of half its diagonal, of a turn. */
const FEATHERS = { wipe: 0.12, circle: 0.15, sector: 0.05 };

/** A straight edge crosses the frame; the entering page is visible behind it. */
export const wipe: TransitionFn = (progress, { direction }) => {
  const { x, y } = headingOf(direction, DEFAULT_DIRECTION);
  return {
    direction: direction ?? DEFAULT_DIRECTION,
    leaving: AS_IT_IS,
    entering: cut({ kind: 'wipe', headingX: x, headingY: y, shown: progress }),
  };
};

/** `out`: a growing circle uncovers the entering page. `in`: the leaving page shrinks to a circle. */
export const circle: TransitionFn = (progress, { direction }) => {
  if (direction === 'in') {
    const leaving = cut({ kind: 'circle', shown: 1 - progress });
    return { direction, upper: 'leaving', leaving, entering: AS_IT_IS };
  }
  return { direction: 'out', leaving: AS_IT_IS, entering: cut({ kind: 'circle', shown: progress }) };
};

/** A clock hand uncovers the entering page. */
export const radial: TransitionFn = (progress, { direction }) => {
  const clockwise = direction !== 'counterclockwise';
  return {
    direction: clockwise ? 'clockwise' : 'counterclockwise',
    leaving: AS_IT_IS,
    entering: cut({ kind: 'sector', clockwise, shown: progress }),
  };
};

function cut(clip: Exclude<ClipShape, { kind: 'box' }>): PageTransition {
  return clip.shown >= 1 ? AS_IT_IS : { ...AS_IT_IS, clip, feather: FEATHERS[clip.kind] };
}
