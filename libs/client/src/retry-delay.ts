/**
 * Least delay, ms, and the first delay that no Retry-After determines. The latter doubles with each further failure.
 */
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** Part of a delay by which it may be longer at random, so that clients do not return at the same instant. */
const JITTER = 0.25;
const TEMPORARY_STATUSES: readonly number[] = [429, 502, 503, 504];
/** Statuses of requests that the API, or a proxy that sends Retry-After, has not begun to handle. */
const REFUSED_STATUSES: readonly number[] = [429, 503];

/** Outcome of one try of a request. */
export interface TryOutcome {
  /** Undefined if there was no complete response. */
  readonly status: number | undefined;
  readonly retryAfterS: number | undefined;
}

/** The call that a try belongs to. */
export interface CallState {
  /** Whether sending the request twice has the effect of sending it once. */
  readonly isRepeatable: boolean;
  /** Number of repetitions after failures. */
  readonly retries: number;
  /** Number of tries before this one that failed without a Retry-After. */
  readonly failures: number;
}

/**
 * Delay before a request is sent again, ms; undefined if it must not be. Retry-After is an instruction to wait, which a
 * call follows however often it comes; failures without one are counted.
 *
 * @param random 0 to 1
 */
export function retryDelayMs(
  { status, retryAfterS }: TryOutcome,
  { isRepeatable, retries, failures }: CallState,
  random: number,
): number | undefined {
  const isScheduled = retryAfterS !== undefined;
  const isTemporary = status === undefined || TEMPORARY_STATUSES.includes(status) || (status === 500 && isScheduled);
  const isRefused = isScheduled && status !== undefined && REFUSED_STATUSES.includes(status);
  if (!isTemporary || !(isRefused || isRepeatable)) return undefined;
  if (!isScheduled && failures >= retries) return undefined;
  const delayMs = isScheduled
    ? Math.max(FIRST_DELAY_MS, retryAfterS * 1_000)
    : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
  return delayMs * (1 + JITTER * random);
}
