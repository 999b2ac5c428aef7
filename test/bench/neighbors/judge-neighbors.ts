import { percentile } from '../../percentile.ts';
import type { Observation } from './neighbor.ts';

/** The largest ratio of a neighbor's time beside a push to its time alone. */
const MOST_RATIO = 1.5;
/** Times below which the machine decides, ms, because the load shares its cores with the system. */
const FLOORS_MS = { request: 100, video: 1_000, delivery: 1_000 };

/** A 95th percentile alone and beside an organization that pushes, ms. */
export interface Comparison {
  readonly of: keyof typeof FLOORS_MS;
  readonly what: string;
  readonly alone: number;
  readonly beside: number;
  /** Ratio of the two times, each counted as at least the floor. */
  readonly ratio: number;
}

/** All comparisons, the worst first. */
export function compare(alone: Observation, beside: Observation): Comparison[] {
  const requests = [...alone.latenciesMs].map(([kind, values]) =>
    comparisonOf({ of: 'request', what: kind }, values, beside.latenciesMs.get(kind) ?? []),
  );
  return [
    ...requests,
    comparisonOf({ of: 'video', what: 'a video waits' }, alone.waitsMs, beside.waitsMs),
    comparisonOf({ of: 'delivery', what: 'a webhook comes' }, alone.deliveriesMs, beside.deliveriesMs),
  ].toSorted((a, b) => b.ratio - a.ratio);
}

/** Every promise that was broken, one sentence each; empty when all held. */
export function judgeNeighbors(comparisons: readonly Comparison[], { failures }: Observation): string[] {
  const slow = comparisons.filter(({ ratio }) => !(ratio <= MOST_RATIO)); // also where nothing was measured
  return [
    ...slow.map(
      ({ what, alone, beside }) => `${what}: p95 ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside`,
    ),
    ...[...Map.groupBy(failures, (failure) => failure)].map(([failure, { length }]) => `${failure}, ${length} times`),
  ];
}

function comparisonOf(
  named: Pick<Comparison, 'of' | 'what'>,
  alone: readonly number[],
  beside: readonly number[],
): Comparison {
  const floor = FLOORS_MS[named.of];
  const [one, other] = [percentile(alone, 0.95), percentile(beside, 0.95)];
  return { ...named, alone: one, beside: other, ratio: Math.max(other, floor) / Math.max(one, floor) };
}
