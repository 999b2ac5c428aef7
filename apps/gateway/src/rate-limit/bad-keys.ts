import { Injectable } from '@nestjs/common';
import { clientOf } from '../http/caller/client-address.js';
import { MinuteCounters } from './minute-counters.js';
import { type RateWindow, rateWindow } from '../http/caller/rate-window.js';

/** Kinds of invalid keys: without the form of a key, or well-formed and not accepted. */
export type BadKeyKind = 'malformed' | 'refused';

/** Most invalid keys of each kind per minute and client address (docs/api/authentication.md). */
const LIMIT = 60;
const MAX_ADDRESSES = 50_000;

/**
 * Counts invalid keys by client address. Those that cost no lookup are counted separately: behind a proxy many clients have
 * one address, and a program without a key must not use up the allowance that a customer with a new key needs.
 */
@Injectable()
export class BadKeys {
  private readonly counters = {
    malformed: new MinuteCounters(MAX_ADDRESSES),
    refused: new MinuteCounters(MAX_ADDRESSES),
  } satisfies Record<BadKeyKind, MinuteCounters>;

  /** Counts an invalid key. */
  note(kind: BadKeyKind, address: string): void {
    this.counters[kind].count(clientOf(address), Date.now() / 1_000);
  }

  /** The address's window with one more invalid key. */
  window(kind: BadKeyKind, address: string): RateWindow {
    const { used, ...minute } = this.counters[kind].read(clientOf(address), Date.now() / 1_000);
    return rateWindow(LIMIT, { used: used + 1, ...minute });
  }
}
