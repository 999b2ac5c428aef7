import { Injectable } from '@nestjs/common';
import { AppError } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { GatewayConfig } from '../gateway.config.js';
import { MinuteCounters } from '../rate-limit/minute-counters.js';
import { type Count, type RateWindow, rateWindow } from '../http/rate-window.js';
import { AdmissionStore } from './admission-store.js';
import { keyRefused } from './bearer-key.js';
import type { Caller } from '../http/caller.js';
import { KeyUse } from './key-use.js';
import { KnownKeys } from './known-keys.js';

/** A key that is accepted, and where its organization stands with this request; `window.allowed` says if it may go on. */
export interface Admission {
  caller: Caller;
  window: RateWindow;
}

/** After a failure the store is left alone for this long, ms. */
const RETRY_STORE_MS = 500;
const RETRY_AFTER_S = 5;
const MAX_ORGANIZATIONS = 20_000;

/**
 * Accepts keys and counts their requests: at most one statement a request, none once an organization has nothing left.
 *
 * While the store is away, keys it has confirmed in the last 60 s stay accepted, each gateway counting on its own from
 * where the store was; so for at most 60 s an organization may have up to its limit from every gateway. Unknown keys are
 * answered 500 with Retry-After meanwhile.
 */
@Injectable()
export class Admissions {
  private readonly known = new KnownKeys();
  private readonly counters = new MinuteCounters(MAX_ORGANIZATIONS);
  private leaveStoreUntilMs = 0;

  constructor(
    private readonly store: AdmissionStore,
    private readonly config: GatewayConfig,
    private readonly keyUse: KeyUse,
    private readonly log: Logger,
  ) {}

  /** @throws AppError AUTHENTICATION_REQUIRED; INTERNAL_SERVER_ERROR when the store is away and the key not known */
  async admit(key: { hash: Buffer }): Promise<Admission> {
    const hash = key.hash.toString('latin1');
    const nowMs = performance.now();
    const caller = this.known.callerOf(hash, nowMs);
    if (caller?.expiresAt && caller.expiresAt.getTime() <= Date.now()) throw keyRefused('The API key is expired');
    const spent = caller && this.known.spentWindow(caller.orgId, nowMs);
    if (spent) return { caller, window: this.windowOf(caller, { ...spent, used: spent.used + 1 }) };
    if (nowMs < this.leaveStoreUntilMs) return this.admitKnown(caller);
    try {
      return await this.lookUp(key.hash, hash, nowMs);
    } catch (error) {
      if (error instanceof AppError) throw error;
      this.leaveStoreUntilMs = performance.now() + RETRY_STORE_MS;
      this.log.warn('admissions.store_unavailable', { error });
      return this.admitKnown(caller, error);
    }
  }

  /** True when the store has confirmed this key lately. */
  isKnown(key: { hash: Buffer }): boolean {
    return this.known.callerOf(key.hash.toString('latin1'), performance.now()) !== undefined;
  }

  /** Forgets what is remembered of an organization whose keys or limit have changed. */
  forget(orgId: string): void {
    this.known.forget(orgId);
  }

  private async lookUp(hash: Buffer, name: string, requestedAtMs: number): Promise<Admission> {
    const lookup = await this.store.lookUp(hash);
    if (lookup.outcome === 'unknown') throw keyRefused('The API key is unknown');
    if (lookup.outcome === 'refused') throw keyRefused(`The API key is ${lookup.reason}`);
    const { caller, usage } = lookup;
    this.known.learn(name, lookup, requestedAtMs, this.limitOf(caller));
    this.counters.set(caller.orgId, usage);
    this.keyUse.note(caller.keyId, usage.startedS);
    return { caller, window: this.windowOf(caller, usage) };
  }

  private admitKnown(caller: Caller | undefined, cause?: unknown): Admission {
    if (!caller) throw new AppError('INTERNAL_SERVER_ERROR', { retryAfterS: RETRY_AFTER_S, cause });
    return { caller, window: this.windowOf(caller, this.counters.count(caller.orgId, Date.now() / 1_000)) };
  }

  private windowOf(caller: Caller, count: Count): RateWindow {
    return rateWindow(this.limitOf(caller), count);
  }

  private limitOf({ rateLimit }: Caller): number {
    return rateLimit ?? this.config.rateLimitPerMinute;
  }
}
