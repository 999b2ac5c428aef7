/** Removes one kind of data after its retention period. */
export interface Sweep {
  /** Its name for the log and the metrics. */
  readonly kind: string;
  /**
   * Removes a batch of due rows, oldest first, in transactions of one statement; resolves to their number. Safe to repeat and
   * to be interrupted anywhere: files are removed before the row that names them.
   */
  sweep(): Promise<number>;
  /** Time since which the oldest row has been due; null if none is. */
  dueSince(): Promise<Date | null>;
}

/** The sweeps in order: one makes rows due for the next. */
export const SWEEPS = Symbol('sweeps');

/** Rows of one statement: few, so that its locks delay no request. A sweep that removed as many may have more to do. */
export const BATCH = 500;

const DAY_MS = 24 * 60 * 60_000;

/** A setting of retention in ms; 0 days: Infinity. */
export function daysMs(days: number): number {
  return days === 0 ? Infinity : days * DAY_MS;
}
