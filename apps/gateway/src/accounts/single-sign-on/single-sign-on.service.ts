import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { AppError } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { cookieOf, sessionTokenOf } from '../../auth/session-cookie.js';
import { hashOfToken } from '../../auth/secret-token.js';
import { GatewayConfig } from '../../gateway.config.js';
import { OpenIdProvider } from './open-id-provider.js';
import { SignIn } from '../sign-in/sign-in.service.js';
import { ATTEMPT_LIFE_S, storeAttempt, takeAttempt } from './single-sign-on-attempts.js';
import { SingleSignOnConfig } from './single-sign-on.config.js';
import { SingleSignOnRefusal, userOfPerson } from './single-sign-on-users.js';
import { endSession, sessionUser } from '../sign-in/sessions.js';

/**
 * The cookie that ties an attempt to the browser that began it. The response to another browser's attempt is refused.
 */
const COOKIE = 'framewright_single_sign_on';
const MAX_PAGE_CHARACTERS = 500;

/** Signs users in at the OpenID provider. Whatever goes wrong leads to the sign-in page, which explains it. */
@Injectable()
export class SingleSignOn {
  constructor(
    private readonly em: EntityManager,
    private readonly provider: OpenIdProvider,
    private readonly signIn: SignIn,
    private readonly rules: SingleSignOnConfig,
    private readonly config: GatewayConfig,
    private readonly log: Logger,
  ) {}

  /** Begins an attempt. @returns where the browser goes next */
  begin(request: Request): Promise<string> {
    return this.explained(async () => {
      this.signIn.admitBrowser(request);
      const { url, secrets } = await this.provider.begin().catch((cause: unknown) => {
        throw new SingleSignOnRefusal('unavailable', { cause });
      });
      const em = this.em.fork();
      const sessionHash = hashOfToken(sessionTokenOf(request) ?? '') ?? null;
      const userId = request.query['connect'] === 'true' ? await connectingUser(em, sessionHash) : null;
      const page = pageOf(request.query['from']);
      const token = await storeAttempt(em, { ...secrets, page, userId, sessionHash });
      const expires = new Date(Date.now() + ATTEMPT_LIFE_S * 1_000);
      request.res!.cookie(COOKIE, token, { ...this.attributes, expires });
      return url.href;
    });
  }

  /** Ends an attempt. @returns where the browser goes next */
  finish(request: Request): Promise<string> {
    return this.explained(async () => {
      const token = cookieOf(request, COOKIE) ?? '';
      request.res!.clearCookie(COOKIE, this.attributes);
      const attempt = await takeAttempt(this.em.fork(), token);
      if (!attempt) throw new SingleSignOnRefusal('expired');
      const person = await this.provider.person(queryOf(request), attempt).catch((cause: unknown) => {
        throw new SingleSignOnRefusal('failed', { cause });
      });
      await this.signIn.bySingleSignOn(request, async (em) => {
        if (attempt.sessionHash) await endSession(em, attempt.sessionHash);
        return userOfPerson(em, person, this.rules, attempt.userId);
      });
      return this.consolePage(attempt.page);
    });
  }

  private async explained(work: () => Promise<string>): Promise<string> {
    if (this.provider.name === null) throw new AppError('RESOURCE_NOT_FOUND');
    try {
      return await work();
    } catch (error) {
      const refusal = asRefusal(error);
      this.log.info('single_sign_on.refused', { reason: refusal.reason, error: refusal.cause });
      return this.consolePage(`/sign-in?refused=${refusal.reason}`);
    }
  }

  private consolePage(page: string): string {
    return `${this.config.publicBaseUrl.replace(/\/v1$/, '')}/console${page}`;
  }

  /** Lax: the provider sends the browser back from its own site. */
  private get attributes() {
    const { publicBaseUrl } = this.config;
    const path = `${new URL(publicBaseUrl).pathname}/session/single-sign-on`;
    return { path, httpOnly: true, sameSite: 'lax', secure: publicBaseUrl.startsWith('https:') } as const;
  }
}

/** The user of the session that the browser has sent, which no other site can make it send. */
async function connectingUser(em: EntityManager, sessionHash: Buffer | null): Promise<string> {
  const userId = sessionHash === null ? undefined : await sessionUser(em, sessionHash);
  if (userId === undefined) throw new SingleSignOnRefusal('expired');
  return userId;
}

function asRefusal(error: unknown): SingleSignOnRefusal {
  if (error instanceof SingleSignOnRefusal) return error;
  if (error instanceof AppError && error.code === 'RATE_LIMIT_EXCEEDED') return new SingleSignOnRefusal('too_many');
  if (error instanceof AppError && error.code === 'INSUFFICIENT_PERMISSIONS')
    return new SingleSignOnRefusal('not_invited');
  throw error;
}

/** A page of the console; anything else leads to the first one. */
function pageOf(from: unknown): string {
  return typeof from === 'string' && from.length <= MAX_PAGE_CHARACTERS && /^\/[!-~]*$/.test(from) ? from : '/';
}

function queryOf(request: Request): string {
  const at = request.originalUrl.indexOf('?');
  return at === -1 ? '' : request.originalUrl.slice(at);
}
