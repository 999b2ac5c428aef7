import { FramewrightError, type FramewrightErrorCode } from './framewright-error.js';
import { retryAfterS } from './retry-after.js';

interface ErrorBody {
  code?: FramewrightErrorCode;
  message?: string;
  details?: string | FramewrightError['faults'];
}

/** The error of an error response of the API, or of a proxy in front of it. `body` is its parsed JSON. */
export function responseError({ status, headers }: Response, body: unknown): FramewrightError {
  const { code = 'UNKNOWN', message, details } = errorOf(body);
  return new FramewrightError(message ?? `The response has status ${status}`, {
    code,
    status,
    ...(Array.isArray(details) ? { faults: details } : { details }),
    retryAfterS: retryAfterS(headers),
    requestId: headers.get('x-request-id') ?? undefined,
  });
}

function errorOf(body: unknown): ErrorBody {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof error === 'object' && error !== null ? error : {};
}
