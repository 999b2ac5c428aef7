/** What has a time to be kept and an end to it. */
export interface Sweep {
  /** For the log and the metrics. */
  readonly kind: string;
  /**
   * Removes a batch of what is due, oldest first, in transactions of one statement; resolves to how many. Safe to repeat and
   * to be cut off anywhere: what lies in the store goes before the row that names it.
   */
  sweep(): Promise<number>;
  /** Since when the oldest of it has been due; null when nothing is. */
  dueSince(): Promise<Date | null>;
}

/** The sweeps, in order: each makes the next one's work. */
export const SWEEPS = Symbol('sweeps');

/** Rows of one statement: few enough that nobody waits for its locks. A sweep that comes to as many may have more to do. */
export const BATCH = 500;

const DAY_MS = 24 * 60 * 60_000;

/** The time `days` before or, when negative, after `now`. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
