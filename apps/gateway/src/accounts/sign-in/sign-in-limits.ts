import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import type { AppError } from '#libs/contracts';
import { clientOf } from '../../http/caller/client-address.js';
import { type RateWindow, rateWindow } from '../../http/caller/rate-window.js';
import { MinuteCounters } from '../../rate-limit/minute-counters.js';
import { windowRefusal } from '../../rate-limit/window-refusal.js';
import { knownDevice } from './known-devices.js';
import { PasswordAttempts } from './password-attempts.js';
import { normalEmail } from '../users/users.js';

/** Attempts per minute of a client address (docs/api/accounts.md). */
const ADDRESS_LIMIT = 30;
const MAX_NAMES = 50_000;

/** Limits the attempts to sign in. Each gateway counts on its own. */
@Injectable()
export class SignInLimits {
  private readonly addresses = new MinuteCounters(MAX_NAMES);
  private readonly attempts = new PasswordAttempts();

  /** Counts an attempt of the request's address. @throws AppError RATE_LIMIT_EXCEEDED */
  admitAddress(request: Request): void {
    const window = rateWindow(ADDRESS_LIMIT, this.addresses.count(clientOf(request.ip ?? ''), Date.now() / 1_000));
    if (!window.allowed) throw refusal(request, window, 'from this address');
  }

  /**
   * Counts an attempt to sign in with a password: against the account, and against the address unless the browser has
   * signed in to the account before.
   *
   * @param email of the account, whether there is such a user or not
   * @throws AppError RATE_LIMIT_EXCEEDED
   */
  async admitSignIn(em: EntityManager, request: Request, email: string): Promise<void> {
    const device = await knownDevice(em, request, email);
    if (device === undefined) this.admitAddress(request);
    this.admitFrom(request, normalEmail(email), device);
  }

  /**
   * Counts an attempt with the password of an account, after its address was counted.
   *
   * @throws AppError RATE_LIMIT_EXCEEDED
   */
  async admitAccount(em: EntityManager, request: Request, email: string): Promise<void> {
    this.admitFrom(request, normalEmail(email), await knownDevice(em, request, email));
  }

  /** Counts an attempt of a signed-in user with the own password. @throws AppError RATE_LIMIT_EXCEEDED */
  admitUser(request: Request, userId: string): void {
    this.admitFrom(request, userId, 'signed in');
  }

  private admitFrom(request: Request, account: string, device: string | undefined): void {
    const origin = { client: clientOf(request.ip ?? ''), knownDevice: device };
    const refused = this.attempts.count(account, origin, Date.now() / 1_000);
    if (refused) throw refusal(request, refused, 'to this account');
  }
}

function refusal(request: Request, window: RateWindow, which: string): AppError {
  const details = `Too many attempts to sign in ${which}`;
  return windowRefusal(request, window, { decision: 'sign_in_refused', details });
}
