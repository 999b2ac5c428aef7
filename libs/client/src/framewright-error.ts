import type { components } from './api-types.js';

type Schemas = components['schemas'];
type ValidationDetail = Schemas['ValidationDetail'];

/** `error.code` of the error responses in the OpenAPI document. */
type ResponseCode = {
  [Name in keyof Schemas]: Schemas[Name] extends { error: { code: infer Code } } ? Code : never;
}[keyof Schemas];

/**
 * Codes of failures. A response has the code of its body, or `UNKNOWN` if a proxy wrote it. A video has the code of its
 * `error`. `NO_RESPONSE`, `TIMEOUT` and `INVALID_SIGNATURE` are codes of this package.
 */
export type FramewrightErrorCode =
  ResponseCode | Schemas['VideoError']['code'] | 'UNKNOWN' | 'NO_RESPONSE' | 'TIMEOUT' | 'INVALID_SIGNATURE';

interface Facts {
  code: FramewrightErrorCode;
  status?: number;
  details?: string;
  faults?: ValidationDetail[];
  retryAfterS?: number;
  requestId?: string;
  video?: Schemas['Video'];
  cause?: unknown;
}

/** Every failure that this package reports: an error response, no response, a video that failed, a wrong signature. */
export class FramewrightError extends Error {
  override readonly name = 'FramewrightError';
  readonly code: FramewrightErrorCode;
  /** HTTP status; undefined if there is no response. */
  readonly status: number | undefined;
  /** The exact reason. */
  readonly details: string | undefined;
  /** The faults of a `VALIDATION_ERROR`. */
  readonly faults: ValidationDetail[];
  /** Seconds after which the request may be repeated. */
  readonly retryAfterS: number | undefined;
  /** `X-Request-Id` of the response, by which the operator finds the request. */
  readonly requestId: string | undefined;
  /** The video that failed, or that had not ended in time. */
  readonly video: Schemas['Video'] | undefined;

  constructor(message: string, { code, status, details, faults = [], retryAfterS, requestId, video, cause }: Facts) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.details = details;
    this.faults = faults;
    this.retryAfterS = retryAfterS;
    this.requestId = requestId;
    this.video = video;
  }
}
