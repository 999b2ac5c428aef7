import { type HttpException } from '@nestjs/common';
import { AppError, type ErrorCode } from '#libs/contracts';
import type { RateWindow } from './caller/rate-window.js';

/** An error as clients receive it (docs/api/errors.md). */
export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: { error: Record<string, unknown> };
}

const WITH_RETRY_AFTER: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['RATE_LIMIT_EXCEEDED', 'MAINTENANCE_MODE']);

/** Builds the response of a failed request, without internal details. */
export function toErrorResponse(error: AppError, window?: RateWindow): ErrorResponse {
  const { code, message, details, retryAfterS } = error;
  const headers: Record<string, string> = {};
  if (code === 'AUTHENTICATION_REQUIRED') headers['WWW-Authenticate'] = 'Bearer';
  if (retryAfterS !== undefined) headers['Retry-After'] = String(retryAfterS);
  return {
    status: error.status,
    headers,
    body: {
      error: {
        code,
        message,
        ...(details === undefined ? {} : { details }),
        ...(WITH_RETRY_AFTER.has(code) && retryAfterS !== undefined ? { retry_after: retryAfterS } : {}),
        ...(code === 'RATE_LIMIT_EXCEEDED' && window
          ? { limit: window.limit, remaining: window.remaining, reset: window.reset }
          : {}),
      },
    },
  };
}

/** The API's error for an exception of Nest or express. */
export function fromHttpException(exception: HttpException): AppError {
  switch (exception.getStatus()) {
    case 404:
      return new AppError('RESOURCE_NOT_FOUND', { cause: exception });
    case 400: // a path whose percent signs do not decode
      return new AppError('BAD_REQUEST', { message: 'The request could not be read', cause: exception });
    default:
      return new AppError('INTERNAL_SERVER_ERROR', { cause: exception });
  }
}
