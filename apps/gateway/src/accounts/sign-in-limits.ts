import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { rateLimitDecisions } from '../gateway.metrics.js';
import { clientOf } from '../http/client-address.js';
import { rateWindow } from '../http/rate-window.js';
import { stateOf } from '../http/request-state.js';
import { MinuteCounters } from '../rate-limit/minute-counters.js';
import { setRateHeaders } from '../rate-limit/rate-limit.middleware.js';

/** Attempts per minute (docs/api/accounts.md). */
const LIMIT = { address: 30, account: 10 } as const;
const MAX_NAMES = 50_000;

/** Limits the attempts to sign in of a client address, and those for one account. Each gateway counts on its own. */
@Injectable()
export class SignInLimits {
  private readonly counters = { address: new MinuteCounters(MAX_NAMES), account: new MinuteCounters(MAX_NAMES) };

  /** Counts an attempt of the request's address. @throws AppError RATE_LIMIT_EXCEEDED */
  admitAddress(request: Request): void {
    this.count('address', clientOf(request.ip ?? ''), request);
  }

  /**
   * Counts an attempt with the password of an account.
   *
   * @param account e-mail address, whether there is such a user or not
   * @throws AppError RATE_LIMIT_EXCEEDED
   */
  admitAccount(request: Request, account: string): void {
    this.count('account', account, request);
  }

  private count(kind: keyof typeof LIMIT, name: string, request: Request): void {
    const window = rateWindow(LIMIT[kind], this.counters[kind].count(name, Date.now() / 1_000));
    if (window.allowed) return;
    stateOf(request).rateWindow = window;
    setRateHeaders(request.res as Response, window);
    rateLimitDecisions.inc({ decision: 'sign_in_refused' });
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      retryAfterS: window.retryAfterS,
      details: `Too many attempts to sign in ${kind === 'address' ? 'from this address' : 'to this account'}`,
    });
  }
}
