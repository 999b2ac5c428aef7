import { Injectable } from '@nestjs/common';
import { AppError } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { GatewayConfig } from '../gateway.config.js';
import { rateWindow } from '../http/caller/rate-window.js';
import type { Admission } from './admissions.service.js';
import { keyRefused } from './bearer-key.js';
import { SessionStore } from './session-store.js';

const RETRY_AFTER_S = 5;

/** Accepts sessions and counts their requests in the window of their user, with one statement per request. */
@Injectable()
export class SessionAdmissions {
  constructor(
    private readonly store: SessionStore,
    private readonly config: GatewayConfig,
    private readonly log: Logger,
  ) {}

  /** @throws AppError AUTHENTICATION_REQUIRED; INTERNAL_SERVER_ERROR if the store is unavailable */
  async admit(hash: Buffer): Promise<Admission> {
    const found = await this.store.find(hash).catch((cause: unknown) => {
      this.log.warn('sessions.store_unavailable', { error: cause });
      throw new AppError('INTERNAL_SERVER_ERROR', { retryAfterS: RETRY_AFTER_S, cause });
    });
    if (!found) throw keyRefused('The session has ended');
    return { caller: found.caller, window: rateWindow(this.config.sessionRateLimitPerMinute, found.usage) };
  }
}
