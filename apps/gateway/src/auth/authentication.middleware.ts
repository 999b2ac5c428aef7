import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import type { ApiKeyRecord } from '#libs/signing';
import { rateLimitDecisions } from '../gateway.metrics.js';
import { stateOf } from '../http/request-state.js';
import { type BadKeyKind, BadKeys } from '../rate-limit/bad-keys.js';
import { setRateHeaders } from '../rate-limit/rate-limit.middleware.js';
import { SharedLookups } from '../rate-limit/shared-lookups.js';
import { type Admission, Admissions } from './admissions.service.js';
import { bearerKey } from './bearer-key.js';

/**
 * Authenticates a request before its route is looked at: without a key, routes cannot be distinguished. A client address
 * that has sent too many invalid keys is refused; its well-formed keys still get a shared lookup, because behind a proxy
 * that hides its clients, a customer's new key comes from the same address as the guesses.
 */
@Injectable()
export class Authentication implements NestMiddleware {
  constructor(
    private readonly admissions: Admissions,
    private readonly badKeys: BadKeys,
    private readonly sharedLookups: SharedLookups,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const key = this.readKey(request, response);
    const admission = await this.admit(key, request, response);
    Object.assign(stateOf(request), { caller: admission.caller, rateWindow: admission.window });
    next();
  }

  private readKey(request: Request, response: Response): ApiKeyRecord {
    try {
      return bearerKey(request.headersDistinct['authorization'] ?? []);
    } catch (error) {
      throw this.refusal('malformed', request, response, error);
    }
  }

  private async admit(key: ApiKeyRecord, request: Request, response: Response): Promise<Admission> {
    const lookUp = () => this.admissions.admit(key);
    const mayLookUp = this.admissions.isKnown(key) || this.badKeys.window('refused', request.ip ?? '').allowed;
    try {
      const admission = await (mayLookUp ? lookUp() : this.sharedLookups.join(lookUp));
      if (admission) return admission;
    } catch (error) {
      throw this.refusal('refused', request, response, error);
    }
    throw this.refusal('refused', request, response);
  }

  /** Counts an invalid key. Beyond the address's limit the error is RATE_LIMIT_EXCEEDED, whatever else is wrong. */
  private refusal(kind: BadKeyKind, request: Request, response: Response, error?: unknown): unknown {
    if (error !== undefined && !(error instanceof AppError && error.code === 'AUTHENTICATION_REQUIRED')) return error;
    const window = this.badKeys.window(kind, request.ip ?? '');
    this.badKeys.note(kind, request.ip ?? '');
    if (error !== undefined && window.allowed) return error;
    stateOf(request).rateWindow = window;
    setRateHeaders(response, window);
    rateLimitDecisions.inc({ decision: 'address_refused' });
    return new AppError('RATE_LIMIT_EXCEEDED', { retryAfterS: window.retryAfterS });
  }
}
