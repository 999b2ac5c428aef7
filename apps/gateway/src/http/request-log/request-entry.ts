import type { Request, Response } from 'express';
import type { Credential } from '../caller/caller.js';
import type { RequestState } from '../request-state.js';
import { routeOf } from '../request-trace.js';

/** Credentials of requests: an API key, the session of a member, or a preview token. */
export const REQUEST_CALLERS = ['key', 'user', 'preview'] as const;
export type RequestCallerType = (typeof REQUEST_CALLERS)[number];

/** A request, as its organization's log keeps it: nothing of its query, its headers and its bodies. */
export interface RequestEntry {
  organization_id: string;
  request_id: string;
  method: string;
  /** The path as the manual writes it, such as `/videos/{id}`; null if it matched none. */
  route: string | null;
  /** Null where it may contain anything. */
  path: string | null;
  status: number;
  error_code: string | null;
  duration_ms: number;
  caller_type: RequestCallerType;
  /** Identifies the key, the user or the preview token. */
  caller_id: string;
  /** Unix time at which the request came, ms. */
  at_ms: number;
}

/** nginx's status for a client that disconnected before the response. */
export const CLIENT_LEFT = 499;
const FIRST_FAILED = 400;
const API = '/v1';
const MAX_PATH_CHARACTERS = 300;
/** A path that cannot have a secret in it: of words, numbers of versions, ids. */
const PLAIN = /^(\/([a-z][a-z-]{0,31}|\d{1,9}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}))+$/;

/**
 * The entry of a request that is over: every one with a key, and the failed ones of members and of preview tokens, whose
 * pages send many. Undefined for others, and for those of an unknown caller.
 */
export function entryOf(request: Request, response: Response, state: RequestState): RequestEntry | undefined {
  const { caller, error } = state;
  if (typeof caller?.orgId !== 'string' || !request.path.startsWith(`${API}/`)) return undefined;
  const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
  if (caller.credential.kind !== 'key' && status < FIRST_FAILED) return undefined;
  const durationMs = Math.round(performance.now() - state.startedAtMs);
  const matched = routeOf(request);
  const route = matched?.startsWith(`${API}/`) ? matched : undefined; // what nothing else matches has a route, too
  const path = request.path.slice(API.length);
  const isShown = path.length <= MAX_PATH_CHARACTERS && (route !== undefined || PLAIN.test(path));
  return {
    organization_id: caller.orgId,
    request_id: state.id,
    method: request.method,
    route: route === undefined ? null : route.slice(API.length).replaceAll(/:(\w+)/g, '{$1}'),
    path: isShown ? path : null,
    status,
    error_code: error?.code ?? null,
    duration_ms: durationMs,
    ...namesOf(caller.credential),
    at_ms: Date.now() - durationMs,
  };
}

function namesOf(credential: Credential): Pick<RequestEntry, 'caller_type' | 'caller_id'> {
  switch (credential.kind) {
    case 'key':
      return { caller_type: 'key', caller_id: credential.keyId };
    case 'session':
      return { caller_type: 'user', caller_id: credential.userId };
    case 'preview':
      return { caller_type: 'preview', caller_id: credential.tokenId };
  }
}
