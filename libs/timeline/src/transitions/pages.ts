import { IDENTITY } from '../geometry/matrix.js';
import type { PageTransition } from '../sample/scene.js';

/** A page that a transition leaves alone. */
export const AS_IT_IS: PageTransition = { matrix: IDENTITY, opacity: 1 };
