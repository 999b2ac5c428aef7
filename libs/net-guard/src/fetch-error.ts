import { errnoOf } from '#libs/errors';

/** Reasons why a caller's URL could not be read; the renderer converts them to the video's error. */
export type FetchFailure =
  | 'URL_REFUSED' // the URL or a redirect's target is malformed, or has a forbidden scheme, port or IP literal
  | 'ADDRESS_REFUSED' // the name resolves to an address that is not allowed
  | 'UNREACHABLE' // no address, no connection, failed TLS, or a broken connection
  | 'BAD_ANSWER' // not 200, a redirect without target, too many redirects, a compressed body
  | 'TOO_LARGE'
  | 'TIMED_OUT'
  | 'CANCELED'; // by the caller's own signal

/** The failures that mean a forbidden address, not a broken one. */
export type FetchRefusal = Extract<FetchFailure, 'URL_REFUSED' | 'ADDRESS_REFUSED'>;

export function isRefusal(failure: string | undefined): failure is FetchRefusal {
  return failure === 'URL_REFUSED' || failure === 'ADDRESS_REFUSED';
}

/**
 * The failure of a request to a caller's URL. Its message is public and never contains a resolved address; `cause` has
 * the details.
 */
export class FetchError extends Error {
  constructor(
    readonly code: FetchFailure,
    message: string,
    options?: { status?: number | undefined; cause?: unknown },
  ) {
    super(message, { cause: options?.cause });
    this.name = 'FetchError';
    this.status = options?.status;
  }

  /** The HTTP status, if the failure is a status other than 200. */
  readonly status: number | undefined;
}

/** The refusal of an address, thrown before any packet is sent. */
export class AddressRefusedError extends Error {
  readonly code = 'ERR_ADDRESS_REFUSED';
  constructor(hostname: string, addresses: readonly string[]) {
    super(`${hostname} is or resolves to an address that is not allowed: ${addresses.join(', ')}`);
    this.name = 'AddressRefusedError';
  }
}

/** The two ways in which we end a request. */
export interface Bounds {
  timeoutMs: number;
  deadline: AbortSignal;
  canceled: AbortSignal | undefined;
}

/** Starts the timeout of one request; `signal` aborts at the deadline or when the caller cancels. */
export function startClock(limits: { timeoutMs: number; signal?: AbortSignal | undefined }) {
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([deadline, limits.signal]) : deadline;
  return { signal, bounds: { timeoutMs: limits.timeoutMs, deadline, canceled: limits.signal } };
}

/**
 * Converts the failure of a request: our refusal, the caller's cancellation, the timeout, or an error of the network.
 */
export function toFetchError(error: unknown, { timeoutMs, deadline, canceled }: Bounds): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof AddressRefusedError) {
    return new FetchError('ADDRESS_REFUSED', 'resolves to an address that is not allowed', { cause: error });
  }
  if (canceled?.aborted) return new FetchError('CANCELED', 'was canceled', { cause: error });
  if (deadline.aborted) return new FetchError('TIMED_OUT', `took longer than ${timeoutMs / 1000} s`, { cause: error });
  return new FetchError('UNREACHABLE', `could not be reached (${errnoOf(error) ?? 'connection failed'})`, {
    cause: error,
  });
}
