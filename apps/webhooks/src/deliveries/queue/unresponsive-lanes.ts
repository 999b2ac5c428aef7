import type { AttemptOutcome } from '../attempts/attempt-delivery.js';
import type { Addressee } from './choose-fairly.js';

/**
 * Duration from which a failed attempt counts as a wait, ms. One that fails sooner, as at a refused connection, hardly
 * occupies its slot.
 */
const WAITED_MS = 1_000;
/** Most lanes that are remembered. Beyond that number, those that were attempted least recently are forgotten. */
const MOST_LANES = 1_000;

/**
 * The lanes at which the last attempt of this process waited in vain for a response. One response, of any status, ends
 * it. A process that starts knows none.
 */
export class UnresponsiveLanes implements Iterable<Addressee> {
  private readonly known = new Map<string, Addressee>();

  has(laneId: string): boolean {
    return this.known.has(laneId);
  }

  /** Takes note of an attempt that the receiver or the time limit ended. */
  learn({ lane_id, org_id }: Addressee, { status, durationMs }: AttemptOutcome): void {
    this.known.delete(lane_id);
    if (status !== null || durationMs < WAITED_MS) return;
    this.known.set(lane_id, { lane_id, org_id });
    if (this.known.size <= MOST_LANES) return;
    const [oldest] = this.known.keys();
    this.known.delete(oldest!);
  }

  [Symbol.iterator](): Iterator<Addressee> {
    return this.known.values();
  }
}
