import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { listAll, unwrap } from '#libs/client';
import { eventually, type Receiver, startReceiver, startSystem, type TestSystem } from '#libs/testing';
import { balance, createTemplate } from '../../e2e/steps.ts';
import type { Balance, Outcome } from '../kill-campaign/judge.ts';
import { kill } from '../kill-campaign/kill-along.ts';
import { VICTIMS } from '../kill-campaign/schedule.ts';
import { type BatchEvidence, type EndedBatch, judgeBatch } from './judge-batch.ts';

/** Time for which the caller keeps reading while services die and come back. */
const PATIENCE = { timeoutMs: 300_000, everyMs: 500 };
const FILES_AT_ONCE = 16;
const SHOWN = 20;
const EVENTS = ['video.started', 'video.finished', 'video.failed', 'batch.finished'] as const;

const TINY = {
  name: 'Tiny',
  width: 64,
  height: 64,
  pages: [{ number: 1, duration: 0.5, layers: [{ name: 'title', type: 'text', text: 'Row', text_color: '#0f3d3e' }] }],
};

/**
 * `npm run faults -- batch [--videos 5000] [--accept]`: one batch of tiny videos is accepted; while they are rendered,
 * every service, NATS and PostgreSQL are killed in turn and JetStream's store is deleted. Then every promise is judged.
 * With `--accept` the time of the acceptance is measured alone. Exits with 1 when a promise was broken.
 */
export async function batchFault(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { videos: { type: 'string', default: '5000' }, accept: { type: 'boolean', default: false } },
  });
  const rows = Number(values.videos);
  const [system, receiver] = await Promise.all([
    startSystem({ RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'info' }),
    startReceiver(),
  ]);
  try {
    await system.operator('credits', 'grant', system.orgId, String(rows * 2));
    const before = await balance(system);
    const { secret } = await unwrap(
      system.client.POST('/webhooks', { body: { url: receiver.url, events: [...EVENTS] } }),
    );
    const accepted = await acceptBatch(system, rows);
    print(`${rows} videos accepted in ${accepted.acceptedInS.toFixed(2)} s`);
    if (values.accept) return;
    await killWhileRendering(system, accepted.id, rows);
    const evidence = await untilSettled({ system, receiver, secret, before }, { rows, ...accepted });
    const broken = judgeBatch(evidence);
    print(
      `${evidence.received.length} events of videos · ${evidence.ends.length} of the batch · ${broken.length} broken`,
    );
    for (const sentence of broken.slice(0, SHOWN)) print(`BROKEN ${sentence}`);
    process.exitCode = broken.length === 0 ? 0 : 1;
  } finally {
    await Promise.all([system.stop(), receiver.stop()]);
  }
}

interface Accepted {
  id: string;
  acceptedInS: number;
}

async function acceptBatch(system: TestSystem, count: number): Promise<Accepted> {
  const template_id = await createTemplate(system, TINY);
  const rows = Array.from({ length: count }, (_, row) => ({ '1.title.text': `Row ${row + 1}` }));
  const begun = performance.now();
  const { id } = await unwrap(system.client.POST('/batches', { body: { template_id, format: 'mp4', rows } }));
  return { id, acceptedInS: (performance.now() - begun) / 1_000 };
}

/** Kills one victim after the other, at equal shares of the work. */
async function killWhileRendering(system: TestSystem, id: string, rows: number): Promise<void> {
  for (const [index, victim] of VICTIMS.entries()) {
    const share = (rows * (index + 1)) / (VICTIMS.length + 1);
    await eventually(async () => (await readBatch(system, id)).videos.completed >= share, {
      ...PATIENCE,
      timeoutMs: 3_600_000,
    });
    print(`kill ${index + 1} of ${VICTIMS.length}, after ${Math.floor(share)} videos: ${victim}`);
    await eventually(() => kill(system, victim)); // it may be dead at the moment
  }
}

interface Customer {
  system: TestSystem;
  receiver: Receiver;
  secret: string;
  before: Balance;
}

/** Waits until no promise is broken, or the time is over; returns what the caller knows then. */
async function untilSettled(customer: Customer, batch: Accepted & { rows: number }): Promise<BatchEvidence> {
  const patience = { ...PATIENCE, timeoutMs: 3_600_000 };
  await eventually(async () => (await readBatch(customer.system, batch.id)).status === 'FINISHED', patience);
  const deadline = Date.now() + PATIENCE.timeoutMs;
  for (;;) {
    const evidence = await evidenceOf(customer, batch);
    if (judgeBatch(evidence).length === 0 || Date.now() > deadline) return evidence;
    await delay(2_000);
  }
}

async function evidenceOf(
  { system, receiver, secret, before }: Customer,
  { id, rows, acceptedInS }: Accepted & { rows: number },
): Promise<BatchEvidence> {
  const calls = receiver.signed(secret);
  const manifest = (await (await system.fetch(`/batches/${id}/manifest`)).json()) as { data: { row: number }[] };
  const outcomes = await outcomesOf(system, id);
  return {
    rows,
    acceptedInS,
    batch: await readBatch(system, id),
    manifest: manifest.data.map(({ row }) => row),
    outcomes,
    listed: outcomes.length,
    before,
    after: await eventually(() => balance(system), PATIENCE),
    ends: calls.flatMap(({ webhookId, event: { type, data } }) =>
      type === 'batch.finished' ? [{ webhookId, batch: data as unknown as EndedBatch }] : [],
    ),
    received: calls.flatMap(({ webhookId, event: { type, data } }) =>
      type === 'batch.finished' ? [] : [{ webhookId, type, videoId: data.id, status: data.status }],
    ),
  };
}

async function outcomesOf(system: TestSystem, batch_id: string): Promise<Outcome[]> {
  const videos = [];
  for await (const video of listAll(system.client, '/videos', { params: { query: { batch_id } } })) videos.push(video);
  const outcomes: Outcome[] = [];
  for (let index = 0; index < videos.length; index += FILES_AT_ONCE) {
    const some = videos.slice(index, index + FILES_AT_ONCE).map(async (video): Promise<Outcome> => {
      const { id, status, credits, error, file_size: fileSize, video_url } = video;
      const response = status === 'COMPLETED' ? await fetch(video_url, { method: 'HEAD' }) : null;
      const file = response && { status: response.status, bytes: Number(response.headers.get('content-length')) };
      return { id, status, credits, error: error && error.message, file, fileSize, canceledByCaller: false };
    });
    outcomes.push(...(await Promise.all(some)));
  }
  return outcomes;
}

function readBatch(system: TestSystem, id: string): Promise<EndedBatch> {
  return eventually(() => unwrap(system.client.GET('/batches/{id}', { params: { path: { id } } })), PATIENCE);
}

function print(words: string): void {
  process.stdout.write(`  ${words}\n`);
}
