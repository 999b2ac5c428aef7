import type { Fault } from '#libs/template';

/**
 * Every error code of the API (docs/api.md), with its HTTP status, its default public message and whether the
 * same request may succeed later.
 */
export const ERROR_CATALOG = {
  BAD_REQUEST: { status: 400, title: 'The request body could not be read', retryable: false },
  AUTHENTICATION_REQUIRED: { status: 401, title: 'A valid API key or session is required', retryable: false },
  INSUFFICIENT_CREDITS: { status: 402, title: 'The balance is below the price of this video', retryable: false },
  INSUFFICIENT_PERMISSIONS: { status: 403, title: 'This key or session does not permit the request', retryable: false },
  RESOURCE_NOT_FOUND: { status: 404, title: 'The requested resource was not found', retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This path does not have this method', retryable: false },
  CONFLICT: { status: 409, title: 'The resource has changed since it was read', retryable: false },
  RANGE_NOT_SATISFIABLE: { status: 416, title: 'The file has no such range of bytes', retryable: false },
  VALIDATION_ERROR: { status: 422, title: 'The request breaks one or more rules', retryable: false },
  RATE_LIMIT_EXCEEDED: { status: 429, title: 'Too many requests', retryable: true },
  INTERNAL_SERVER_ERROR: { status: 500, title: 'Something went wrong on our side', retryable: true },
  MAINTENANCE_MODE: { status: 503, title: 'The service is under maintenance', retryable: true },
} as const satisfies Record<string, { status: number; title: string; retryable: boolean }>;

export type ErrorCode = keyof typeof ERROR_CATALOG;

/** Options of an {@link AppError} in addition to its code. */
export interface AppErrorOptions {
  /** Public. Default: the catalog's title. */
  message?: string;
  /** Public: a finer reason, or the faults of a validation. */
  details?: string | readonly Fault[];
  /** Public: seconds after which to retry. */
  retryAfterS?: number;
  /** Internal: logged, never sent to the caller. */
  detail?: string;
  cause?: unknown;
}

/** An error as an RPC reply: the public parts of an {@link AppError}. */
export interface ErrorReply {
  code: ErrorCode;
  message: string;
  details?: string | readonly Fault[];
  retryAfterS?: number;
}

/**
 * The error of all services. `message` and `details` are public; `detail` and `cause` are internal.
 * One filter maps it to HTTP, and one to an RPC reply.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details?: string | readonly Fault[];
  readonly retryAfterS?: number;
  readonly detail?: string;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERROR_CATALOG[code].title, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfterS = options.retryAfterS;
    this.detail = options.detail;
  }

  /** HTTP status of the code. */
  get status(): number {
    return ERROR_CATALOG[this.code].status;
  }

  /** The public parts, for another service. */
  toReply(): ErrorReply {
    return {
      code: this.code,
      message: this.message,
      ...(this.details === undefined ? {} : { details: this.details }),
      ...(this.retryAfterS === undefined ? {} : { retryAfterS: this.retryAfterS }),
    };
  }

  /** Restores the error that another service replied; an unknown reply becomes INTERNAL_SERVER_ERROR. */
  static fromReply(reply: unknown): AppError {
    if (isErrorReply(reply)) return new AppError(reply.code, reply);
    return new AppError('INTERNAL_SERVER_ERROR', { detail: `unexpected error reply: ${JSON.stringify(reply)}` });
  }
}

function isErrorReply(reply: unknown): reply is ErrorReply {
  return typeof reply === 'object' && reply !== null && 'code' in reply && String(reply.code) in ERROR_CATALOG;
}
