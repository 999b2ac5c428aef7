import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestSystem } from '#libs/testing';
import { SOME_ID } from '../../fuzz/arbitrary-of-schema.ts';
import { type Holds, LoopWatch } from './loop-watch.ts';

const WATCHED = ['gateway', 'videos', 'webhooks'] as const;
const MAX_HOLD_MS = 100;
/** A busy machine holds everybody up now and then; a request that holds a loop does it every time. */
const TRIES = 4;

/** A request that a running system gets. */
export interface HostileRequest {
  name: string;
  method: string;
  /** With `{…}` for ids. */
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
}

export interface Served {
  requests: number;
  /** Of every request the least of its tries, and of them the longest: by service, with the request. */
  longest: Record<string, { ms: number; request: string }>;
  faults: string[];
}

/** Sends every request to the system and watches event loops and processes meanwhile. */
export async function serve(system: TestSystem, requests: Iterable<HostileRequest>): Promise<Served> {
  const before = processesOf(system);
  const urls = WATCHED.map((service) => [service, before[service]!.metrics_url.replace('/metrics', '/healthz')]);
  const watch = new LoopWatch(Object.fromEntries(urls) as Record<string, string>);
  const served: Served = { requests: 0, longest: {}, faults: [] };
  try {
    for (const request of requests) {
      served.requests += 1;
      const { holds, status } = await heldBy(system, request, watch);
      if (status >= 500) served.faults.push(`${request.name}: answered ${status}`);
      for (const [service, ms] of Object.entries(holds)) {
        if (ms > MAX_HOLD_MS) served.faults.push(`${request.name}: ${service} was held for ${ms.toFixed(0)} ms`);
        if (ms > (served.longest[service]?.ms ?? 0)) served.longest[service] = { ms, request: request.name };
      }
    }
  } finally {
    await watch.stop();
  }
  const after = processesOf(system);
  const died = Object.keys(before).filter((service) => before[service]!.pid !== after[service]?.pid);
  return { ...served, faults: [...served.faults, ...died.map((service) => `${service} has died`)] };
}

/** Again while it seems to hold a loop for too long: the least of several tries. */
async function heldBy(
  system: TestSystem,
  request: HostileRequest,
  watch: LoopWatch,
): Promise<{ holds: Holds; status: number }> {
  let least: Holds | undefined;
  for (let attempt = 1; ; attempt += 1) {
    await watch.take();
    const status = await send(system, request);
    const seen = await watch.take();
    const known = least ?? seen;
    const holds = Object.fromEntries(Object.entries(seen).map(([name, ms]) => [name, Math.min(ms, known[name] ?? ms)]));
    if (attempt === TRIES || Object.values(holds).every((ms) => ms <= MAX_HOLD_MS)) return { holds, status };
    least = holds;
  }
}

async function send({ baseUrl, apiKey }: TestSystem, { method, path, body }: HostileRequest): Promise<number> {
  const response = await fetch(`${baseUrl}${path.replaceAll(/\{\w+\}/g, SOME_ID)}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** Of `$DATA_DIR/processes.json` (apps/local/src/data-folder.ts). */
function processesOf({ dataFolder }: TestSystem): Record<string, { pid: number; metrics_url: string }> {
  const { services } = JSON.parse(readFileSync(join(dataFolder, 'processes.json'), 'utf8')) as {
    services: Record<string, { pid: number; metrics_url: string }>;
  };
  return services;
}
