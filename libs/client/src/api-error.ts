import type { components } from './api-types.js';

type ValidationDetail = components['schemas']['ValidationDetail'];

/** An error response of the API, or of a proxy in front of it. */
export class ApiError extends Error {
  readonly code: string;
  /** The exact reason, or the faults of a validation. */
  readonly details?: string | readonly ValidationDetail[];

  constructor(
    readonly status: number,
    /** The body's `error`. */
    error: unknown,
    /** Value of `Retry-After` in seconds, if present. */
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
 * The data of a successful response.
 * @throws ApiError for any other
 */
export async function unwrap<Data>(answer: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await answer;
  if (response.ok) return data as Data;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const body = typeof error === 'object' && error !== null && 'error' in error ? error.error : undefined;
  throw new ApiError(response.status, body, Number.isFinite(retryAfter) ? retryAfter : undefined);
}
