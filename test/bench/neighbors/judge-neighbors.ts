import type { Observation } from './neighbor.ts';

/** How many times as long a neighbor may wait as alone. */
const MOST_RATIO = 1.5;
/** Below these a time is one of the machine, whose cores the load shares with the system, ms. */
const FLOORS_MS = { request: 100, video: 1_000, delivery: 1_000 };

/** A 95th percentile alone and beside an organization that pushes, ms. */
export interface Comparison {
  readonly what: string;
  readonly alone: number;
  readonly beside: number;
  /** Of the two, each at least as long as the floor. */
  readonly ratio: number;
}

/** All comparisons, the worst first. */
export function compare(alone: Observation, beside: Observation): Comparison[] {
  const requests = [...alone.latenciesMs].map(([kind, values]) =>
    comparisonOf(kind, values, beside.latenciesMs.get(kind) ?? [], FLOORS_MS.request),
  );
  return [
    ...requests,
    comparisonOf('a video waits', alone.waitsMs, beside.waitsMs, FLOORS_MS.video),
    comparisonOf('a webhook comes', alone.deliveriesMs, beside.deliveriesMs, FLOORS_MS.delivery),
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

function comparisonOf(what: string, alone: readonly number[], beside: readonly number[], floor: number): Comparison {
  const [one, other] = [p95(alone), p95(beside)];
  return { what, alone: one, beside: other, ratio: Math.max(other, floor) / Math.max(one, floor) };
}

/** The smallest that is at least as large as 95 of 100; NaN of none. */
function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(0.95 * sorted.length) - 1)] ?? NaN;
}
