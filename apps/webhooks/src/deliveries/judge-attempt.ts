import type { AttemptOutcome } from './attempt-delivery.js';
import { nextDelayS } from './retry-schedule.js';

/** What becomes of a delivery after an attempt. */
export type Verdict =
  | { state: 'succeeded' }
  | { state: 'pending'; delayS: number }
  /** `gone`: the endpoint wants no more. `exhausted`: it had every attempt there is. */
  | { state: 'failed'; because: 'gone' | 'exhausted' };

const GONE = 410;

/**
 * Success is 2xx; 410 ends the delivery and the endpoint; everything else, redirects included, is tried again until the
 * schedule ends (API.md §6).
 *
 * @param number of the attempt, from 1
 * @param random in [0, 1)
 */
export function judgeAttempt({ status, retryAfterS }: AttemptOutcome, number: number, random: number): Verdict {
  if (status !== null && status >= 200 && status < 300) return { state: 'succeeded' };
  if (status === GONE) return { state: 'failed', because: 'gone' };
  const delayS = nextDelayS(number, random, retryAfterS);
  return delayS === null ? { state: 'failed', because: 'exhausted' } : { state: 'pending', delayS };
}
