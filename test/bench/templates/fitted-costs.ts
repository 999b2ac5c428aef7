/** An amount of work on each path, and the milliseconds that it took. */
export interface CostSample<Path extends string> {
  readonly work: Readonly<Partial<Record<Path, number>>>;
  readonly ms: number;
  /** Number of samples for which it counts. Default 1. */
  readonly times?: number;
}

/** Milliseconds that are added to each sample: below them the clock and the collector of memory decide. */
const BLUR_MS = 0.3;
/** Weight of today's constants beside the samples: a path that few of them have keeps its own. */
const INERTIA = 0.02;
const ROUNDS = 1_000;

/**
 * The constants, ns and none negative, with which the samples are explained best: least squares of relative errors, by
 * coordinate descent from today's constants.
 */
export function fittedCosts<Path extends string>(
  samples: readonly CostSample<Path>[],
  known: Readonly<Record<Path, number>>,
): Record<Path, number> {
  const costs: Record<Path, number> = { ...known };
  const paths = Object.keys(known) as Path[];
  const rows = samples.map(({ work, ms, times = 1 }): Row => {
    const weight = Math.sqrt(times) / (ms + BLUR_MS);
    const amounts = paths.map((path) => ((work[path] ?? 0) * weight) / 1e6);
    const explained = paths.reduce((sum, path, index) => sum + amounts[index]! * costs[path], 0);
    return { amounts, rest: ms * weight - explained };
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, path] of paths.entries()) costs[path] = improved(index, costs[path], known[path], rows);
  }
  return costs;
}

interface Row {
  /** Weighted ms for each ns of a path. */
  readonly amounts: readonly number[];
  /** Weighted ms that the costs leave unexplained. */
  rest: number;
}

/** The best cost of one path beside the others. Takes what it explains from the rows. */
function improved(path: number, before: number, known: number, rows: readonly Row[]): number {
  const inertia = known > 0 ? INERTIA / known ** 2 : 0;
  let [pull, weight] = [inertia * (known - before), inertia];
  for (const { amounts, rest } of rows) {
    pull += amounts[path]! * rest;
    weight += amounts[path]! ** 2;
  }
  if (weight === 0) return before;
  const cost = Math.max(0, before + pull / weight);
  for (const row of rows) row.rest -= row.amounts[path]! * (cost - before);
  return cost;
}
