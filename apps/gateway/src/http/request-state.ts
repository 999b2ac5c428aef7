import type { IncomingMessage } from 'node:http';
import type { AppError } from '#libs/contracts';
import type { Caller } from './caller/caller.js';
import type { RateWindow } from './caller/rate-window.js';

/** Request ids that are safe in a log and a header. */
export const SAFE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The parts of a body that are kept: not the bytes themselves. */
interface ReceivedBody {
  readonly bytes: number;
  /** Hexadecimal. Where the body may be CSV, the query counts too, because the options are there. */
  readonly sha256: string;
}

/** The gateway's record of a request. */
export interface RequestState {
  /** Sent back as `X-Request-Id`. */
  readonly id: string;
  readonly startedAtMs: number;
  /** Set once the credential is accepted. */
  caller?: Caller;
  /** Set once the request is counted. */
  rateWindow?: RateWindow;
  /** The body, once it is read. */
  body?: ReceivedBody;
  /** The error of a failed request. */
  error?: AppError;
}

const states = new WeakMap<IncomingMessage, RequestState>();

export function openRequestState(request: IncomingMessage, state: RequestState): void {
  states.set(request, state);
}

/** The state of a request that has passed the request scope, which every request does. */
export function stateOf(request: IncomingMessage): RequestState {
  const state = states.get(request);
  if (!state) throw new Error('a request reached a handler without passing the request scope');
  return state;
}
