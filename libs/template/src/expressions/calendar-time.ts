export const MILLISECONDS_A_DAY = 86_400_000;

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * The calendar's day and the clock's time as written in a date by ISO 8601, as milliseconds since 1970 on a clock that
 * shows them. An offset from UTC changes nothing: what is printed is what was written. Undefined for anything else.
 */
export function calendarTime(text: string): number | undefined {
  const parts = DATE.exec(text);
  if (!parts) return undefined;
  // A group without a match is undefined, which the types of a match leave out.
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part || 0));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isReal || hour > 23 || minute > 59 || second > 59) return undefined;
  return date.setUTCHours(hour, minute, second);
}
