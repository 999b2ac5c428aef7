import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { clientOf } from '../http/caller/client-address.js';
import { rateWindow } from '../http/caller/rate-window.js';
import { MinuteCounters } from '../rate-limit/minute-counters.js';
import { windowRefusal } from '../rate-limit/window-refusal.js';

/** Requests with review links per minute and client address, whatever the links are (docs/api/reviews.md). */
const ADDRESS_LIMIT = 120;
/** Comments and decisions per minute of one link, from one client address. */
const VISITOR_LIMIT = 20;
/** Comments and decisions per minute of one link, from all addresses. */
const LINK_LIMIT = 60;
const MAX_NAMES = 50_000;

/** Limits the requests with review links, which have no credential. Each gateway counts on its own. */
@Injectable()
export class ReviewLimits {
  private readonly addresses = new MinuteCounters(MAX_NAMES);
  private readonly visitors = new MinuteCounters(MAX_NAMES);
  private readonly links = new MinuteCounters(MAX_NAMES);

  /** Counts a request of an address, before its link is looked up. @throws AppError RATE_LIMIT_EXCEEDED */
  admitAddress(request: Request): void {
    const details = 'Too many requests with review links from this address';
    admit(request, { counters: this.addresses, name: addressOf(request), limit: ADDRESS_LIMIT, details });
  }

  /** Counts a comment or a decision. @throws AppError RATE_LIMIT_EXCEEDED */
  admitChange(request: Request, linkId: string): void {
    const details = 'Too many comments with this link';
    const visitor = `${linkId} ${addressOf(request)}`;
    admit(request, { counters: this.visitors, name: visitor, limit: VISITOR_LIMIT, details });
    admit(request, { counters: this.links, name: linkId, limit: LINK_LIMIT, details });
  }
}

const addressOf = (request: Request): string => clientOf(request.ip ?? '');

interface Limit {
  counters: MinuteCounters;
  name: string;
  limit: number;
  details: string;
}

function admit(request: Request, { counters, name, limit, details }: Limit): void {
  const window = rateWindow(limit, counters.count(name, Date.now() / 1_000));
  if (!window.allowed) throw windowRefusal(request, window, { decision: 'review_refused', details });
}
