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

export const DAY_MS = 24 * 60 * 60_000;

/** The time `days` before or, when negative, after `now`. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** The time at which a row fell due that is kept for `lifeMs` from `since`; null if it is not due yet or has no `since`. */
export function dueAfter(since: Date | null | undefined, lifeMs: number): Date | null {
  const due = since && new Date(since.getTime() + lifeMs);
  return due && due.getTime() < Date.now() ? due : null;
}
