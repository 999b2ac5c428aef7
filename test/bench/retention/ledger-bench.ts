import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient, unwrap } from '#libs/client';
import { startSystem, type TestSystem } from '#libs/testing';
import { underLoad } from '../api/load.ts';
import { type SampleRequest, sampleRequests } from '../api/sample-requests.ts';
import { median } from '../cpu-time.ts';
import { SettledVideos } from './settled-videos.ts';

/** A million videos a day. */
const A_SECOND = 12;
const ROUNDS = 3;
const LOAD = { connections: 4, seconds: 5 };
const BACKLOG = 10_000;
/** Number of rows of a day's outbox that are dropped, and on the other side deleted in batches. */
const MESSAGES = 300_000;

/** The used part of `$DATA_DIR/processes.json` (apps/local/src/data-folder.ts). */
interface Processes {
  place: { databaseUrls: Record<string, string> };
  services: Record<'renderer', { pid: number }>;
}

/**
 * Whether the ledger's archive and the sweep of deliveries keep up with a million videos a day, and what they cost callers.
 *
 * @param options how many videos to begin with; 1,000,000
 */
export async function ledgerBench([videos = '1000000']: readonly string[]): Promise<void> {
  const system = await startSystem({
    RATE_LIMIT_PER_MINUTE: '10000000',
    LOG_LEVEL: 'warn',
    LEDGER_CHECK_INTERVAL_MS: '5000',
  });
  const { place, services } = JSON.parse(readFileSync(join(system.dataFolder, 'processes.json'), 'utf8')) as Processes;
  const settled = new SettledVideos(place.databaseUrls, Number(videos));
  process.kill(services.renderer.pid, 'SIGSTOP'); // what is ordered here need not be drawn
  try {
    const { post } = await sampleRequests(system);
    const client = createApiClient({ baseUrl: system.baseUrl, apiKey: system.apiKey });
    const webhook = await unwrap(
      client.POST('/webhooks', { body: { url: 'https://example.com/hook', events: ['video.finished'] } }),
    );
    const begun = performance.now();
    await settled.fill(system.orgId, webhook.id);
    print(
      `${Number(videos).toLocaleString('en')} videos' holds and ${(2 * Number(videos)).toLocaleString('en')} deliveries made in ${seconds(begun)} s`,
    );
    const filled = performance.now();
    while (!(await settled.isChecked())) await pause(500);
    print(`all of the ledger checked within ${seconds(filled)} s more`);
    await clearBacklog(settled);
    await compare(system, { settled, post, webhookId: webhook.id });
    await dropBesideDeletion(settled);
  } finally {
    await settled.close();
    process.kill(services.renderer.pid, 'SIGCONT');
    await system.stop();
  }
}

async function compare(
  system: TestSystem,
  { settled, post, webhookId }: { settled: SettledVideos; post: SampleRequest; webhookId: string },
): Promise<void> {
  const read = (path: string): SampleRequest => ({
    method: 'GET',
    path: () => path,
    headers: post.headers,
    status: 200,
  });
  const targets: [string, SampleRequest][] = [
    ['POST /videos (a hold)', post],
    ['GET /credits/transactions', read('/v1/credits/transactions')],
    ['GET …/deliveries', read(`/v1/webhooks/${webhookId}/deliveries`)],
  ];
  const origin = new URL(system.baseUrl).origin;
  print(`\n${'p99, ms'.padEnd(28)}${['nothing due', `${A_SECOND} a second`, 'ratio'].map(column).join('')}`);
  let fed = 0;
  for (const [name, request] of targets) {
    const p99 = async () => (await underLoad({ ...request, origin }, LOAD)).p99;
    const [without, beside]: [number[], number[]] = [[], []];
    await p99();
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push(await p99());
      const stopped = new AbortController();
      const feeding = feed(settled, stopped.signal);
      beside.push(await p99());
      stopped.abort();
      fed += await feeding;
    }
    const [quiet, busy] = [median(without), median(beside)];
    print(`${name.padEnd(28)}${[quiet.toFixed(1), busy.toFixed(1), (busy / quiet).toFixed(2)].map(column).join('')}`);
  }
  const begun = performance.now();
  await untilSwept(settled);
  print(`\nIn all ${fed} holds and ${2 * fed} events came due; ${seconds(begun)} s after the last none was left.`);
}

async function feed(settled: SettledVideos, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (let next = performance.now(); !signal.aborted; next += 1_000) {
    await settled.makeDue(A_SECOND);
    count += A_SECOND;
    await pause(Math.max(0, next + 1_000 - performance.now()));
  }
  return count;
}

/** Waits until a backlog is cleared. A round begins within a minute; only its rate matters. */
async function clearBacklog(settled: SettledVideos): Promise<void> {
  await settled.makeDue(BACKLOG);
  const speeds = await Promise.all(
    (['holds', 'events'] as const).map(async (kind) => {
      const all = (await settled.left())[kind];
      let [left, begun] = [all, performance.now()];
      for (; left === all; left = (await settled.left())[kind], begun = performance.now()) await pause(20);
      const there = left;
      for (; left > 0; left = (await settled.left())[kind]) await pause(20);
      return `${((there * 1_000) / (performance.now() - begun)).toFixed(0)} ${kind}`;
    }),
  );
  print(`a backlog goes at ${speeds.join(' and ')} a second, of ${A_SECOND} and ${2 * A_SECOND} that come`);
}

/** Cost of dropping a day of the outbox, and of deleting it in batches out of the DEFAULT partition. */
async function dropBesideDeletion({ connection: client }: SettledVideos): Promise<void> {
  const message = `'VIDEO', 'video.finished', 'a', jsonb_build_object('text', repeat(md5(n::text), 30)), '{}', now()`;
  const columns = 'id, stream, subject, order_key, payload, trace_headers, published_at';
  await client.query(`CREATE TABLE outbox_day PARTITION OF outbox
    FOR VALUES FROM ('01000000-0000-0000-0000-000000000000') TO ('01000001-0000-0000-0000-000000000000')`);
  for (const id of [`('01000000-' || substr(gen_random_uuid()::text, 10))::uuid`, `gen_random_uuid()`]) {
    await client.query(
      `INSERT INTO outbox (${columns}) SELECT ${id}, ${message} FROM generate_series(1, ${MESSAGES}) AS n`,
    );
  }
  let begun = performance.now();
  await client.query('DROP TABLE outbox_day');
  print(`\n${MESSAGES.toLocaleString('en')} messages: dropped in ${(performance.now() - begun).toFixed(0)} ms`);
  begun = performance.now();
  for (let deleted: number | null = 1; deleted;) {
    ({ rowCount: deleted } = await client.query(
      `DELETE FROM outbox_default WHERE ctid IN (SELECT ctid FROM outbox_default WHERE published_at IS NOT NULL ORDER BY published_at LIMIT 2000)`,
    ));
  }
  print(
    `deleted in batches in ${seconds(begun)} s: ${((MESSAGES * 1_000) / (performance.now() - begun)).toFixed(0)} a second`,
  );
  begun = performance.now();
  await client.query('VACUUM outbox_default');
  print(`and vacuumed in ${seconds(begun)} s more`);
}

async function untilSwept(settled: SettledVideos): Promise<void> {
  for (;;) {
    const { holds, events } = await settled.left();
    if (holds + events === 0) return;
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
