import { IsInt, IsUUID, Max, Min } from 'class-validator';
import { rpc } from './message.js';

/** Sets credits aside for a video; repeatable with the same `hold_id`. */
export class HoldCredits {
  @IsUUID()
  org_id: string;

  /** The video's id. */
  @IsUUID()
  hold_id: string;

  /** Whole credits, ≥ 0. */
  @IsInt()
  @Min(0)
  amount: number;
}

export type HoldReply =
  | { outcome: 'held' }
  | { outcome: 'insufficient'; required: number; available: number }
  /** A release came first (tombstone): this hold can never be granted. */
  | { outcome: 'released' };

/** Returns held credits, or leaves a tombstone so that a late hold with this id cannot stick. Repeatable. */
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

/** Adds credits to an organization, opening its account when it has none; repeatable with the same `transfer_id`. */
export class GrantCredits {
  @IsUUID()
  org_id: string;

  @IsUUID()
  transfer_id: string;

  @IsInt()
  @Min(1)
  @Max(1_000_000_000)
  amount: number;
}

export class GetBalance {
  @IsUUID()
  org_id: string;
}

export interface Balance {
  available: number;
  held: number;
}

/** Holds older than `older_than_s` that are neither captured nor released, oldest first: the reconciler's question. */
export class ListOpenHolds {
  @IsInt()
  @Min(0)
  older_than_s: number;

  @IsInt()
  @Min(1)
  @Max(1_000)
  limit: number;
}

export interface OpenHold {
  org_id: string;
  hold_id: string;
  amount: number;
}

export const CREDITS_RPC = {
  hold: rpc<HoldCredits, HoldReply>('rpc.credits.hold', HoldCredits),
  release: rpc<ReleaseCredits, ReleaseReply>('rpc.credits.release', ReleaseCredits),
  capture: rpc<ReleaseCredits, { outcome: 'captured' | 'released' | 'unknown' }>('rpc.credits.capture', ReleaseCredits),
  grant: rpc<GrantCredits, Balance>('rpc.credits.grant', GrantCredits),
  balance: rpc<GetBalance, Balance>('rpc.credits.balance', GetBalance),
  openHolds: rpc<ListOpenHolds, OpenHold[]>('rpc.credits.open-holds', ListOpenHolds),
} as const;
