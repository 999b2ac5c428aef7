import { LRUCache } from 'lru-cache';
import type { KeyCaller } from '../http/caller/caller.js';
import type { WindowUsage } from './admission-store.js';

/** Time for which a confirmed key stays accepted while the store is unavailable, ms. */
const TRUST_MS = 60_000;
const MAX_KEYS = 20_000;

interface KnownKey {
  caller: KeyCaller;
  /** Time of the confirmation by the monotonic clock, ms. */
  confirmedAtMs: number;
}

interface SpentWindow {
  usage: WindowUsage;
  /** End of the minute, by the monotonic clock, ms. */
  endsAtMs: number;
}

/**
 * Caches results of the store: the callers of keys, and the organizations whose minute is used up. While the store is
 * available the cache accepts no request; it only saves the store those that would be refused anyway. While the store is
 * unavailable, it replaces the store for a limited time.
 */
export class KnownKeys {
  private readonly keys = new LRUCache<string, KnownKey>({ max: MAX_KEYS });
  private readonly spent = new Map<string, SpentWindow>();

  /** @param requestedAtMs time at which the store was asked, by this clock: the store's answer is no older */
  learn(
    hash: string,
    { caller, usage }: { caller: KeyCaller; usage: WindowUsage },
    requestedAtMs: number,
    limit: number,
  ): void {
    this.keys.set(hash, { caller, confirmedAtMs: requestedAtMs });
    if (usage.used < limit) return;
    const endsAtMs = requestedAtMs + (usage.startedS + 60 - usage.nowS) * 1_000;
    this.spent.set(caller.orgId, { usage, endsAtMs });
  }

  /** The caller of a key that the store confirmed within {@link TRUST_MS}. */
  callerOf(hash: string, nowMs: number): KeyCaller | undefined {
    const known = this.keys.get(hash);
    return known && nowMs - known.confirmedAtMs <= TRUST_MS ? known.caller : undefined;
  }

  /** The organization's window if it is used up, at the current time. */
  spentWindow(orgId: string, nowMs: number): WindowUsage | undefined {
    const window = this.spent.get(orgId);
    if (!window) return undefined;
    const leftMs = window.endsAtMs - nowMs;
    if (leftMs > 0) return { ...window.usage, nowS: window.usage.startedS + 60 - leftMs / 1_000 };
    this.spent.delete(orgId);
    return undefined;
  }

  /** Drops an organization whose keys or limit have changed. */
  forget(orgId: string): void {
    this.spent.delete(orgId);
    for (const [hash, { caller }] of this.keys) if (caller.orgId === orgId) this.keys.delete(hash);
  }
}
