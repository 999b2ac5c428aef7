import fc from 'fast-check';

/** Victims of kills: a service's process, NATS, PostgreSQL, or NATS with everything that JetStream has stored. */
export const VICTIMS = [
  'gateway',
  'videos',
  'credits',
  'renderer',
  'webhooks',
  'nats',
  'postgres',
  'jetstream store',
] as const;
export type Victim = (typeof VICTIMS)[number];

export interface Kill {
  victim: Victim;
  /** Number of accepted videos at which the kill happens. */
  afterVideos: number;
}

export interface Schedule {
  /** In order of `afterVideos`. */
  kills: readonly Kill[];
  /** For each video that its caller cancels: how many milliseconds after it was accepted. */
  cancelAfterMs: ReadonlyMap<number, number>;
}

/** Number of videos among which one is canceled by its caller. */
const CANCELED_ONE_IN = 15;
const LATEST_CANCEL_MS = 6_000;

/**
 * Events of a campaign. The same seed gives the same schedule.
 * @param size.videos at least 1
 * @param size.kills how many processes are killed, every kind about equally often, JetStream's store deleted every twentieth time
 */
export function scheduleOf(seed: number, size: { videos: number; kills: number }): Schedule {
  const processes = VICTIMS.filter((victim) => victim !== 'jetstream store');
  const below = (end: number) => fc.noBias(fc.nat({ max: end - 1 })); // otherwise mostly the smallest and largest
  const schedule = fc.record({
    kills: fc.array(fc.record({ at: below(size.videos), turn: below(processes.length) }), fixedLength(size.kills)),
    cancels: fc.array(
      fc.record({ one: below(CANCELED_ONE_IN), ms: below(LATEST_CANCEL_MS) }),
      fixedLength(size.videos),
    ),
  });
  const [{ kills, cancels }] = fc.sample(schedule, { seed, numRuns: 1 }) as [Drawn];
  return {
    kills: kills
      .map(({ at, turn }, index) => ({
        victim: index % 20 === 0 ? ('jetstream store' as const) : processes[(index + turn) % processes.length]!,
        afterVideos: at,
      }))
      .sort((a, b) => a.afterVideos - b.afterVideos),
    cancelAfterMs: new Map(cancels.flatMap(({ one, ms }, index) => (one === 0 ? [[index, ms] as const] : []))),
  };
}

interface Drawn {
  kills: { at: number; turn: number }[];
  cancels: { one: number; ms: number }[];
}

function fixedLength(length: number): fc.ArrayConstraints {
  return { minLength: length, maxLength: length, size: 'max' };
}
