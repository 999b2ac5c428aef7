import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsUUID } from 'class-validator';
import { Nested, OrNull } from '#libs/template';
import { IsDay, MAX_DAYS, Period, PeriodRequest } from './days.js';
import { IsIntegerFrom } from './is-integer-from.js';
import { IsIntegerIn, MAX_INTEGER } from './is-integer-in.js';
import { IsList } from './is-list.js';
import { IsText } from './is-text.js';
import { type Page, PageRequest } from './lists.js';
import { rpc } from './message.js';
import { OfOrganizations } from './organizations.js';

/** A key whose videos may cost no more than its owner has set. */
export class Spender {
  @IsUUID()
  key_id: string;

  /** Most credits on a day, in UTC. */
  @IsOptional()
  @IsIntegerIn(0)
  daily_credits?: number;

  /** Most credits in all. */
  @IsOptional()
  @IsIntegerIn(0)
  total_credits?: number;
}

/** Reserves credits for a video. Idempotent by `hold_id`. */
export class HoldCredits {
  @IsUUID()
  org_id: string;

  /** The video's id. */
  @IsUUID()
  hold_id: string;

  /** Whole credits, ≥ 0. */
  @IsIntegerIn(0)
  amount: number;
}

export type HoldReply =
  | { outcome: 'held' }
  | { outcome: 'insufficient'; required: number; available: number }
  /** The balance covers it, but not what is left of a limit of the key. */
  | { outcome: 'limited'; limit: 'daily_credits' | 'total_credits'; required: number; available: number }
  /** A release arrived first and left a tombstone, so this hold can never be granted. */
  | { outcome: 'released' };

/** The reason of a refusal by a {@link HoldReply}, for `details` of INSUFFICIENT_CREDITS. */
export function shortageOf(reply: Extract<HoldReply, { required: number }>): string {
  const left = `${reply.required} credits, Available: ${reply.available} credits`;
  if (reply.outcome === 'insufficient') return `Required: ${left}`;
  return `Required: ${left} within ${reply.limit} of the key`;
}

/** Most holds that are made together: one for each video of the largest batch. */
export const MAX_HOLDS_TOGETHER = 10_000;

/** Reserves credits for several videos: for all of them or for none. Idempotent by the ids of the holds. */
export class HoldCreditsTogether {
  @IsUUID()
  org_id: string;

  /** The videos' ids. */
  @IsList(1, MAX_HOLDS_TOGETHER)
  @IsUUID(undefined, { each: true })
  hold_ids: string[];

  /** Whole credits, ≥ 0; one for each hold, in the order of their ids. */
  @IsList(1, MAX_HOLDS_TOGETHER)
  @IsIntegerIn(0, MAX_INTEGER, { each: true })
  amounts: number[];

  /** The key that spends them, if it has limits. */
  @IsOptional()
  @Nested(() => Spender)
  spender?: Spender;
}

/**
 * Returns held credits. Without a hold it leaves a tombstone, so that a late hold with this id is refused. Idempotent.
 */
export class ReleaseCredits {
  @IsUUID()
  org_id: string;

  @IsUUID()
  hold_id: string;
}

export interface ReleaseReply {
  /** `captured`: the hold was already spent; nothing changed. */
  outcome: 'released' | 'captured';
}

/** Most credits of one grant. */
export const MAX_GRANT = 1_000_000_000;
export const MAX_GRANT_REASON_CHARACTERS = 500;

/** Adds credits to an organization and opens its account if it has none. Idempotent by `transfer_id`. */
export class GrantCredits {
  @IsUUID()
  org_id: string;

  @IsUUID()
  transfer_id: string;

  @IsIntegerIn(1, MAX_GRANT)
  amount: number;

  /** Why, for operators; organizations do not see it. */
  @IsOptional()
  @IsText(MAX_GRANT_REASON_CHARACTERS)
  reason?: string;
}

/** A grant that has been made, with the balance after it. Time: ISO 8601, milliseconds, UTC. */
export type GrantReply = Balance & { created_at: string };

/** The grants of an organization. */
export class ListGrants extends PageRequest {
  @IsUUID()
  org_id: string;
}

/** A grant as operators see it. Time: ISO 8601, milliseconds, UTC. */
export interface Grant {
  id: string;
  amount: number;
  reason: string | null;
  created_at: string;
}

/** The balance of one of several organizations. */
export type BalanceOf = Balance & { org_id: string };

export class GetBalance {
  @IsUUID()
  org_id: string;
}

/** The balance of an organization, in whole credits. */
export class Balance {
  /** Credits that can be spent. */
  @IsIntegerFrom(0)
  available: number;

  /** Credits held for videos that are PROCESSING. */
  @IsIntegerFrom(0)
  held: number;
}

/** The threshold of credits below which an organization is alerted. */
export class BalanceAlert {
  /** Credits: fewer that can be spent raise an alert, once until there are as many again. Null: none does. */
  @OrNull()
  @IsIntegerFrom(1)
  below: number | null;

