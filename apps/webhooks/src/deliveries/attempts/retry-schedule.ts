const MINUTE_S = 60;
const HOUR_S = 3600;

/** Seconds between the end of the attempt before and each attempt (docs/api/webhooks.md): the example of Standard Webhooks. */
const DELAYS_S = [0, 5, 5 * MINUTE_S, 30 * MINUTE_S, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_S)] as const;
const JITTER = 0.2;

export const MAX_DELIVERY_ATTEMPTS = DELAYS_S.length;

/**
 * Seconds until the next attempt, or null after the last one.
 *
 * @param ended attempts that have ended, from 1
 * @param random in [0, 1), spreads the delay over ±20 %
 * @param retryAfterS the receiver's `Retry-After`; honored between the delay and its double
 */
export function nextDelayS(ended: number, random: number, retryAfterS: number | null = null): number | null {
  const delay = DELAYS_S[ended];
  if (delay === undefined) return null;
  const spread = delay * (1 + JITTER * (2 * random - 1));
  return Math.min(Math.max(spread, retryAfterS ?? 0), 2 * spread);
}

/**
 * Reads a `Retry-After` header (RFC 9110 §10.2.3): seconds, or a date relative to `nowMs`. The first of several headers
 * counts; a proxy and the application behind it may each add one.
 *
 * @returns seconds ≥ 0; null for none, a date in the past and anything else
 */
export function parseRetryAfter(headers: string | readonly string[] | undefined, nowMs: number): number | null {
  const [header] = typeof headers === 'string' ? [headers] : (headers ?? []);
  if (header === undefined) return null;
  if (/^\d{1,15}$/.test(header)) return Number(header);
  const dateMs = header.endsWith(' GMT') ? Date.parse(header) : NaN;
  return dateMs >= nowMs ? (dateMs - nowMs) / 1000 : null;
}
