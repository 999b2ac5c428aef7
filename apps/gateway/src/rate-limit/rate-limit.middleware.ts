import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { rateLimitDecisions } from '../gateway.metrics.js';
import { stateOf } from '../http/request-state.js';
import type { RateWindow } from '../http/caller/rate-window.js';

/** Reports the rate window in the headers of every authenticated response, and refuses requests over the limit. */
@Injectable()
export class RateLimit implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    const window = stateOf(request).rateWindow!; // authentication has counted the request
    setRateHeaders(response, window);
    rateLimitDecisions.inc({ decision: window.allowed ? 'allowed' : 'refused' });
    if (!window.allowed) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterS: window.retryAfterS });
    next();
  }
}

/** Sets the headers that hold the same numbers as the body of a RATE_LIMIT_EXCEEDED. */
export function setRateHeaders(response: Response, { limit, remaining, reset }: RateWindow): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', remaining);
  response.setHeader('X-RateLimit-Reset', reset);
}
