import type { NextFunction, Request, Response } from 'express';

const PATH = '/v1/preview';
const A_DAY_S = 86_400;

/**
 * Lets pages of every origin ask what their token shows. A token says itself for which pages it is. No cookie is sent to an
 * answer for `*`, so a page gains nothing but by its token.
 */
export function allowPreviews(request: Request, response: Response, next: NextFunction): void {
  if (request.path !== PATH) {
    next();
    return;
  }
  response.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'ETag, X-Request-Id, Retry-After',
  });
  if (request.method !== 'OPTIONS' || request.get('access-control-request-method') === undefined) {
    next();
    return;
  }
  response
    .set({
      'Access-Control-Allow-Methods': 'GET',
      'Access-Control-Allow-Headers': 'Authorization, If-None-Match',
      'Access-Control-Max-Age': String(A_DAY_S),
    })
    .status(204)
    .end();
}
