import type { AttemptOutcome } from './attempt-delivery.js';
import { MAX_DELIVERY_ATTEMPTS, nextDelayS } from './retry-schedule.js';

/** The state of a delivery after an attempt. */
export type Verdict =
  | { state: 'succeeded' }
  | { state: 'pending'; delayS: number }
  /**
   * `gone`: the endpoint accepts no more deliveries. `exhausted`: all attempts of the schedule failed. `requested`: a caller
   * requested this one attempt outside of the schedule. `our-fault`: the last attempt failed by an internal error.
   */
  | { state: 'failed'; because: 'gone' | 'exhausted' | 'requested' | 'our-fault' };

const GONE = 410;

/**
 * The meaning of an attempt: 2xx is a success; 410 ends the delivery and disables the endpoint; everything else,
 * redirects included, is retried until the schedule ends (docs/api/webhooks.md).
 *
 * @param number of the attempt in the schedule, from 1; beyond {@link MAX_DELIVERY_ATTEMPTS} for one that a caller
 * requested
 * @param random in [0, 1)
 */
export function judgeAttempt({ status, retryAfterS }: AttemptOutcome, number: number, random: number): Verdict {
  if (status !== null && status >= 200 && status < 300) return { state: 'succeeded' };
  if (status === GONE) return { state: 'failed', because: 'gone' };
  if (number > MAX_DELIVERY_ATTEMPTS) return { state: 'failed', because: 'requested' };
  const delayS = nextDelayS(number, random, retryAfterS);
  return delayS === null ? { state: 'failed', because: 'exhausted' } : { state: 'pending', delayS };
}
