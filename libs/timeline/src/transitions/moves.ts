import { headingOf, type Heading } from '../headings.js';
import { IDENTITY, moved } from '../matrix.js';
import type { PageStaging } from '../scene.js';
import type { Stager, Theatre } from './stager.js';
import { AS_IT_IS } from './pages.js';

/** How far the page below drifts while another slides over it, in frame sizes. */
const DRIFT = 1 / 3;
const DEFAULT_DIRECTION = 'left';

/** The entering page comes in over the leaving one, which drifts ahead of it. */
export const slide: Stager = (progress, theatre) => {
  const { heading, direction } = way(theatre);
  const leaving = shifted(heading, progress * DRIFT, theatre);
  return { direction, leaving, entering: shifted(heading, progress - 1, theatre) };
};

/** The entering page pushes the leaving one out. */
export const push: Stager = (progress, theatre) => {
  const { heading, direction } = way(theatre);
  const leaving = shifted(heading, progress, theatre);
  return { direction, leaving, entering: shifted(heading, progress - 1, theatre) };
};

/** The entering page comes in over the leaving one, which stays. */
export const cover: Stager = (progress, theatre) => {
  const { heading, direction } = way(theatre);
  return { direction, leaving: AS_IT_IS, entering: shifted(heading, progress - 1, theatre) };
};

/** The leaving page goes and lays bare the entering one. */
export const reveal: Stager = (progress, theatre) => {
  const { heading, direction } = way(theatre);
  return { direction, upper: 'leaving', leaving: shifted(heading, progress, theatre), entering: AS_IT_IS };
};

function way({ direction }: Theatre): { heading: Heading; direction: Theatre['direction'] } {
  return { heading: headingOf(direction, DEFAULT_DIRECTION), direction: direction ?? DEFAULT_DIRECTION };
}

/** The page moved by a number of frame sizes along a heading. */
function shifted({ x, y }: Heading, frames: number, { width, height }: Theatre): PageStaging {
  return { ...AS_IT_IS, matrix: moved(IDENTITY, x === 0 ? 0 : x * frames * width, y === 0 ? 0 : y * frames * height) };
}
