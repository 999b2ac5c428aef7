import type { Counterpart } from './counterpart.ts';
import { PAINTS } from './counterparts/paints.ts';
import { SHADOWS } from './counterparts/shadows.ts';
import { TEXTS } from './counterparts/texts.ts';

/** Everything that is compared with a browser. */
export const COUNTERPARTS: readonly Counterpart[] = [...PAINTS, ...SHADOWS, ...TEXTS];
