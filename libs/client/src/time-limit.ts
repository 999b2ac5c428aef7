/** Longest time that `setTimeout` takes, ms. */
const LONGEST_MS = 2 ** 31 - 1;

export interface TimeLimit {
  /** Aborts with the caller's signal, and with the error of the limit when its time is over. */
  readonly signal: AbortSignal;
  /** Ends the limit. */
  clear(): void;
}

/** Aborts after `ms`, which may be Infinity, or with `signal`. */
export function timeLimit(ms: number, signal: AbortSignal | undefined, error: () => Error): TimeLimit {
  const limit = new AbortController();
  const timer = ms <= LONGEST_MS ? setTimeout(() => limit.abort(error()), ms) : undefined;
  return {
    signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    clear: () => clearTimeout(timer),
  };
}
