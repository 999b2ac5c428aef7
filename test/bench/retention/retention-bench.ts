import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSystem, type TestSystem } from '#libs/testing';
import { type Throughput, underLoad } from '../api/load.ts';
import { type SampleRequest, sampleRequests } from '../api/sample-requests.ts';
import { median } from '../cpu-time.ts';
import { FinishedVideos, VIDEOS } from './finished-videos.ts';

/** A million videos a day. */
const A_SECOND = 12;
const ROUNDS = 5;
const LOAD = { connections: 4, seconds: 15 };
/** Number of rows made due at once, to measure how fast a backlog is cleared. */
const BACKLOG = 20_000;

/** The used part of `$DATA_DIR/processes.json` (apps/local/src/data-folder.ts). */
interface Processes {
  place: { storageUrl: string; databaseUrls: Record<string, string> };
  services: Record<'renderer', { pid: number }>;
}

/**
 * Whether sweeping keeps up with a million videos a day beside a million finished ones, and what it costs callers: the API
 * with nothing due and with 12 of each kind coming due every second, by turns, and then how fast a backlog goes.
 */
export async function retentionBench(): Promise<void> {
  const system = await startSystem({ RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'warn' });
  const { place, services } = JSON.parse(readFileSync(join(system.dataFolder, 'processes.json'), 'utf8')) as Processes;
  const videos = new FinishedVideos(place.databaseUrls['videos']!, place.storageUrl);
  process.kill(services.renderer.pid, 'SIGSTOP'); // what is ordered here need not be drawn
  try {
    const begun = performance.now();
    await videos.fill(system.orgId);
    print(`${VIDEOS.toLocaleString('en')} finished videos made in ${seconds(begun)} s`);
    await compare(system, videos);
    await clearBacklog(videos);
  } finally {
    await videos.close();
    process.kill(services.renderer.pid, 'SIGCONT');
    await system.stop();
  }
}

async function compare(system: TestSystem, videos: FinishedVideos): Promise<void> {
  const { get, post } = await sampleRequests(system);
  const { headers } = get;
  const targets: [string, SampleRequest][] = [
    ['GET /videos/{id}', get],
    ['GET /videos', { method: 'GET', path: () => '/v1/videos?limit=20', headers, status: 200 }],
    ['POST /videos', post],
  ];
  const origin = new URL(system.baseUrl).origin;
  print(`${LOAD.connections} connections, ${LOAD.seconds} s each, median of ${ROUNDS} by turns`);
  print(`\n${'p99, ms'.padEnd(20)}${['nothing due', `${A_SECOND} a second`, 'ratio'].map(column).join('')}`);
  let fed = 0;
  for (const [name, request] of targets) {
    const ask = (): Promise<Throughput> => underLoad({ ...request, origin }, LOAD);
    const without: number[] = [];
    const beside: number[] = [];
    await ask();
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push((await ask()).p99);
      const feeding = feed(videos);
      beside.push((await ask()).p99);
      fed += await feeding.stop();
      await untilSwept(videos);
    }
    const [quiet, busy] = [median(without), median(beside)];
    print(`${name.padEnd(20)}${[quiet.toFixed(1), busy.toFixed(1), (busy / quiet).toFixed(2)].map(column).join('')}`);
  }
  print(`\nIn all ${fed} videos came due for each kind of sweep, and none was left a few seconds after each round.`);
}

/** Makes {@link A_SECOND} due every second until stopped; `stop` then returns how many there were. */
function feed(videos: FinishedVideos): { stop(): Promise<number> } {
  const stopped = new AbortController();
  let count = 0;
  const feeding = (async () => {
    for (let next = performance.now(); !stopped.signal.aborted; next += 1_000) {
      await videos.makeDue(A_SECOND);
      count += A_SECOND;
      await pause(Math.max(0, next + 1_000 - performance.now()));
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await feeding;
      return count;
    },
  };
}

async function clearBacklog(videos: FinishedVideos): Promise<void> {
  const begun = performance.now();
  await videos.makeDue(BACKLOG);
  print(`\n${BACKLOG.toLocaleString('en')} made due for each kind of sweep at once, in ${seconds(begun)} s`);
  const from = performance.now();
  await untilSwept(videos);
  const perSecond = (BACKLOG * 1_000) / (performance.now() - from);
  print(`swept in ${seconds(from)} s: ${perSecond.toFixed(0)} of each kind a second, of ${A_SECOND} that come`);
}

async function untilSwept(videos: FinishedVideos): Promise<void> {
  for (;;) {
    const left = await videos.left();
    if (Object.values(left).every((count) => count === 0)) return;
    await pause(500);
  }
}

function column(text: string): string {
  return text.padStart(16);
}

function seconds(begun: number): string {
  return ((performance.now() - begun) / 1_000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
