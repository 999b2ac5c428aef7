import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Webhook, WEBHOOKS_RPC } from '#libs/contracts';
import { MessagingModule, RpcClient } from '#libs/messaging';
import { createService, type Service } from '#libs/runtime';
import { eventually, type ServiceServers, startServers, TYPESCRIPT_ARGUMENTS } from '#libs/testing';
import { startWebhooks } from '../testing/running-webhooks.js';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const EVENTS = 2_000;

let servers: ServiceServers;
let webhook: Webhook;
let asker: Service;
let service: ChildProcess | undefined;

beforeAll(async () => {
  servers = await startServers('webhooks');
  const webhooks = await startWebhooks(servers);
  webhook = await webhooks.subscribe(randomUUID(), (await webhooks.receive()).url);
  await webhooks.stop();
  asker = await createService('gateway', MessagingModule.forService('gateway'));
  await asker.app.init();
});

afterAll(async () => {
  service?.kill('SIGKILL');
  await asker.app.close();
  await servers.stop();
});

const startProcess = () =>
  spawn(process.execPath, [...TYPESCRIPT_ARGUMENTS, MAIN], { env: process.env, stdio: 'inherit' });

it('continues after a kill -9 in its middle, and leaves nothing out', async () => {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  await client.query(
    `INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at, body)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), 2, 'video.finished', now() - n * interval '1 second', '{}'
       FROM generate_series(1, ${EVENTS}) AS n`,
    [webhook.org_id],
  );
  // A canceled delivery of the newest event, locked: the job cannot get past it.
  await client.query(
    `INSERT INTO deliveries (id, event_id, endpoint_id, org_id, subject_id, sequence, state)
     SELECT gen_random_uuid(), id, $2, org_id, subject_id, 2, 'canceled' FROM events WHERE org_id = $1
      ORDER BY occurred_at DESC LIMIT 1`,
    [webhook.org_id, webhook.id],
  );
  await client.query(`BEGIN`);
  await client.query(`SELECT 1 FROM deliveries WHERE endpoint_id = $1 FOR UPDATE`, [webhook.id]);
  const queued = async () =>
    (await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM deliveries WHERE state <> 'canceled'`)).rows[0]!
      .n;

  service = startProcess();
  const order = {
    org_id: webhook.org_id,
    id: webhook.id,
    since: new Date(Date.now() - EVENTS * 1_000 - 60_000).toISOString(),
  };
  await eventually(() => asker.app.get(RpcClient).call(WEBHOOKS_RPC.recover, order));
  await eventually(async () => (await queued()) > 0);
  service.kill('SIGKILL');
  await once(service, 'exit');
  expect(await queued()).toBeLessThan(EVENTS);
  await client.query(`ROLLBACK`);

  service = startProcess();
  await eventually(async () => (await queued()) === EVENTS);
  await eventually(async () => (await client.query(`SELECT 1 FROM recoveries`)).rows.length === 0);
  expect((await client.query(`SELECT DISTINCT event_id FROM deliveries`)).rows).toHaveLength(EVENTS);
  await client.end();
});
