/** What kept a caller's address from being read; the renderer turns it into the video's error. */
export type FetchFailure =
  | 'URL_REFUSED' // the address or a redirect's target is malformed, of a forbidden scheme, port or literal address
  | 'ADDRESS_REFUSED' // the name resolves to an address that is not allowed
  | 'UNREACHABLE' // no address, no connection, TLS refused, or the connection broke
  | 'BAD_ANSWER' // not 200, a redirect without target, too many redirects, a compressed body
  | 'TOO_LARGE'
  | 'TIMED_OUT'
  | 'CANCELED'; // by the caller's own signal

/** The failures that mean an address is forbidden, not broken. */
export type Refusal = Extract<FetchFailure, 'URL_REFUSED' | 'ADDRESS_REFUSED'>;

export function isRefusal(failure: string | undefined): failure is Refusal {
  return failure === 'URL_REFUSED' || failure === 'ADDRESS_REFUSED';
}

/** The message is fit for customers: no resolved address is ever in it; `cause` has the detail. */
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

  /** The HTTP status that was not 200, when that is the failure. */
  readonly status: number | undefined;
}

/** Thrown inside the connector, before any packet is sent. */
export class AddressRefusedError extends Error {
  readonly code = 'ERR_ADDRESS_REFUSED';
  constructor(hostname: string, addresses: readonly string[]) {
    super(`${hostname} is or resolves to an address that is not allowed: ${addresses.join(', ')}`);
    this.name = 'AddressRefusedError';
  }
}

/** The two ways a request is ended from our side. */
export interface Bounds {
  timeoutMs: number;
  deadline: AbortSignal;
  canceled: AbortSignal | undefined;
}

/** Starts the clock of one request; `signal` ends it at the deadline or when the caller cancels. */
export function startClock(limits: { timeoutMs: number; signal?: AbortSignal | undefined }) {
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([deadline, limits.signal]) : deadline;
  return { signal, bounds: { timeoutMs: limits.timeoutMs, deadline, canceled: limits.signal } };
}

/** Names the failure of a request: our refusal, the caller's cancellation, the time limit, or the network's own. */
export function toFetchError(error: unknown, { timeoutMs, deadline, canceled }: Bounds): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof AddressRefusedError) {
    return new FetchError('ADDRESS_REFUSED', 'resolves to an address that is not allowed', { cause: error });
  }
  if (canceled?.aborted) return new FetchError('CANCELED', 'was canceled', { cause: error });
  if (deadline.aborted) return new FetchError('TIMED_OUT', `took longer than ${timeoutMs / 1000} s`, { cause: error });
  return new FetchError('UNREACHABLE', `could not be reached (${reasonOf(error)})`, { cause: error });
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? 'connection failed';
}
