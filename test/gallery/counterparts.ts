import type { Counterpart } from './counterpart.ts';
import { PAINTS } from './counterparts/paints.ts';

/** Everything that is compared with a browser. */
export const COUNTERPARTS: readonly Counterpart[] = PAINTS;
