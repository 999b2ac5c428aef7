import { ENCODERS, SLOTS_INTERVAL_MS, type Encoder, type RenderSlots } from '#libs/contracts';
import { LoadHistory } from './load-history.js';

/** The slots of all renderers with one encoder. */
interface Pool {
  total: number;
  free: number;
}

/** Slots by encoder; an encoder that no renderer announces is absent. */
export type Pools = Partial<Record<Encoder, Pool>>;

/** Time without an announcement after which a renderer counts as gone, ms: five announcements. */
export const ANNOUNCEMENT_TTL_MS = 5 * SLOTS_INTERVAL_MS;

/**
 * Number of jobs kept ready while few or no renderers have announced themselves: the first renderer finds work at once,
 * and a wrong guess costs little.
 */
const MINIMUM_READY = 2;

/** The encoder that every renderer has: jobs are sent to it without announcements. */
const DEFAULT_ENCODER: Encoder = 'software';

/** A renderer's latest announcement, received at `atMs`. */
interface Announced {
  slots: RenderSlots;
  atMs: number;
  load: LoadHistory;
}

/** The latest announcements of the renderers. Held in memory: announcements repeat every {@link SLOTS_INTERVAL_MS}. */
export class RenderPools {
  private readonly announced = new Map<string, Announced>();

  /** Records an announcement received at `nowMs`. */
  announce(slots: RenderSlots, nowMs: number): void {
    const load = this.announced.get(slots.worker)?.load ?? new LoadHistory();
    load.note(slots, nowMs);
    this.announced.set(slots.worker, { slots, atMs: nowMs, load });
  }

  /** The pools of renderers that announced themselves within {@link ANNOUNCEMENT_TTL_MS} before `nowMs`. */
  pools(nowMs: number): Pools {
    const pools: Pools = {};
    for (const { slots } of this.alive(nowMs)) {
      const pool = (pools[slots.encoder] ??= { total: 0, free: 0 });
      pool.total += slots.total;
      pool.free += slots.free;
    }
    return pools;
  }

  /** Whether every renderer that is alive takes the steps of a video that is cut; false if none is alive. */
  takeSteps(nowMs: number): boolean {
    const working = this.alive(nowMs).filter(({ slots }) => slots.total > 0);
    return working.length > 0 && working.every(({ slots }) => slots.takes_steps);
  }

  /** The announcements within {@link ANNOUNCEMENT_TTL_MS} before `nowMs`, by the renderer's name. */
  alive(nowMs: number): Announced[] {
    for (const [worker, { atMs }] of this.announced) {
      if (nowMs - atMs > ANNOUNCEMENT_TTL_MS) this.announced.delete(worker);
    }
    return [...this.announced.values()].sort((a, b) => (a.slots.worker < b.slots.worker ? -1 : 1));
  }
}

/**
 * Number of further jobs that each encoder's subject may get. One job per slot waits ready in addition to the one being
 * rendered, so JetStream holds about twice the slots and everything else stays in PostgreSQL, where it can still be
 * reordered.
 *
 * @param unclaimed jobs dispatched and not yet claimed
 */
export function roomOf(pools: Pools, unclaimed: Partial<Record<Encoder, number>>): Map<Encoder, number> {
  const announced = ENCODERS.filter((encoder) => pools[encoder]);
  const targets = announced.length > 0 ? announced : [DEFAULT_ENCODER];
  return new Map(
    targets.map((encoder) => {
      const ready = Math.max(MINIMUM_READY, pools[encoder]?.total ?? 0);
      return [encoder, Math.max(0, ready - (unclaimed[encoder] ?? 0))];
    }),
  );
}

/** All slots, whatever their encoder. */
export function slotsOf(pools: Pools): Pool {
  const sum = { total: 0, free: 0 };
  for (const { total, free } of Object.values(pools)) {
    sum.total += total;
    sum.free += free;
  }
  return sum;
}

/** Assigns an encoder to each of `count` jobs, always the one with the most room left; shorter where no room is left. */
export function spread(room: ReadonlyMap<Encoder, number>, count: number): Encoder[] {
  const left = [...room].map(([encoder, jobs]) => ({ encoder, jobs }));
  const chosen: Encoder[] = [];
  while (chosen.length < count) {
    left.sort((a, b) => b.jobs - a.jobs);
    const widest = left[0];
    if (!widest || widest.jobs <= 0) break;
    chosen.push(widest.encoder);
    widest.jobs -= 1;
  }
  return chosen;
}
