import type { Request } from 'express';

/** The pattern that a request's path has matched, as `/v1/videos/:id`; undefined where it matched none. */
export function routeOf(request: Request): string | undefined {
  return (request.route as { path: string } | undefined)?.path;
}
