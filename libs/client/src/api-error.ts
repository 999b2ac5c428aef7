import type { components } from './api-types.js';

type ValidationDetail = components['schemas']['ValidationDetail'];

/** An answer of the API that is no success, by its `error` (or, from a proxy in between, what little there is). */
export class ApiError extends Error {
  readonly code: string;
  /** A finer reason, or the faults of a validation. */
  readonly details?: string | readonly ValidationDetail[];

  constructor(
    readonly status: number,
    /** The body's `error`. */
    error: unknown,
    /** Seconds after which to try again, where the answer says so. */
    readonly retryAfterS: number | undefined,
  ) {
    const { code = 'UNKNOWN', message = `the API answered ${status}`, details } = (error ?? {}) as ErrorBody;
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
  }
}

interface ErrorBody {
  code?: string;
  message?: string;
  details?: string | readonly ValidationDetail[];
}

interface Answered<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * The data of an answer.
 * @throws ApiError for any that is no success
 */
export async function unwrap<Data>(answer: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await answer;
  if (response.ok) return data as Data;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const body = typeof error === 'object' && error !== null && 'error' in error ? error.error : undefined;
  throw new ApiError(response.status, body, Number.isFinite(retryAfter) ? retryAfter : undefined);
}
