/** A caller's use of its allowance in the current clock minute. */
export interface RateWindow {
  /** Requests per minute. */
  limit: number;
  /** Requests left in this window, ≥ 0. */
  remaining: number;
  /** Unix seconds at which the next window begins. */
  reset: number;
  /** Whole seconds until then, ≥ 1. */
  retryAfterS: number;
  /** False when this request is over the limit. */
  allowed: boolean;
}

const WINDOW_S = 60;

/** A counter of one clock minute. */
export interface Count {
  /** Requests counted so far, this one included. */
  used: number;
  /** The counter's clock, Unix seconds. */
  nowS: number;
  /** Unix seconds at which the minute began. */
  startedS: number;
}

/** The window of a counter. @param windowS its length */
export function rateWindow(limit: number, { used, nowS, startedS }: Count, windowS = WINDOW_S): RateWindow {
  const reset = startedS + windowS;
  return {
    limit,
    remaining: Math.max(0, limit - used),
    reset,
    retryAfterS: Math.max(1, Math.ceil(reset - nowS)),
    allowed: used <= limit,
  };
}

/** Start of the clock minute of `nowS`; both in Unix seconds. */
export function minuteStart(nowS: number): number {
  return Math.floor(nowS / WINDOW_S) * WINDOW_S;
}
