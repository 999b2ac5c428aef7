import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestSystem } from '#libs/testing';
import { SOME_ID } from '../../fuzz/arbitrary-of-schema.ts';
import { type Holds, LoopWatch } from './loop-watch.ts';

const WATCHED = ['gateway', 'videos', 'webhooks'] as const;
const MAX_HOLD_MS = 100;
/** Number of tries of a request. The collector adds time now and then, but not in all of them. */
const TRIES = 4;
/** Number of requests between two lines of progress. */
const REPORT_EVERY = 50;

/** A request that a running system gets. */
export interface HostileRequest {
  name: string;
  method: string;
  /** With `{…}` for ids. */
  path: string;
  /** Made when it is sent. */
  body?: () => string | Uint8Array<ArrayBuffer>;
}

/** Time for which a request held a service's event loop, ms of CPU time: the least of its tries. */
export interface Hold {
  service: string;
  ms: number;
  request: string;
}

export interface Served {
  requests: number;
  /** The longest first. */
  holds: Hold[];
  faults: string[];
}

/**
 * Sends every request to the system and meanwhile reads the reports of its processes about their event loops.
 *
 * @param folder LOOP_METER_FOLDER of the system
 */
export async function serve(system: TestSystem, folder: string, requests: readonly HostileRequest[]): Promise<Served> {
  const before = processesOf(system);
  const watch = new LoopWatch(
    folder,
    Object.fromEntries(
      WATCHED.map((service) => {
        const { pid, metrics_url } = before[service]!;
        return [service, { pid, healthUrl: metrics_url.replace('/metrics', '/healthz') }];
      }),
    ),
  );
  const [holds, faults] = [[] as Hold[], [] as string[]];
  for (const [at, request] of requests.entries()) {
    if (at % REPORT_EVERY === 0) process.stderr.write(`${at} of ${requests.length} requests\n`);
    const { least, status } = await heldBy(system, request, watch);
    if (status >= 500) faults.push(`${request.name}: answered ${status}`);
    for (const [service, ms] of Object.entries(least)) {
      holds.push({ service, ms, request: request.name });
      if (ms > MAX_HOLD_MS) faults.push(`${request.name}: ${service} was held for ${ms.toFixed(0)} ms`);
    }
  }
  const after = processesOf(system);
  const died = Object.keys(before).filter((service) => before[service]!.pid !== after[service]?.pid);
  faults.push(...died.map((service) => `${service} has died`));
  return { requests: requests.length, holds: holds.sort((a, b) => b.ms - a.ms), faults };
}

/** Sends a request, again while it seems to hold a loop for too long; the least of several tries counts. */
async function heldBy(
  system: TestSystem,
  request: HostileRequest,
  watch: LoopWatch,
): Promise<{ least: Holds; status: number }> {
  let least: Holds = {};
  for (let attempt = 1; ; attempt += 1) {
    await watch.take();
    const status = await send(system, request);
    const seen = await watch.take();
    least = Object.fromEntries(Object.entries(seen).map(([name, ms]) => [name, Math.min(ms, least[name] ?? ms)]));
    if (attempt === TRIES || Object.values(least).every((ms) => ms <= MAX_HOLD_MS)) return { least, status };
  }
}

async function send({ baseUrl, apiKey }: TestSystem, { method, path, body }: HostileRequest): Promise<number> {
  const sent = body?.();
  const response = await fetch(`${baseUrl}${path.replaceAll(/\{\w+\}/g, SOME_ID)}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...(sent && { 'content-type': 'application/json' }) },
    body: sent,
  });
  await response.arrayBuffer();
  return response.status;
}

/** The used part of `$DATA_DIR/processes.json` (apps/local/src/data-folder.ts). */
function processesOf({ dataFolder }: TestSystem): Record<string, { pid: number; metrics_url: string }> {
  const { services } = JSON.parse(readFileSync(join(dataFolder, 'processes.json'), 'utf8')) as {
    services: Record<string, { pid: number; metrics_url: string }>;
  };
  return services;
}
