/** The days that a list shows, as the address of a page contains them. */
export interface DaysSearch {
  /** The first and the last day, as 2026-11-21, in the reader's time zone. */
  from?: string;
  to?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The days in an address; anything else in it is left out. */
export function daysSearch({ from, to }: Record<string, unknown>): DaysSearch {
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}

/** The days as lists of the API take them. */
export function timesOf({ from, to }: DaysSearch) {
  return {
    ...(from !== undefined && { since: beginningOf(from).toISOString() }),
    ...(to !== undefined && { until: dayAfter(to).toISOString() }),
  };
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(beginningOf(value).getTime());
}

function beginningOf(day: string): Date {
  return new Date(`${day}T00:00`);
}

/** Days have 23 to 25 hours. */
function dayAfter(day: string): Date {
  const next = beginningOf(day);
  next.setDate(next.getDate() + 1);
  return next;
}
