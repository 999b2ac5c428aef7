import { Injectable } from '@nestjs/common';
import { AppError } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { GatewayConfig } from '../gateway.config.js';
import { MinuteCounters } from '../rate-limit/minute-counters.js';
import { type Count, type RateWindow, rateWindow } from '../http/caller/rate-window.js';
import { AdmissionStore } from './admission-store.js';
import { keyRefused } from './bearer-key.js';
import type { Caller, KeyCaller } from '../http/caller/caller.js';
import { KeyUse } from './key-use.js';
import { KnownKeys } from './known-keys.js';

/** An accepted key, and the rate window of its organization; the request continues if `window.allowed`. */
export interface Admission {
  caller: Caller;
  window: RateWindow;
}

/** Pause after a failure of the store, ms. */
const RETRY_STORE_MS = 500;
const RETRY_AFTER_S = 5;
const MAX_ORGANIZATIONS = 20_000;

/**
 * Accepts keys and counts their requests, with at most one statement per request, and none once the organization's minute
 * is used up.
 *
 * While the store is unavailable, keys that it confirmed within the last 60 s stay accepted. Each gateway then counts on
 * its own from the last known count, so an organization may have up to its limit from each gateway. Other keys receive 500
 * with Retry-After.
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

  /** @throws AppError AUTHENTICATION_REQUIRED; INTERNAL_SERVER_ERROR if the store is unavailable and the key is not cached */
  async admit(key: { hash: Buffer }): Promise<Admission> {
    const hash = key.hash.toString('latin1');
    const nowMs = performance.now();
    const caller = this.known.callerOf(hash, nowMs);
    const expiresAt = caller?.credential.expiresAt;
    if (expiresAt && expiresAt.getTime() <= Date.now()) throw keyRefused('The API key is expired');
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

  /** True if the store has confirmed this key recently. */
  isKnown(key: { hash: Buffer }): boolean {
    return this.known.callerOf(key.hash.toString('latin1'), performance.now()) !== undefined;
  }

  /** Drops what is cached about an organization whose keys or limit have changed. */
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
    this.keyUse.note(caller.credential.keyId, usage.startedS);
    return { caller, window: this.windowOf(caller, usage) };
  }

  private admitKnown(caller: KeyCaller | undefined, cause?: unknown): Admission {
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
