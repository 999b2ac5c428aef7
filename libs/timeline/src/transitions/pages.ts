import { IDENTITY } from '../matrix.js';
import type { PageStaging } from '../scene.js';

/** A page that a transition leaves alone. */
export const AS_IT_IS: PageStaging = { matrix: IDENTITY, opacity: 1 };
