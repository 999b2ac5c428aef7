import { percentile } from '../../percentile.ts';

/** Two runs of the same short videos, and two of the same long one. */
export interface FairnessEvidence {
  /**
   * Time from submission to the first renderer, of each short video of the other organizations, s; null if it did not
   * complete.
   */
  waitsS: { alone: readonly (number | null)[]; beside: readonly (number | null)[] };
  /** Time from submission to completion of the long video, s; null if it did not complete. */
  longS: { alone: number | null; beside: number | null };
}

/**
 * Most that the others may wait, as a multiple of their wait without the two, and that the long video may take, as a
 * multiple of its time alone.
 */
const WAIT_RATIO = 1.25;
const LONG_RATIO = 1.5;
/** Seconds of a round of the dispatcher: shorter waits are none. */
const ROUND_S = 1;

/** The 95th percentile of the videos that completed. */
export function p95(values: readonly (number | null)[]): number {
  return percentile(
    values.filter((value) => value !== null),
    0.95,
  );
}

/** Every promise that was broken, one sentence each; empty when all held. */
export function judgeFairness({ waitsS, longS }: FairnessEvidence): string[] {
  const broken: string[] = [];
  for (const [run, waits] of Object.entries(waitsS)) {
    const missing = waits.filter((wait) => wait === null).length;
    if (missing > 0 || waits.length === 0)
      broken.push(`${missing} of ${waits.length} short videos (${run}) are not COMPLETED`);
  }
  const [alone, beside] = [p95(waitsS.alone), p95(waitsS.beside)];
  if (beside > Math.max(WAIT_RATIO * alone, ROUND_S)) {
    broken.push(`the others wait ${times(beside, alone)} as long as without the two (95th percentile)`);
  }
  if (longS.alone === null || longS.beside === null) broken.push('a long video is not COMPLETED');
  else if (longS.beside > LONG_RATIO * longS.alone) {
    broken.push(`the long video takes ${times(longS.beside, longS.alone)} as long as alone`);
  }
  return broken;
}

function times(one: number, other: number): string {
  return `${(one / other).toFixed(2)} times`;
}
