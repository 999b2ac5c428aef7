import type { Request, Response } from 'express';
import { beginTrace, type OpenSpan, UNTRACED } from '#libs/runtime';
import type { RequestState } from './request-state.js';

/** Begins the trace of a request below `/v1`; probes and files have none. */
export function beginRequestTrace(request: Request, { id }: RequestState): OpenSpan {
  if (!request.path.startsWith('/v1/')) return UNTRACED;
  return beginTrace(request.method, {
    kind: 'server',
    attributes: {
      'http.request.method': request.method,
      'url.scheme': request.protocol,
      'url.path': request.path,
      'framewright.request_id': id,
    },
  });
}

/** Adds what is known only after the response: status, organization, and the route as span name. */
export function endRequestTrace(span: OpenSpan, request: Request, response: Response, state: RequestState): void {
  const route = routeOf(request);
  span.set({
    'http.response.status_code': response.statusCode,
    ...(route !== undefined && { 'http.route': route }),
    ...(typeof state.caller?.orgId === 'string' && { 'framewright.org_id': state.caller.orgId }),
  });
  if (route !== undefined) span.rename(`${request.method} ${route}`);
  span.end(state.error);
}

/** The pattern that a request's path has matched, such as `/v1/videos/:id`; undefined if it matched none. */
export function routeOf(request: Request): string | undefined {
  return (request.route as { path: string } | undefined)?.path;
}
