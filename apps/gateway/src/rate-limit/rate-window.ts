/** How far an organization has used its allowance in the running clock minute. */
export interface RateWindow {
  /** Requests a minute. */
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

/**
 * Reads a window from its counter.
 *
 * @param used requests counted so far, this one included
 * @param nowS the database's clock, Unix seconds
 * @param windowStartS Unix seconds at which the window began
 */
export function rateWindow(limit: number, used: number, nowS: number, windowStartS: number): RateWindow {
  const reset = windowStartS + WINDOW_S;
  return {
    limit,
    remaining: Math.max(0, limit - used),
    reset,
    retryAfterS: Math.max(1, Math.ceil(reset - nowS)),
    allowed: used <= limit,
  };
}
