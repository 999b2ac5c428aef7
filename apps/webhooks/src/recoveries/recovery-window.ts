import type { Fault } from '#libs/template';

const DAY_MS = 86_400_000;
const MAX_DAYS = 14;

/**
 * What is wrong with the start of a recovery: null for a time within the last 14 days.
 *
 * @param since ISO 8601 with an offset
 */
export function faultOfSince(since: string, nowMs: number): Fault | null {
  const sinceMs = Date.parse(since);
  const refuse = (code: Fault['code'], problem: string) => ({
    field: 'since',
    code,
    message: `since ${problem}`,
    value: since,
  });
  if (Number.isNaN(sinceMs)) return refuse('INVALID_FORMAT', 'is no time');
  if (sinceMs > nowMs) return refuse('VALUE_TOO_LARGE', 'must not be in the future');
  if (sinceMs < nowMs - MAX_DAYS * DAY_MS) return refuse('VALUE_TOO_SMALL', `must be at most ${MAX_DAYS} days ago`);
  return null;
}
