import type { RawRow } from '#libs/database';
import type { DeliveryRow } from '../rows/delivery.entity.js';

/**
 * A delivery that is due, with its lane: the deliveries of one endpoint, or the callbacks of an organization to one host
 * (`laneOf`), which share slots.
 */
export type Candidate = RawRow<DeliveryRow, 'id' | 'orgId'> & { lane_id: string };

/** Whom an attempt is for. */
export type Addressee = Pick<Candidate, 'lane_id' | 'org_id'>;

/** Lanes and organizations that may have no further attempt in flight now. */
export interface Busy {
  lanes: string[];
  orgs: string[];
}

/** Most attempts in flight at once in this process. */
export interface SlotShares {
  slots: number;
  perLane: number;
  perOrg: number;
  /** Attempts at unresponsive lanes, one at each: of all organizations together. */
  unresponsive: number;
  /** Attempts at unresponsive lanes, one at each: of one organization. */
  unresponsivePerOrg: number;
}

/** The part of the free slots that an organization may take: it leaves twice as many free as it takes. */
const PART_OF_FREE = 1 / 3;

/**
 * The shares of a number of slots. One lane gets at most 10 slots and one organization a quarter of all.
 * Unresponsive lanes get a quarter together, so that any number of them delays only themselves.
 */
export function sharesOf(slots: number): SlotShares {
  const quarter = Math.ceil(slots / 4);
  return {
    slots,
    perLane: Math.min(10, quarter),
    perOrg: quarter,
    unresponsive: quarter,
    unresponsivePerOrg: Math.ceil(quarter / 4),
  };
}

/**
 * The slots of this process and their holders. An organization may take a third of the slots that are free, so that
 * several that take all they may still leave room for the next one (dynamic thresholds: Choudhury and Hahne, 1998).
 */
export class Occupancy {
  private total = 0;
  private readonly byLane = new Map<string, number>();
  private readonly byOrg = new Map<string, number>();
  private unresponsive = 0;
  private readonly unresponsiveByOrg = new Map<string, number>();

  /** @param isUnresponsive whether the last attempt at a lane waited in vain for a response */
  constructor(
    private readonly shares: SlotShares,
    private readonly isUnresponsive: (laneId: string) => boolean,
    inFlight: Iterable<Addressee> = [],
  ) {
    for (const addressee of inFlight) this.take(addressee);
  }

  /** Slots that are free. */
  get free(): number {
    return this.shares.slots - this.total;
  }

  take({ lane_id, org_id }: Addressee): void {
    this.total += 1;
    countUp(this.byLane, lane_id);
    countUp(this.byOrg, org_id);
    if (!this.isUnresponsive(lane_id)) return;
    this.unresponsive += 1;
    countUp(this.unresponsiveByOrg, org_id);
  }

  hasRoomFor({ lane_id, org_id }: Addressee): boolean {
    if (this.free <= 0 || !this.hasRoomForOrg(org_id)) return false;
    const ofLane = this.byLane.get(lane_id) ?? 0;
    if (!this.isUnresponsive(lane_id)) return ofLane < this.shares.perLane;
    const { unresponsive, unresponsivePerOrg } = this.shares;
    const ofOrg = this.unresponsiveByOrg.get(org_id) ?? 0;
    return ofLane === 0 && ofOrg < unresponsivePerOrg && this.unresponsive < unresponsive;
  }

  /**
   * The lanes and organizations of `known` without room. `known` must include all that hold slots or are
   * unresponsive; any other has room.
   */
  busy(known: Iterable<Addressee>): Busy {
    const lanes = new Set<string>();
    for (const addressee of known) if (!this.hasRoomFor(addressee)) lanes.add(addressee.lane_id);
    return { lanes: [...lanes], orgs: [...this.byOrg.keys()].filter((orgId) => !this.hasRoomForOrg(orgId)) };
  }

  private hasRoomForOrg(orgId: string): boolean {
    return (this.byOrg.get(orgId) ?? 0) < Math.min(this.shares.perOrg, Math.ceil(this.free * PART_OF_FREE));
  }
}

/** Takes candidates in the order given, as far as there is room; they then hold their slots. */
export function chooseFairly<T extends Addressee>(candidates: readonly T[], occupancy: Occupancy): T[] {
  return candidates.filter((candidate) => {
    const hasRoom = occupancy.hasRoomFor(candidate);
    if (hasRoom) occupancy.take(candidate);
    return hasRoom;
  });
}

function countUp(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
