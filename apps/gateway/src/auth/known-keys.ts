import { LRUCache } from 'lru-cache';
import type { Caller } from '../http/caller.js';
import type { Usage } from './admission-store.js';

/** How long the store's word about a key counts while the store is away, ms. */
const TRUST_MS = 60_000;
const MAX_KEYS = 20_000;

interface KnownKey {
  caller: Caller;
  /** By the monotonic clock, ms. */
  confirmedAtMs: number;
}

interface SpentWindow {
  usage: Usage;
  /** When the minute ends, by the monotonic clock, ms. */
  endsAtMs: number;
}

/**
 * What this process remembers of the store's answers: whose key is whose, and which organizations have nothing left in
 * their minute. It never lets a request in while the store can be asked: it only spares the store the requests that
 * would be refused anyway, and carries on alone for a while when the store is away.
 */
export class KnownKeys {
  private readonly keys = new LRUCache<string, KnownKey>({ max: MAX_KEYS });
  private readonly spent = new Map<string, SpentWindow>();

  /** @param requestedAtMs when the store was asked: its clock was not earlier than that */
  learn(hash: string, { caller, usage }: { caller: Caller; usage: Usage }, requestedAtMs: number, limit: number): void {
    this.keys.set(hash, { caller, confirmedAtMs: requestedAtMs });
    if (usage.used < limit) return;
    const endsAtMs = requestedAtMs + (usage.startedS + 60 - usage.nowS) * 1_000;
    this.spent.set(caller.orgId, { usage, endsAtMs });
  }

  /** Whose key this is, if the store has said so within {@link TRUST_MS}. */
  callerOf(hash: string, nowMs: number): Caller | undefined {
    const known = this.keys.get(hash);
    return known && nowMs - known.confirmedAtMs <= TRUST_MS ? known.caller : undefined;
  }

  /** The organization's window when nothing is left in it, with the time that has passed since. */
  spentWindow(orgId: string, nowMs: number): Usage | undefined {
    const window = this.spent.get(orgId);
    if (!window) return undefined;
    const leftMs = window.endsAtMs - nowMs;
    if (leftMs > 0) return { ...window.usage, nowS: window.usage.startedS + 60 - leftMs / 1_000 };
    this.spent.delete(orgId);
    return undefined;
  }

  /** Something about this organization's keys or limit has changed. */
  forget(orgId: string): void {
    this.spent.delete(orgId);
    for (const [hash, { caller }] of this.keys) if (caller.orgId === orgId) this.keys.delete(hash);
  }
}
