import type { NextFunction, Request, Response } from 'express';

const PATH = '/v1/preview';
const A_DAY_S = 86_400;

/**
 * Lets pages of every origin request what their token shows. A token has the list of the pages that it is for. Browsers
 * send no cookie where the response allows `*`, so a page can do only what its token allows.
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