  /** Whether fewer credits can be spent now. */
  @IsBoolean()
  is_low: boolean;
}

/** Sets the threshold of an organization. A balance that is lower already raises an alert at once. */
export class SetAlert {
  @IsUUID()
  org_id: string;

  @IsOptional()
  @IsIntegerIn(1, MAX_GRANT)
  below: number | null;
}

export const TRANSACTION_KINDS = ['grant', 'hold', 'capture', 'release'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/**
 * A movement of credits: granted; held when a video was accepted; then captured (spent) or released (available again).
 * Times are ISO 8601 in UTC with milliseconds.
 */
export class CreditTransaction {
  /** Identifies the transaction. */
  @IsUUID()
  id: string;

  /** The kind of movement. */
  @IsIn(TRANSACTION_KINDS)
  kind: TransactionKind;

  /** Whole credits, at least 1. The kind gives the direction. */
  @IsIntegerFrom(1)
  amount: number;

  /** Change of the available credits: negative for a hold, 0 for a capture. */
  @IsInt()
  available_change: number;

  /** Change of the held credits: negative for a capture and for a release, 0 for a grant. */
  @IsInt()
  held_change: number;

  /** The balance after this transaction. Null if transactions after it may be summed up and no longer listed. */
  @OrNull()
  @Nested(() => Balance)
  balance_after: Balance | null;

  /** The video that the credits were held for; null for a grant. */
  @OrNull()
  @IsUUID()
  video_id: string | null;

  /** When it happened. */
  @IsISO8601()
  created_at: string;
}

/** The transactions of an organization. */
export class ListTransactions extends PageRequest {
  @IsUUID()
  org_id: string;
}

/** The credits of an organization on one day. */
export class CreditDay {
  /** The day, in UTC. */
  @IsDay()
  date: string;

  /** Credits granted on this day. */
  @IsIntegerFrom(0)
  granted: number;

  /** Credits captured on this day: spent for finished videos. */
  @IsIntegerFrom(0)
  captured: number;

  /** Available and held credits together, at the end of the day; for today, at present. */
  @IsIntegerFrom(0)
  balance: number;
}

/** The credits of an organization in a period, by day. */
export class CreditDays extends Period {
  /** Every day of the period, the last one first. */
  @IsList(0, MAX_DAYS)
  @Nested(() => CreditDay, { each: true })
  data: CreditDay[];
}

/** The credits of an organization by day. */
export class ListCreditDays extends PeriodRequest {
  @IsUUID()
  org_id: string;
}

/**
 * Lists holds older than `older_than_s` that are neither captured nor released, oldest first; sent by the reconciler.
 */
export class ListOpenHolds {
  @IsIntegerIn(0)
  older_than_s: number;

  @IsIntegerIn(1, 1_000)
  limit: number;

  /** Continues after this `hold_id`, the last one read, whether it is settled by now or not. */
  @IsOptional()
  @IsUUID()
  after?: string;
}

export interface OpenHold {
  org_id: string;
  hold_id: string;
  amount: number;
}

export const CREDITS_RPC = {
  hold: rpc<HoldCredits, HoldReply>('rpc.credits.hold', HoldCredits, { budget: 'internal' }),
  holdTogether: rpc<HoldCreditsTogether, HoldReply>('rpc.credits.hold-together', HoldCreditsTogether, {
    budget: 'internal',
    timeoutMs: 10_000,
  }),
  release: rpc<ReleaseCredits, ReleaseReply>('rpc.credits.release', ReleaseCredits, { budget: 'internal' }),
  capture: rpc<ReleaseCredits, { outcome: 'captured' | 'released' | 'unknown' }>(
    'rpc.credits.capture',
    ReleaseCredits,
    { budget: 'internal' },
  ),
  /** Replies with CONFLICT if the transfer exists and differs. */
  grant: rpc<GrantCredits, GrantReply>('rpc.credits.grant', GrantCredits, { budget: 'requests' }),
  grants: rpc<ListGrants, Page<Grant>>('rpc.credits.grants', ListGrants, { budget: 'requests' }),
  balance: rpc<GetBalance, Balance>('rpc.credits.balance', GetBalance, { budget: 'requests' }),
  /** Balances of organizations; one without an account is left out. */
  balances: rpc<OfOrganizations, BalanceOf[]>('rpc.credits.balances', OfOrganizations, { budget: 'requests' }),
  transactions: rpc<ListTransactions, Page<CreditTransaction>>('rpc.credits.transactions', ListTransactions, {
    budget: 'requests',
  }),
  days: rpc<ListCreditDays, CreditDays>('rpc.credits.days', ListCreditDays, { budget: 'requests' }),
  alert: rpc<GetBalance, BalanceAlert>('rpc.credits.alert', GetBalance, { budget: 'requests' }),
  setAlert: rpc<SetAlert, BalanceAlert>('rpc.credits.set-alert', SetAlert, { budget: 'requests' }),
  openHolds: rpc<ListOpenHolds, OpenHold[]>('rpc.credits.open-holds', ListOpenHolds, { budget: 'internal' }),
} as const;
