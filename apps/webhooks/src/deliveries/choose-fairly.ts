import type { RawRow } from '#libs/database';
import type { DeliveryRow } from './delivery.entity.js';

/** A delivery that is due. */
export type Candidate = RawRow<DeliveryRow, 'id' | 'endpoint' | 'orgId'>;

/** How many attempts this process has in flight, by endpoint and by organization. */
export interface InFlight {
  total: number;
  byEndpoint: ReadonlyMap<string, number>;
  byOrg: ReadonlyMap<string, number>;
}

export interface Shares {
  /** Attempts in flight at once. */
  slots: number;
  perEndpoint: number;
  perOrg: number;
}

/** One endpoint gets at most 10 slots and one organization a quarter of all, so that slow receivers delay only themselves. */
export function sharesOf(slots: number): Shares {
  return { slots, perEndpoint: Math.min(10, Math.ceil(slots / 4)), perOrg: Math.ceil(slots / 4) };
}

/** Takes candidates in the order given, as far as slots and shares allow. */
export function chooseFairly<T extends Candidate>(candidates: readonly T[], inFlight: InFlight, shares: Shares): T[] {
  const byEndpoint = new Map(inFlight.byEndpoint);
  const byOrg = new Map(inFlight.byOrg);
  const chosen: T[] = [];
  for (const candidate of candidates) {
    if (inFlight.total + chosen.length >= shares.slots) break;
    const ofEndpoint = byEndpoint.get(candidate.endpoint_id) ?? 0;
    const ofOrg = byOrg.get(candidate.org_id) ?? 0;
    if (ofEndpoint >= shares.perEndpoint || ofOrg >= shares.perOrg) continue;
    byEndpoint.set(candidate.endpoint_id, ofEndpoint + 1);
    byOrg.set(candidate.org_id, ofOrg + 1);
    chosen.push(candidate);
  }
  return chosen;
}
