import { Injectable } from '@nestjs/common';
import { clientOf } from '../http/client-address.js';
import { MinuteCounters } from './minute-counters.js';
import { type RateWindow, rateWindow } from '../http/rate-window.js';

/** What can be bad about a key: it has not the form of one, or it has and is not accepted. */
export type BadKeyKind = 'malformed' | 'refused';

/** Bad keys of each kind a minute for one client address (docs/api.md). */
const LIMIT = 60;
const MAX_ADDRESSES = 50_000;

/**
 * Counts bad keys by client address. Those that cost no lookup are counted apart: behind a proxy many clients have one
 * address, and a program without a key must not use up what a customer with a new key needs.
 */
@Injectable()
export class BadKeys {
  private readonly counters = {
    malformed: new MinuteCounters(MAX_ADDRESSES),
    refused: new MinuteCounters(MAX_ADDRESSES),
  } satisfies Record<BadKeyKind, MinuteCounters>;

  /** Notes a bad key. */
  note(kind: BadKeyKind, address: string): void {
    this.counters[kind].count(clientOf(address), Date.now() / 1_000);
  }

  /** The address's window with one more bad key in it. */
  window(kind: BadKeyKind, address: string): RateWindow {
    const { used, ...minute } = this.counters[kind].read(clientOf(address), Date.now() / 1_000);
    return rateWindow(LIMIT, { used: used + 1, ...minute });
  }
}
