import { IDENTITY, moved } from '#libs/document';
import { headingOf, type Heading } from '../animations/headings.js';
import type { PageTransition } from './scene-transition.js';
import { AS_IT_IS, type TransitionContext, type TransitionFn } from './transition-fn.js';

/** The opacity over the backdrop of a page that another has covered. */
const COVERED = 0.4;
/** Distance that the lower page drifts while another slides over it, in frame sizes. */
const DRIFT = 1 / 3;
const DEFAULT_DIRECTION = 'left';

/** The entering page slides over the leaving one, which drifts in the same direction. */
export const slide: TransitionFn = (progress, context) => {
  const { heading, direction } = way(context);
  const leaving = shifted(heading, progress * DRIFT, context);
  return { direction, leaving, entering: shifted(heading, progress - 1, context) };
};

/** The entering page pushes the leaving one out. */
export const push: TransitionFn = (progress, context) => {
  const { heading, direction } = way(context);
  const leaving = shifted(heading, progress, context);
  return { direction, leaving, entering: shifted(heading, progress - 1, context) };
};

/** The entering page slides over the leaving one, which does not move and fades toward the backdrop, as if in its shadow. */
export const cover: TransitionFn = (progress, context) => {
  const { heading, direction } = way(context);
  return {
    direction,
    leaving: { ...AS_IT_IS, opacity: 1 - (1 - COVERED) * progress },
    entering: shifted(heading, progress - 1, context),
  };
};

/** The leaving page slides away and uncovers the entering one. */
export const reveal: TransitionFn = (progress, context) => {
  const { heading, direction } = way(context);
  return { direction, upper: 'leaving', leaving: shifted(heading, progress, context), entering: AS_IT_IS };
};

function way({ direction }: TransitionContext): { heading: Heading; direction: TransitionContext['direction'] } {
  return { heading: headingOf(direction, DEFAULT_DIRECTION), direction: direction ?? DEFAULT_DIRECTION };
}

/** The page moved by a number of frame sizes along a heading. */
function shifted({ x, y }: Heading, frames: number, { width, height }: TransitionContext): PageTransition {
  return { ...AS_IT_IS, matrix: moved(IDENTITY, x === 0 ? 0 : x * frames * width, y === 0 ? 0 : y * frames * height) };
}
