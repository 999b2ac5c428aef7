import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSystem, type TestSystem } from '#libs/testing';
import { median } from '../cpu-time.ts';
import { cpuSecondsOf } from './cpu-of.ts';
import { type Throughput, underLoad } from './load.ts';
import { type SampleRequest, sampleRequests } from './sample-requests.ts';
import { type Spawned, spawnServer } from './spawned.ts';

const ROUNDS = 5;
const LOAD = { connections: 32, seconds: 4 };
/** A load at which requests do not wait for each other. */
const CALM = { connections: 4, seconds: 4 };
const ENVIRONMENT = { RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'info' };

/**
 * Requests that the API answers in a second beside a bare Nest endpoint on the same database and cores (through the
 * ORM, and with prepared statements, as the API's own), and the cost of its rate limiter. All services run as processes
 * of their own; the sides take turns and are idle in between; medians are compared.
 */
export async function apiBench(): Promise<void> {
  const system = await startSystem(ENVIRONMENT);
  const processes = readProcesses(system);
  const spawned: Spawned[] = [];
  process.kill(processes.services.renderer.pid, 'SIGSTOP'); // drawing what is ordered here is another bench's matter
  try {
    const requests = await sampleRequests(system);
    const serve = async (file: string, environment: Record<string, string>): Promise<string> => {
      spawned.push(await spawnServer(file, environment));
      return spawned.at(-1)!.origin;
    };
    const origin = new URL(system.baseUrl).origin;
    const bare = await serve('bare-endpoint.ts', { DATABASE_URL: processes.place.databaseUrls['videos']! });
    await compareWithBare(requests, { origin, bare }, processes);
    const unlimited = await serve('unlimited-gateway.ts', gatewayEnvironment(system, processes));
    await compareLimiter(requests.get, { origin, unlimited });
  } finally {
    await Promise.all(spawned.map((each) => each.stop()));
    process.kill(processes.services.renderer.pid, 'SIGCONT');
    await system.stop();
  }
}

/** The used part of `$DATA_DIR/processes.json` (apps/local/src/data-folder.ts). */
interface Processes {
  place: { natsUrls: Record<string, string>; storageUrl: string; databaseUrls: Record<string, string> };
  services: Record<'gateway' | 'videos' | 'credits' | 'renderer' | 'webhooks', { pid: number }>;
  nats_pid: number;
  postgres_pid: number;
}

function readProcesses({ dataFolder }: TestSystem): Processes {
  return JSON.parse(readFileSync(join(dataFolder, 'processes.json'), 'utf8')) as Processes;
}

function gatewayEnvironment({ baseUrl }: TestSystem, { place }: Processes): Record<string, string> {
  return {
    ...ENVIRONMENT,
    DATABASE_URL: place.databaseUrls['gateway']!,
    NATS_URL: place.natsUrls['gateway']!,
    STORAGE_URL: place.storageUrl,
    PUBLIC_BASE_URL: baseUrl,
  };
}

async function compareWithBare(
  { get, post }: { get: SampleRequest; post: SampleRequest },
  { origin, bare }: { origin: string; bare: string },
  processes: Processes,
): Promise<void> {
  print(`${LOAD.connections} connections, ${LOAD.seconds} s each, median of ${ROUNDS} by turns`);
  for (const [name, request] of [
    ['GET /videos/{id}', get],
    ['POST /videos', post],
  ] as const) {
    const costs = new Map<string, number>();
    const bareSide = (kind: string) => () =>
      underLoad({ ...request, origin: bare, path: () => request.path().replace('/v1', `/${kind}`) }, LOAD);
    const rounds = await alternate({
      'bare endpoint': bareSide('orm'),
      framewright: () => withCosts(processes, costs, () => underLoad({ ...request, origin }, LOAD)),
      'bare, prepared': bareSide('prepared'),
    });
    print(`\n${name}`);
    for (const [side, throughput] of Object.entries(rounds)) row(side, throughput);
    const share = (side: string) => ((100 * rounds['framewright']!.perSecond) / rounds[side]!.perSecond).toFixed(0);
    print(`  framewright of the bare endpoint ${share('bare endpoint')} %, prepared ${share('bare, prepared')} %`);
    print(`  CPU µs a request: ${[...costs].map(([process, us]) => `${process} ${us.toFixed(0)}`).join(', ')}`);
  }
}

async function compareLimiter(
  get: SampleRequest,
  { origin, unlimited }: { origin: string; unlimited: string },
): Promise<void> {
  const rounds = await alternate({
    'without limiter': () => underLoad({ ...get, origin: unlimited }, CALM),
    'with limiter': () => underLoad({ ...get, origin }, CALM),
  });
  print(`\nRate limiter: GET /videos/{id} of ${CALM.connections} connections`);
  for (const [name, throughput] of Object.entries(rounds)) row(name, throughput);
}

/** Runs the sides by turns, after a round to warm up. @returns the medians of each side's results */
async function alternate(sides: Record<string, () => Promise<Throughput>>): Promise<Record<string, Throughput>> {
  const measured = new Map(Object.keys(sides).map((name) => [name, [] as Throughput[]]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, measure] of Object.entries(sides)) {
      const throughput = await measure();
      if (round > 0) measured.get(name)!.push(throughput);
    }
  }
  return Object.fromEntries([...measured].map(([name, all]) => [name, medianOf(all)]));
}

function medianOf(all: readonly Throughput[]): Throughput {
  const of = (figure: keyof Throughput) => median(all.map((each) => each[figure]));
  return { requests: of('requests'), perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
}

/** Adds, by process, the CPU time of a request in µs; the last round counts. */
async function withCosts(
  { services, postgres_pid, nats_pid }: Processes,
  costs: Map<string, number>,
  measure: () => Promise<Throughput>,
): Promise<Throughput> {
  const pids = { ...services, postgres: { pid: postgres_pid }, nats: { pid: nats_pid } };
  const used = () => Object.entries(pids).map(([name, { pid }]) => [name, cpuSecondsOf(pid)] as const);
  const before = new Map(used());
  const throughput = await measure();
  for (const [name, seconds] of used()) {
    costs.set(name, ((seconds - before.get(name)!) * 1e6) / throughput.requests);
  }
  return throughput;
}

function row(name: string, { perSecond, p50, p99 }: Throughput): void {
  const columns = [`${perSecond.toFixed(0)} req/s`, `p50 ${p50.toFixed(1)} ms`, `p99 ${p99.toFixed(1)} ms`];
  print(`  ${name.padEnd(16)}${columns.map((column) => column.padStart(16)).join('')}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
