import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eventually, serve, startSystem, type TestSystem } from '#libs/testing';
import { type Customer, newCustomer, newOrganization } from '../../e2e/new-customer.ts';
import { usualTimes } from '../../e2e/rude-callers.ts';
import { PROGRAMS, systemHoldings, temporaryFiles } from '../../e2e/system-holdings.ts';
import { percentile } from '../../percentile.ts';
import { growthOf, judgeSoak, restartsOf, type SoakSample } from './judge-soak.ts';
import { type LoadResult, soakLoad } from './soak-load.ts';

const SAMPLE_MS = 5_000;
/** A video costs two. */
const CREDITS = 100_000;

interface SoakOptions {
  minutes: number;
  organizations: number;
  rate: number;
}

/**
 * `npm run faults -- soak [--minutes 30] [--organizations 4] [--rate 15]`: a mixed load of several organizations in which 5 % of
 * all requests are hung up, 5 % read slowly and 5 % half sent. Samples what every process holds, and compares how long the
 * others' requests take with and without the disturbance. Exits with 1 when a process was started again, holds ever more, or
 * the others wait 1.3 times as long.
 */
export async function soak(options: readonly string[]): Promise<void> {
  const { minutes, organizations, rate } = optionsOf(options);
  const hanging = await serve(() => undefined);
  const system = await startSystem({
    RATE_LIMIT_PER_MINUTE: '1000000',
    RENDER_SLOTS: '2',
    ASSET_FETCH_TIMEOUT_MS: String(60_000 * minutes),
    ASSET_STALL_TIMEOUT_MS: String(60_000 * minutes),
  });
  try {
    const origin = new URL(system.baseUrl).origin;
    const customers = await arrive(system, organizations, hanging.url);
    const timed: { customer: Customer; times: Map<string, number> }[] = [];
    for (const customer of customers) timed.push({ customer, times: new Map(await usualTimes(customer, origin)) });
    for (const { customer, times } of timed) times.set(customer.createVideo.kind, times.get('createTemplate')!);
    const sampler = new Sampler(system);
    const load = await sampler.during(soakLoad(timed, { origin, rate, seconds: 60 * minutes }));
    await conclude(system, sampler.samples, load);
  } finally {
    await Promise.all([system.stop(), hanging.stop()]);
  }
}

function optionsOf(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '30' },
      organizations: { type: 'string', default: '4' },
      rate: { type: 'string', default: '15' },
    },
  });
  return { minutes: Number(values.minutes), organizations: Number(values.organizations), rate: Number(values.rate) };
}

/** Creates the customers, one after the other. The last one has a video that can be watched. */
async function arrive(system: TestSystem, count: number, hanging: string): Promise<Customer[]> {
  const customers: Customer[] = [];
  while (customers.length < count) {
    const { key } = await newOrganization(system, CREDITS);
    customers.push(await newCustomer(system, key, customers.length === count - 1 ? hanging : undefined));
  }
  return customers;
}

/** Samples what the processes of a system hold. */
class Sampler {
  readonly samples: SoakSample[] = [];
  private readonly system: TestSystem;

  constructor(system: TestSystem) {
    this.system = system;
  }

  async during<T>(work: Promise<T>): Promise<T> {
    const over = new AbortController();
    const sampling = this.sampleUntil(over.signal);
    try {
      return await work;
    } finally {
      over.abort();
      await sampling;
    }
  }

  private async sampleUntil(over: AbortSignal): Promise<void> {
    const begun = performance.now();
    while (!over.aborted) {
      const held = [...systemHoldings(this.system)].map(
        ([name, each]) => [name, { ...each, pid: name === PROGRAMS ? null : each.pid }] as const,
      );
      this.samples.push({ atS: (performance.now() - begun) / 1_000, held: new Map(held) });
      await delay(SAMPLE_MS, undefined, { signal: over }).catch(() => undefined);
    }
  }
}

/** Prints the figures and every broken promise. */
async function conclude(system: TestSystem, samples: readonly SoakSample[], load: LoadResult): Promise<void> {
  const failures = [...load.failures, ...(await leftovers(system))];
  const broken = judgeSoak({ samples, latenciesMs: load.latenciesMs, failures });
  printHoldings(samples);
  for (const [phase, values] of Object.entries(load.latenciesMs)) {
    const [p50, p99] = [percentile(values, 0.5), percentile(values, 0.99)].map((ms) => ms.toFixed(1));
    print(`the others, ${phase}: ${values.length} requests, p50 ${p50} ms, p99 ${p99} ms`);
  }
  print([...load.sent].map(([manner, count]) => `${manner} ${count}`).join(' · '));
  for (const sentence of broken) print(`BROKEN ${sentence}`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}

/**
 * Leftovers that should have ended by themselves: videos, uploads, files of requests. The one video that is watched
 * hangs on purpose.
 */
async function leftovers(system: TestSystem): Promise<string[]> {
  const unfinished = `SELECT count(*)::int AS count FROM videos WHERE status = 'PROCESSING'`;
  const failed = `SELECT count(*)::int AS count FROM videos WHERE status = 'FAILED'`;
  const countOf = async (sql: string) => (await system.query<{ count: number }>('videos', sql))[0]!.count;
  await eventually(async () => (await countOf(unfinished)) <= 1, { timeoutMs: 300_000, everyMs: 1_000 });
  const isClean = () => temporaryFiles(system).length === 0;
  const [files, uploads, videos] = [
    await eventually(isClean, { timeoutMs: 30_000 }).then(
      () => [],
      () => temporaryFiles(system),
    ),
    await system.query('gateway', 'SELECT id FROM media WHERE stored_at IS NULL'),
    await countOf(failed),
  ];
  return [
    ...(files.length > 0 ? [`${files.length} temporary files remain, ${files[0]} is one`] : []),
    ...(uploads.length > 0 ? [`${uploads.length} uploads have not ended`] : []),
    ...(videos > 1 ? [`${videos - 1} videos failed`] : []),
  ];
}

function printHoldings(samples: readonly SoakSample[]): void {
  const restarts = new Map(restartsOf(samples));
  printRow('in each fifth of the time:', ['descriptors', 'sockets', 'MB', 'restarts']);
  for (const [name, growths] of Map.groupBy(growthOf(samples), (growth) => growth.name)) {
    const cells = growths.map(({ of, fifths }) => {
      return fifths.map((held) => Math.round(held / (of === 'memoryBytes' ? 1e6 : 1))).join(' ');
    });
    printRow(name, [...cells, String(restarts.get(name) ?? 0)]);
  }
}

function printRow(name: string, cells: readonly string[]): void {
  print(name.padEnd(26) + cells.map((cell) => cell.padStart(22)).join(''));
}

function print(words: string): void {
  process.stdout.write(`  ${words}\n`);
}
