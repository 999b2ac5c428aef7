import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WEBHOOKS_RPC, type Webhook } from '#libs/contracts';
import { eventually } from '#libs/testing';
import { eventOf, type RunningWebhooks } from '../testing/running-webhooks.js';
import { startWebhooksAndServers } from '../testing/webhooks-and-servers.js';
import { addUpDeliveries, countDeliveries } from './delivery-counts.js';
import { DeliveryRetention } from './delivery-retention.js';

let webhooks: RunningWebhooks;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ webhooks, stop } = await startWebhooksAndServers());
});
afterAll(() => stop());

const list = ({ org_id, id }: Webhook, status?: 'failed' | 'succeeded') =>
  webhooks.rpc.call(WEBHOOKS_RPC.listDeliveries, { org_id, id, limit: 1, status });

/** Expects lists to show these numbers, and counting row by row to give the same. */
async function expectExactCounts({ id }: Webhook): Promise<void> {
  for (const status of [undefined, 'pending', 'succeeded', 'failed', 'canceled'] as const) {
    const [row] = await webhooks.em.execute<[{ total: number }]>(
      `SELECT count(*)::int AS total FROM deliveries WHERE endpoint_id = ? AND state = coalesce(?, state)`,
      [id, status ?? null],
    );
    expect([status, await countDeliveries(webhooks.em, id, status)]).toEqual([status, row.total]);
  }
}

describe('the number of deliveries', () => {
  it('is that of the rows, whatever has become of them and however often changes were added up', async () => {
    const receiver = await webhooks.receive((number, _request, response) => {
      response.writeHead(number % 3 === 0 ? 400 : 200).end();
    });
    const org = randomUUID();
    const webhook = await webhooks.subscribe(org, receiver.url, 'video.started', 'video.finished');
    for (let video = 0; video < 6; video++) await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(async () => {
      const deliveries = await webhooks.deliveriesTo(webhook);
      expect(deliveries.filter(({ attempts }) => attempts > 0)).toHaveLength(6);
    });
    await expectExactCounts(webhook);
    await Promise.all([addUpDeliveries(webhooks.em), addUpDeliveries(webhooks.em), expectExactCounts(webhook)]);
    await expectExactCounts(webhook);
    await webhooks.set(webhook, { enabled: false }); // cancels what waits
    await expectExactCounts(webhook);
    await webhooks.em.execute(`UPDATE events SET occurred_at = occurred_at - interval '31 days' WHERE org_id = ?`, [
      org,
    ]);
    await webhooks.app.get(DeliveryRetention).sweep();
    await expectExactCounts(webhook);
    expect((await list(webhook)).pagination.total).toBe(0);
    await addUpDeliveries(webhooks.em);
    expect(await webhooks.em.execute(`SELECT 1 FROM delivery_totals WHERE endpoint_id = ?`, [webhook.id])).toEqual([]);
  });

  it('costs a busy endpoint the same as any other', async () => {
    const org = randomUUID();
    const webhook = await webhooks.subscribe(org, (await webhooks.receive()).url);
    await webhooks.em.execute(
      `WITH event AS (
         INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at)
         SELECT gen_random_uuid(), ?, gen_random_uuid(), 2, 'video.finished', now() FROM generate_series(1, 30000) RETURNING *
       )
       INSERT INTO deliveries (id, event_id, endpoint_id, org_id, subject_id, sequence, state, attempts, ready)
       SELECT gen_random_uuid(), id, ?, org_id, subject_id, 2, CASE WHEN random() < 0.0005 THEN 'failed' ELSE 'succeeded' END, 0, false
         FROM event`,
      [org, webhook.id],
    );
    await addUpDeliveries(webhooks.em);
    await webhooks.em.execute('ANALYZE deliveries');
    await expectExactCounts(webhook);
    expect((await list(webhook)).pagination.total).toBe(30_000);
    // Deliveries cannot be read now; they can still be counted.
    await webhooks.em.transactional(async (tx) => {
      await tx.execute('LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE');
      expect(await countDeliveries(webhooks.em, webhook.id)).toBe(30_000);
    });
    const more = `INSERT INTO delivery_changes (endpoint_id, state, deliveries) VALUES (?, 'failed', ?)`;
    await webhooks.em.execute(more, [webhook.id, 7]);
    expect((await list(webhook)).pagination.total).toBe(30_007); // which shows that a list counts like that
    await webhooks.em.execute(more, [webhook.id, -7]);
    const plan = await webhooks.em.execute<{ 'QUERY PLAN': string }[]>(
      `EXPLAIN SELECT id FROM deliveries WHERE endpoint_id = '${webhook.id}' AND state = 'failed'
        ORDER BY created_at DESC, id DESC LIMIT 20`,
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('deliveries_not_arrived');
  });
});
