import { percentile } from '../../percentile.ts';

/** Holdings of a process at a time. Programs that come and go are counted together, under a name without a process. */
export interface HeldSample {
  readonly pid: number | null;
  readonly descriptors: number;
  readonly sockets: number;
  readonly memoryBytes: number;
}

export interface SoakSample {
  /** Since the start, s. */
  readonly atS: number;
  readonly held: ReadonlyMap<string, HeldSample>;
}

/** Observations of a soak. */
export interface SoakEvidence {
  /** In order of time. */
  readonly samples: readonly SoakSample[];
  /** Durations of the others' requests without and with the disturbance, ms. */
  readonly latenciesMs: { readonly calm: readonly number[]; readonly disturbed: readonly number[] };
  /** The others' requests that were not answered as they should be, and videos that failed; one sentence each. */
  readonly failures: readonly string[];
}

/** Median holdings of a process in each fifth of a soak. */
export interface Growth {
  readonly name: string;
  readonly of: 'descriptors' | 'sockets' | 'memoryBytes';
  readonly fifths: readonly number[];
}

/**
 * Most by which late holdings may exceed early ones: as a ratio, or as a difference (`more`) that is always allowed.
 */
const MOST_GROWTH = {
  descriptors: { ratio: 1.1, more: 10 },
  sockets: { ratio: 1.1, more: 10 },
  memoryBytes: { ratio: 1.15, more: 32_000_000 },
} as const satisfies Record<Growth['of'], { ratio: number; more: number }>;
const MOST_RATIO = 1.3;
/** 99th percentile below which a delay counts as the machine's, ms. */
const FLOOR_MS = 20;

/** Every promise that was broken, one sentence each; empty when all held. */
export function judgeSoak(evidence: SoakEvidence): string[] {
  const { calm, disturbed } = evidence.latenciesMs;
  const [alone, beside] = [percentile(calm, 0.99), percentile(disturbed, 0.99)];
  const isSlower = !(beside <= MOST_RATIO * Math.max(alone, FLOOR_MS)); // also where nothing was measured
  return [
    ...restartsOf(evidence.samples).map(([name, count]) => `${name} was started again ${count} times`),
    ...growthOf(evidence.samples).flatMap((growth) => (isTooMuch(growth) ? [sentenceOf(growth)] : [])),
    ...(isSlower ? [`the others' p99 is ${beside.toFixed(0)} ms, ${alone.toFixed(0)} ms without disturbance`] : []),
    ...evidence.failures,
  ];
}

/** Number of times that each process was replaced, or was not there. */
export function restartsOf(samples: readonly SoakSample[]): [name: string, count: number][] {
  const names = new Set(samples.flatMap(({ held }) => [...held.keys()]));
  const counts = [...names].map((name): [string, number] => {
    const pids = samples.map(({ held }) => (held.has(name) ? held.get(name)!.pid : undefined));
    return [name, pids.filter((pid, index) => index > 0 && pid !== pids[index - 1]).length];
  });
  return counts.filter(([, count]) => count > 0);
}

export function growthOf(samples: readonly SoakSample[]): Growth[] {
  const [first, last] = [samples[0]?.atS ?? 0, samples.at(-1)?.atS ?? 0];
  const fifths = [0, 1, 2, 3, 4].map((fifth) => {
    const [from, to] = [fifth, fifth + 1].map((part) => first + (part / 5) * (last - first)) as [number, number];
    return samples.filter(({ atS }) => atS >= from && atS <= to);
  });
  const names = [...(samples.at(-1)?.held.keys() ?? [])];
  return names.flatMap((name) =>
    (['descriptors', 'sockets', 'memoryBytes'] as const).map((of) => {
      const heldIn = (part: readonly SoakSample[]) => part.flatMap(({ held }) => held.get(name)?.[of] ?? []);
      return { name, of, fifths: fifths.map((part) => percentile(heldIn(part), 0.5)) };
    }),
  );
}

/** Holdings in the second fifth, because processes warm up in the first one, and in the last. */
function ends({ fifths }: Growth): [early: number, late: number] {
  return [fifths[1] ?? NaN, fifths[4] ?? NaN];
}

function isTooMuch(growth: Growth): boolean {
  const { ratio, more } = MOST_GROWTH[growth.of];
  const [early, late] = ends(growth);
  return !(late <= Math.max(ratio * early, early + more));
}

function sentenceOf(growth: Growth): string {
  const { name, of } = growth;
  const [early, late] = ends(growth);
  if (of !== 'memoryBytes') return `${name} held ${early} ${of} early and ${late} late`;
  return `${name} held ${(early / 1e6).toFixed(0)} MB early and ${(late / 1e6).toFixed(0)} MB late`;
}
