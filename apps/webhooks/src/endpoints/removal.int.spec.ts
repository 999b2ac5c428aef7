import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import { type Webhook, WEBHOOKS_RPC } from '#libs/contracts';
import { eventually } from '#libs/testing';
import { eventOf, type RunningWebhooks } from '../testing/running-webhooks.js';
import { startWebhooksAndServers } from '../testing/webhooks-and-servers.js';

let webhooks: RunningWebhooks;
let client: pg.Client;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ webhooks, client, stop } = await startWebhooksAndServers());
});

afterAll(() => stop());

async function giveDeliveries({ id, org_id }: Webhook, count: number, state: 'succeeded' | 'pending'): Promise<void> {
  await client.query(
    `WITH event AS (
       INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at, body)
       SELECT gen_random_uuid(), $2, gen_random_uuid(), 2, 'video.failed', now(), '{}' FROM generate_series(1, $3::int)
       RETURNING *
     ), sent AS (
       INSERT INTO deliveries (id, event_id, endpoint_id, org_id, subject_id, sequence, state, attempts)
       SELECT gen_random_uuid(), id, $1, org_id, subject_id, sequence, $4, 1 FROM event RETURNING id
     )
     INSERT INTO attempts (delivery_id, number, started_at, duration_ms, status, response_excerpt)
     SELECT id, 1, now(), 1, 200, '' FROM sent`,
    [id, org_id, count, state],
  );
}

/** The endpoint's row and its deliveries, as everybody sees them. */
async function rowsOf({ id }: Webhook): Promise<number> {
  const found = await webhooks.em.execute(
    `SELECT 1 FROM deliveries WHERE endpoint_id = ? UNION ALL SELECT 1 FROM endpoints WHERE id = ?`,
    [id, id],
  );
  return found.length;
}

it('a webhook is gone at once, whatever its deliveries are in, and they follow in batches', async () => {
  const org = randomUUID();
  const { received, url } = await webhooks.receive();
  const webhook = await webhooks.subscribe(org, url, 'video.failed', 'video.finished');
  const other = await webhooks.subscribe(org, `${url}/other`, 'video.finished');
  await giveDeliveries(webhook, 1_200, 'succeeded');
  await client.query('BEGIN');
  await client.query(`SELECT 1 FROM deliveries WHERE endpoint_id = $1 LIMIT 1 FOR UPDATE`, [webhook.id]);
  await giveDeliveries(webhook, 30, 'pending'); // due as soon as this commits

  await webhooks.remove(webhook);
  const missing = { code: 'RESOURCE_NOT_FOUND' };
  await expect(webhooks.get(webhook)).rejects.toMatchObject(missing);
  await expect(webhooks.remove(webhook)).rejects.toMatchObject(missing);
  await expect(webhooks.set(webhook, { enabled: true })).rejects.toMatchObject(missing);
  const listed = await webhooks.rpc.call(WEBHOOKS_RPC.list, { org_id: org });
  expect(listed.data.map(({ id }) => id)).toEqual([other.id]);

  await eventually(async () => expect(await rowsOf(webhook)).toBe(2)); // what is locked, and the row that waits for it
  await client.query('COMMIT');
  await webhooks.publish(eventOf(org, 'video.finished'));
  await eventually(() => received.some(({ path }) => path === '/hooks/other'));
  await eventually(async () => expect(await rowsOf(webhook)).toBe(0));
  expect(received.filter(({ path }) => path === '/hooks')).toEqual([]);
});

it('a deleted webhook leaves its place, and nothing that waits for it is attempted', async () => {
  const org = randomUUID();
  const { received, url } = await webhooks.receive((_n, _request, response) => response.writeHead(500).end());
  const webhook = await webhooks.subscribe(org, url);
  for (let count = 1; count < 20; count += 1) await webhooks.subscribe(org, url, 'video.failed');
  await webhooks.publish(eventOf(org, 'video.finished'));
  await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 1);
  await client.query('BEGIN');
  await client.query(`SELECT 1 FROM deliveries WHERE endpoint_id = $1 FOR KEY SHARE`, [webhook.id]);
  await webhooks.remove(webhook);
  await client.query(`UPDATE deliveries SET next_attempt_at = now(), ready = true WHERE endpoint_id = $1`, [
    webhook.id,
  ]);
  await client.query('COMMIT');
  const again = await webhooks.subscribe(org, `${url}/again`);
  await eventually(async () => expect(await rowsOf(webhook)).toBe(0));
  await webhooks.publish(eventOf(org, 'video.finished'));
  await eventually(async () => (await webhooks.attemptsAt(again)).length === 1);
  expect(received.filter(({ path }) => path === '/hooks')).toHaveLength(1);
});
