import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { type DeliveryStatus, type Webhook, WEBHOOKS_RPC } from '#libs/contracts';
import { eventually } from '#libs/testing';
import { eventOf, type RunningWebhooks } from '../testing/running-webhooks.js';
import { startWebhooksAndServers } from '../testing/webhooks-and-servers.js';

/** Two batches and a bit. */
const MANY = 1_200;
const BATCH = 500;

let webhooks: RunningWebhooks;
let client: pg.Client;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ webhooks, client, stop } = await startWebhooksAndServers());
});

afterAll(() => stop());

/** Deliveries whose next attempt is an hour away. */
async function giveWaiting({ id, org_id }: Webhook, count: number): Promise<void> {
  await client.query(
    `WITH event AS (
       INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at, body)
       SELECT gen_random_uuid(), $2, gen_random_uuid(), 2, 'video.finished', now(), '{"waited":true}'
         FROM generate_series(1, $3::int) RETURNING *
     )
     INSERT INTO deliveries (id, event_id, endpoint_id, org_id, subject_id, sequence, attempts, step, ready, next_attempt_at)
     SELECT gen_random_uuid(), id, $1, org_id, subject_id, sequence, 1, 1, false, now() + interval '1 hour' FROM event`,
    [id, org_id, count],
  );
}

/** Runs `work` with the id of a waiting delivery that another transaction has locked until the end of `work`. */
async function whileOneIsLocked({ id }: Webhook, work: (locked: string) => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM deliveries WHERE endpoint_id = $1 AND state = 'pending' LIMIT 1 FOR UPDATE`,
    [id],
  );
  try {
    await work(rows[0]!.id);
  } finally {
    await client.query('COMMIT');
  }
}

async function countOf({ id }: Webhook, state: DeliveryStatus): Promise<number> {
  const [row] = await webhooks.em.execute<[{ count: number }]>(
    'SELECT count(*)::int AS count FROM deliveries WHERE endpoint_id = ? AND state = ?',
    [id, state],
  );
  return row.count;
}

/** The most of the endpoint's deliveries that one transaction has canceled. */
async function largestBatch({ id }: Webhook): Promise<number> {
  const [row] = await webhooks.em.execute<[{ largest: number }]>(
    `SELECT max(count)::int AS largest FROM (
       SELECT count(*) FROM deliveries WHERE endpoint_id = ? AND state = 'canceled' GROUP BY xmin::text) AS batches`,
    [id],
  );
  return row.largest;
}

describe('the deliveries that wait for a webhook', () => {
  it('are dropped in batches when it is disabled, whatever one of them is in', async () => {
    const org = randomUUID();
    const webhook = await webhooks.subscribe(org, (await webhooks.receive()).url);
    await giveWaiting(webhook, MANY);
    await whileOneIsLocked(webhook, async () => {
      expect(await webhooks.set(webhook, { enabled: false })).toMatchObject({ enabled: false });
      await eventually(async () => expect(await countOf(webhook, 'pending')).toBe(1));
    });
    await eventually(async () => expect(await countOf(webhook, 'canceled')).toBe(MANY));
    expect(await largestBatch(webhook)).toBeLessThanOrEqual(BATCH);
    const { pagination } = await webhooks.rpc.call(WEBHOOKS_RPC.listDeliveries, {
      ...{ org_id: org, id: webhook.id },
      status: 'canceled',
    });
    expect(pagination.total).toBe(MANY);
  });

  it('are dropped in batches when it answers 410', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((_n, _request, response) => response.writeHead(410).end());
    const webhook = await webhooks.subscribe(org, url);
    await giveWaiting(webhook, MANY);
    await whileOneIsLocked(webhook, async () => {
      await webhooks.publish(eventOf(org, 'video.finished'));
      await eventually(async () => expect(await webhooks.get(webhook)).toMatchObject({ enabled: false }));
    });
    await eventually(async () => expect(await countOf(webhook, 'canceled')).toBe(MANY));
    expect(await largestBatch(webhook)).toBeLessThanOrEqual(BATCH);
    expect(received).toHaveLength(1);
  });

  it('are never sent, though it is enabled before all of them are dropped; what comes later is', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive();
    const webhook = await webhooks.subscribe(org, url);
    await giveWaiting(webhook, 2);
    const next = eventOf(org, 'video.finished');
    let asked = '';
    await whileOneIsLocked(webhook, async (locked) => {
      await webhooks.set(webhook, { enabled: false });
      await eventually(async () => expect(await countOf(webhook, 'canceled')).toBe(1));
      await webhooks.set(webhook, { enabled: true });
      await client.query('UPDATE deliveries SET ready = true, next_attempt_at = now() WHERE id = $1', [locked]);
      await webhooks.publish(next);
      await eventually(async () => expect(await countOf(webhook, 'pending')).toBe(2));
      const [canceled] = await webhooks.em.execute<[{ id: string }]>(
        `SELECT id FROM deliveries WHERE endpoint_id = ? AND state = 'canceled'`,
        [webhook.id],
      );
      asked = canceled.id;
      await webhooks.rpc.call(WEBHOOKS_RPC.retryDelivery, { org_id: org, id: webhook.id, delivery_id: asked });
    });
    await eventually(async () => expect(await countOf(webhook, 'succeeded')).toBe(2));
    await eventually(async () => expect(await countOf(webhook, 'canceled')).toBe(1));
    const [row] = await webhooks.em.execute<[{ state: string }]>('SELECT state FROM deliveries WHERE id = ?', [asked]);
    expect(row.state).toBe('succeeded');
    const sent = received.map(({ body }) => (JSON.parse(body) as { data?: { id: string } }).data?.id);
    expect(sent.toSorted()).toEqual([next.video.id, undefined].toSorted());
  });

  it('are sent again by a recovery that was ordered before all of them were dropped', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive();
    const webhook = await webhooks.subscribe(org, url);
    await giveWaiting(webhook, 3);
    await whileOneIsLocked(webhook, async () => {
      await webhooks.set(webhook, { enabled: false });
      await webhooks.set(webhook, { enabled: true });
      const since = new Date(Date.now() - 3_600_000).toISOString();
      await webhooks.rpc.call(WEBHOOKS_RPC.recover, { org_id: org, id: webhook.id, since });
      await eventually(async () => expect(await countOf(webhook, 'canceled')).toBe(2));
    });
    await eventually(async () => expect(await countOf(webhook, 'succeeded')).toBe(3));
    expect(received).toHaveLength(3);
  });
});
