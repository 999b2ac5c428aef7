import { IsIn, IsISO8601, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { IsIntegerFrom, IsIntegerIn, PageRequest } from '#libs/contracts';
import { Nested, OrNull } from '#libs/template';
import { REQUEST_CALLERS, type RequestCallerType } from '../http/request-log/request-entry.js';
import { SAFE_REQUEST_ID } from '../http/request-state.js';
import { Example } from '../openapi/examples.js';

export class ListRequestsQuery extends PageRequest {
  /** Lists the requests with this `X-Request-Id` only. */
  @IsOptional()
  @MaxLength(64)
  @Matches(SAFE_REQUEST_ID, {
    message: '$property must be a request id: 1–64 letters, digits, dots, underscores, hyphens',
  })
  request_id?: string;

  /** Lists the requests of this key, user or preview token only. */
  @IsOptional()
  @IsUUID()
  caller_id?: string;

  /** Lists the requests with this status only: a number, or a class of them such as `4xx`. */
  @IsOptional()
  @MaxLength(3)
  @Matches(/^[1-5]([0-9][0-9]|xx)$/, {
    message: '$property must be a status such as 404, or a class of them such as 4xx',
  })
  status?: string;
}

/** The credential of a request. */
export class RequestCaller {
  /** `key`: a program with an API key. `user`: a member. `preview`: a page with a preview token. */
  @IsIn(REQUEST_CALLERS)
  type: RequestCallerType;

  /** Identifies the key, the user or the preview token. */
  @IsUUID()
  id: string;

  /** The present name of the key, or its first characters, or of the member; null if it has none, or no longer exists. */
  @OrNull()
  @IsString()
  name: string | null;
}

/** A request to the API, without its query, headers and bodies. */
@Example({
  request_id: '4d3c2b1a-0f9e-4d8c-8b7a-6f5e4d3c2b1a',
  method: 'GET',
  route: '/videos/{id}',
  path: '/videos/0198c0de-5eed-7abc-8def-0123456789ab',
  status: 404,
  error_code: 'RESOURCE_NOT_FOUND',
  duration_ms: 4,
  caller: { type: 'key', id: 'd3b07384-d9a0-4c9b-8f3e-2b1a0c9d8e7f', name: 'Web shop' },
  created_at: '2026-11-21T12:00:00.000Z',
})
export class LoggedRequest {
  /** The `X-Request-Id` of the response. A caller may send the same one again. */
  @IsString()
  request_id: string;

  /** The HTTP method. */
  @IsString()
  method: string;

  /** The path of the operation, as this manual writes it; null if the request was refused before it matched one. */
  @OrNull()
  @IsString()
  route: string | null;

  /** The path that was requested, without the base address and the query; null if it matches no operation and may be anything. */
  @OrNull()
  @IsString()
  path: string | null;

  /** The HTTP status of the response; 499: the caller hung up before there was one. */
  @IsIntegerIn(100, 599)
  status: number;

  /** The code of the error; null without one. */
  @OrNull()
  @IsString()
  error_code: string | null;

  /** Time from the request to the end of its response, milliseconds. */
  @IsIntegerFrom(0)
  duration_ms: number;

  /** The credential that the request carried. */
  @Nested(() => RequestCaller)
  caller: RequestCaller;

  /** When the request came. */
  @IsISO8601()
  created_at: string;
}
