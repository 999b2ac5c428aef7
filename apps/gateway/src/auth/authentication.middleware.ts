import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { GatewayConfig } from '../gateway.config.js';
import { rateLimitDecisions } from '../gateway.metrics.js';
import { stateOf } from '../http/request-state.js';
import { type BadKeyKind, BadKeys } from '../rate-limit/bad-keys.js';
import { setRateHeaders } from '../rate-limit/rate-limit.middleware.js';
import { SharedLookups } from '../rate-limit/shared-lookups.js';
import { type Admission, Admissions } from './admissions.service.js';
import { PreviewTokenAdmissions } from './preview-token-admissions.js';
import { hashOfPreviewToken, isPreviewToken } from './preview-token-store.js';
import { bearerToken, keyOf, keyRefused } from './bearer-key.js';
import { assertSameOrigin } from './same-origin.js';
import { hashOfToken } from './secret-token.js';
import { SessionAdmissions } from './session-admissions.js';
import { sessionTokenOf } from './session-cookie.js';

/** A credential as sent. */
interface Sent {
  /** Whether the credential was confirmed recently, so that looking it up costs no more than serving the request. */
  isKnown: boolean;
  lookUp: () => Promise<Admission>;
}

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
    private readonly sessions: SessionAdmissions,
    private readonly previews: PreviewTokenAdmissions,
    private readonly config: GatewayConfig,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const admission = await this.admit(this.credentialOf(request, response), request, response);
    Object.assign(stateOf(request), { caller: admission.caller, rateWindow: admission.window });
    next();
  }

  /** A key or token, or else the session's cookie: a program that sends a key never acts as the user of a browser. */
  private credentialOf(request: Request, response: Response): Sent {
    const authorization = request.headersDistinct['authorization'] ?? [];
    const token = authorization.length > 0 ? undefined : sessionTokenOf(request);
    try {
      if (token !== undefined) return this.session(token, request);
      const bearer = bearerToken(authorization);
      if (isPreviewToken(bearer)) return this.preview(bearer, request);
      const key = keyOf(bearer);
      return { isKnown: this.admissions.isKnown(key), lookUp: () => this.admissions.admit(key) };
    } catch (error) {
      throw this.refusal('malformed', request, response, error);
    }
  }

  private session(token: string, request: Request): Sent {
    const hash = hashOfToken(token);
    if (!hash) throw keyRefused('The session is malformed');
    assertSameOrigin(request, this.config.publicBaseUrl, { stated: true });
    return { isKnown: false, lookUp: () => this.sessions.admit(hash) };
  }

  private preview(token: string, request: Request): Sent {
    const hash = hashOfPreviewToken(token);
    if (!hash) throw keyRefused('The preview token is malformed');
    return { isKnown: false, lookUp: () => this.previews.admit(hash, request.get('origin')) };
  }

  private async admit({ isKnown, lookUp }: Sent, request: Request, response: Response): Promise<Admission> {
    const mayLookUp = isKnown || this.badKeys.window('refused', request.ip ?? '').allowed;
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
