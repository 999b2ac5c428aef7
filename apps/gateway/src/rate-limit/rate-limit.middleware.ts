import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { rateLimitDecisions } from '../gateway.metrics.js';
import { stateOf } from '../http/request-state.js';
import type { RateWindow } from '../http/rate-window.js';

/** Tells every authenticated caller where its organization stands, and refuses what is over the limit. */
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

/** The same numbers as a RATE_LIMIT_EXCEEDED has in its body. */
export function setRateHeaders(response: Response, { limit, remaining, reset }: RateWindow): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', remaining);
  response.setHeader('X-RateLimit-Reset', reset);
}
