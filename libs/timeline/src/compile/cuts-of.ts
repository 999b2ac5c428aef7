import type { Timeline } from './timeline.js';

/** First frames of the pages that replace the page before them at once, without a transition. Ascending. */
export function cutsOf({ pages }: Pick<Timeline, 'pages'>): number[] {
  return pages.slice(1).flatMap(({ transition, fromFrame }) => (transition ? [] : [fromFrame]));
}
