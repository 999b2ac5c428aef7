import { LRUCache } from 'lru-cache';
import { type RateWindow, rateWindow } from '../../http/caller/rate-window.js';

/** Origin of an attempt with a password. */
interface AttemptOrigin {
  /** Name of the client address. */
  client: string;
  /** Name of a browser that has signed in to the account before. */
  knownDevice: string | undefined;
}

/** Attempts of one device or client address at one account, per minute. */
const EACH_PER_MINUTE = 10;
/** Attempts at one account per hour, from all addresses, beyond which it is guarded until the hour ends. */
const ALL_PER_HOUR = 100;
/** Attempts of one client address at a guarded account, per hour. */
const EACH_AT_GUARDED = 3;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const MAX_NAMES = 50_000;

/**
 * Counts attempts with the passwords of accounts, before a password is looked at. A guesser with few addresses is
 * stopped soon. One with many makes the account guarded: each address then has few attempts, while a browser that
 * has signed in before has as many as ever, so that no guesser locks a user out.
 */
export class PasswordAttempts {
  private readonly counts = new LRUCache<string, { startedS: number; used: number }>({ max: MAX_NAMES });

  /**
   * Counts an attempt.
   *
   * @param account e-mail address, whether there is such a user or not
   * @param nowS Unix seconds
   * @returns undefined if the attempt may be made
   */
  count(account: string, { client, knownDevice }: AttemptOrigin, nowS: number): RateWindow | undefined {
    const each = this.window(`${knownDevice ?? client} ${account}`, EACH_PER_MINUTE, MINUTE_S, nowS);
    if (!each.allowed) return each;
    if (knownDevice !== undefined) return undefined;
    if (this.window(account, ALL_PER_HOUR, HOUR_S, nowS).allowed) return undefined;
    const atGuarded = this.window(`${client} guarded ${account}`, EACH_AT_GUARDED, HOUR_S, nowS);
    return atGuarded.allowed ? undefined : atGuarded;
  }

  private window(name: string, limit: number, periodS: number, nowS: number): RateWindow {
    const startedS = Math.floor(nowS / periodS) * periodS;
    const before = this.counts.get(name);
    const used = (before?.startedS === startedS ? before.used : 0) + 1;
    this.counts.set(name, { startedS, used });
    return rateWindow(limit, { used, startedS, nowS }, periodS);
  }
}
