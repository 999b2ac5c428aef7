import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { rateLimitDecisions } from '../gateway.metrics.js';
import { stateOf } from '../http/request-state.js';
import { BadKeys } from '../rate-limit/bad-keys.js';
import { tellWindow } from '../rate-limit/rate-limit.middleware.js';
import { Admissions } from './admissions.service.js';
import { bearerKey } from './bearer-key.js';

/**
 * Finds out who asks, before anything else is looked at: without a key not even the routes can be told apart. A client
 * address that has sent too many bad keys is refused without a look-up, unless its key is known to be good.
 */
@Injectable()
export class Authentication implements NestMiddleware {
  constructor(
    private readonly admissions: Admissions,
    private readonly badKeys: BadKeys,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const state = stateOf(request);
    const address = request.ip ?? '';
    const badKeys = this.badKeys.window(address);
    try {
      const key = bearerKey(request.headersDistinct['authorization'] ?? []);
      if (badKeys.allowed || this.admissions.isKnown(key)) {
        const { caller, window } = await this.admissions.admit(key);
        state.caller = caller;
        state.rateWindow = window;
        next();
        return;
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'AUTHENTICATION_REQUIRED') throw error;
      this.badKeys.note(address);
      if (badKeys.allowed) throw error;
    }
    state.rateWindow = badKeys;
    tellWindow(response, badKeys);
    rateLimitDecisions.inc({ decision: 'address_refused' });
    throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterS: badKeys.retryAfterS });
  }
}
