const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;
/** Time after which a running process counts as healthy, ms: its earlier ends then no longer count. */
const HEALTHY_AFTER_MS = 60_000;

/**
 * The pause before a process that ended is started again: 1 s, doubled with each early end in a row, at most 30 s.
 * @param earlyEnds how many times in a row, this time included, it ended early
 */
export function restartDelayMs(earlyEnds: number): number {
  return Math.min(SHORTEST_MS * 2 ** Math.max(0, earlyEnds - 1), LONGEST_MS);
}

/** The number of early ends in a row, once a process that ran for `ranMs` has ended. */
export function countEarlyEnds(before: number, ranMs: number): number {
  return ranMs >= HEALTHY_AFTER_MS ? 1 : before + 1;
}
