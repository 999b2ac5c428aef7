import type { Counterpart } from './counterpart.ts';
import { BLURS } from './counterparts/blurs.ts';
import { PAINTS } from './counterparts/paints.ts';
import { SHADOWS } from './counterparts/shadows.ts';
import { TEXTS } from './counterparts/texts.ts';

/** Everything that is compared with a browser. */
export const COUNTERPARTS: readonly Counterpart[] = [...BLURS, ...PAINTS, ...SHADOWS, ...TEXTS];
