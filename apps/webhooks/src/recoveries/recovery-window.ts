import { readTime } from '#libs/contracts';
import type { Fault } from '#libs/template';

const DAY_MS = 86_400_000;
/** Days of the longest window, if events are kept as long. */
const MAX_DAYS = 14;

/**
 * The fault of a recovery's start; null for a time within the last 14 days and the retention of events.
 *
 * @param since a time as {@link readTime} reads it
 * @param keptDays how long events are kept
 */
export function faultOfSince(since: string, nowMs: number, keptDays: number): Fault | null {
  const sinceMs = readTime(since).getTime();
  const refuse = (code: Fault['code'], problem: string) => ({
    field: 'since',
    code,
    message: `since ${problem}`,
    value: since,
  });
  const days = Math.min(MAX_DAYS, keptDays);
  if (Number.isNaN(sinceMs)) return refuse('INVALID_FORMAT', 'is not a time');
  if (sinceMs > nowMs) return refuse('VALUE_TOO_LARGE', 'must not be in the future');
  if (sinceMs < nowMs - days * DAY_MS) return refuse('VALUE_TOO_SMALL', `must be at most ${days} days ago`);
  return null;
}
