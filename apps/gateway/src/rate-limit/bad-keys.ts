import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { MinuteCounters } from './minute-counters.js';
import { type RateWindow, rateWindow } from './rate-window.js';

/** Bad keys a minute for one client address (API.md §3). */
const LIMIT = 60;
const MAX_ADDRESSES = 50_000;
/** A single customer's share of IPv6 (RFC 6177). */
const IPV6_PREFIX_BITS = 64;

/** Counts refused keys by client address, so that guessing costs the guesser time and us no look-ups. */
@Injectable()
export class BadKeys {
  private readonly counters = new MinuteCounters(MAX_ADDRESSES);

  /** Notes a refused key. */
  note(address: string): void {
    this.counters.count(clientOf(address), Date.now() / 1_000);
  }

  /** The address's window with one more request in it. */
  window(address: string): RateWindow {
    const { used, ...minute } = this.counters.read(clientOf(address), Date.now() / 1_000);
    return rateWindow(LIMIT, { used: used + 1, ...minute });
  }
}

/** Whoever has one IPv6 address has 2^64 of them. */
function clientOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed
    .toByteArray()
    .slice(0, IPV6_PREFIX_BITS / 8)
    .join('.');
}
