import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Webhook, WEBHOOKS_RPC } from '#libs/contracts';
import { eventually, type ReceivedCall } from '#libs/testing';
import { eventOf, type RunningWebhooks } from '../testing/running-webhooks.js';
import { startWebhooksAndServers } from '../testing/webhooks-and-servers.js';

const HOUR_MS = 3_600_000;

let webhooks: RunningWebhooks;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ webhooks, stop } = await startWebhooksAndServers());
});

afterAll(() => stop());

const recover = ({ org_id, id }: Webhook, sinceMs = Date.now() - HOUR_MS) =>
  webhooks.rpc.call(WEBHOOKS_RPC.recover, { org_id, id, since: new Date(sinceMs).toISOString() });
const videosIn = (received: readonly ReceivedCall[]) =>
  received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id).sort();
const untilDone = () => eventually(async () => (await webhooks.em.execute(`SELECT 1 FROM recoveries`)).length === 0);
const untilRecorded = (videoId: string) =>
  eventually(
    async () => (await webhooks.em.execute(`SELECT 1 FROM events WHERE subject_id = ?`, [videoId])).length === 1,
  );

describe('a recovery', () => {
  it('sends what was missed, failed or canceled, and nothing that has arrived or waits', async () => {
    const org = randomUUID();
    const broken = new Set<string>();
    const { received, url } = await webhooks.receive((_n, _request, response) => {
      const [video] = videosIn(received.slice(-1));
      response.writeHead(broken.has(video!) ? 500 : 200).end();
    });
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    const [arrived, failed, missed, unlisted] = (['finished', 'finished', 'finished', 'failed'] as const).map((step) =>
      eventOf(org, `video.${step}`),
    );
    broken.add(failed!.video.id);
    await webhooks.publish(arrived!);
    await webhooks.publish(failed!);
    await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 2);
    await webhooks.set(webhook, { enabled: false }); // cancels the second
    for (const event of [missed!, unlisted!]) {
      await webhooks.publish(event);
      await untilRecorded(event.video.id);
    }
    await webhooks.set(webhook, { enabled: true });
    broken.clear();
    expect(await recover(webhook)).toEqual({
      id: expect.any(String),
      webhook_id: webhook.id,
      since: expect.stringMatching(/\.\d{3}Z$/),
      created_at: expect.stringMatching(/\.\d{3}Z$/),
    });
    await untilDone();
    await eventually(() => received.length === 4);
    await eventually(async () => {
      const states = (await webhooks.deliveriesTo(webhook)).map(({ state }) => state);
      expect(states).toEqual(['succeeded', 'succeeded', 'succeeded']);
    });
    expect(videosIn(received)).toEqual([arrived, failed, failed, missed].map((event) => event!.video.id).sort());
    await recover(webhook); // once more: everything has arrived
    await untilDone();
    expect((await webhooks.deliveriesTo(webhook)).map(({ state }) => state)).toEqual(Array(3).fill('succeeded'));
    expect(received).toHaveLength(4);
  });

  it('leaves alone what has arrived, although a later attempt by hand was cut short', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((n, _request, response) => {
      if (n !== 2) response.end(); // the second is left hanging
    });
    const webhook = await webhooks.subscribe(org, url);
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 1);
    const [delivery] = await webhooks.deliveriesTo(webhook);
    const { org_id, id } = webhook;
    await webhooks.rpc.call(WEBHOOKS_RPC.retryDelivery, { org_id, id, delivery_id: delivery!.id });
    await eventually(() => received.length === 2);
    await webhooks.set(webhook, { enabled: false });
    expect(await webhooks.deliveriesTo(webhook)).toMatchObject([{ state: 'succeeded' }]);
    await webhooks.set(webhook, { enabled: true });
    await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 2);
    await recover(webhook);
    await untilDone();
    expect(await webhooks.deliveriesTo(webhook)).toMatchObject([{ state: 'succeeded', attempts: 2 }]);
    expect(received).toHaveLength(2);
  });

  it('gives what it sends again the whole schedule', async () => {
    const org = randomUUID();
    const { url } = await webhooks.receive((_n, _request, response) => response.writeHead(500).end());
    const webhook = await webhooks.subscribe(org, url);
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 1);
    await webhooks.em.execute(
      `UPDATE deliveries SET step = 9, attempts = 9, next_attempt_at = now() WHERE endpoint_id = ?`,
      [webhook.id],
    );
    await eventually(async () => !(await webhooks.get(webhook)).enabled);
    await webhooks.set(webhook, { enabled: true });
    await recover(webhook);
    await eventually(async () => (await webhooks.deliveriesTo(webhook))[0]!.attempts === 11);
    const [delivery] = await webhooks.deliveriesTo(webhook);
    expect(delivery).toMatchObject({ state: 'pending' });
    expect(Number(delivery!.waits_s)).toBeLessThanOrEqual(6);
    expect(await webhooks.get(webhook)).toMatchObject({ enabled: true });
    await webhooks.remove(webhook);
  });

  it('begins at `since`, ends with its order, and passes over tests, strangers and events without a body', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive();
    const sinceMs = Date.now() - HOUR_MS;
    const insert = async (atMs: number, values: { org?: string; body?: Buffer | null; test?: boolean } = {}) => {
      const video = randomUUID();
      const body = values.body === undefined ? Buffer.from(JSON.stringify({ data: { id: video } })) : values.body;
      await webhooks.em.execute(
        `INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at, body, test)
         VALUES (?, ?, ?, 2, 'video.finished', ?, ?, ?)`,
        [randomUUID(), values.org ?? org, video, new Date(atMs).toISOString(), body, values.test ?? false],
      );
      return video;
    };
    await insert(sinceMs - 1);
    await insert(Date.now() + HOUR_MS);
    await insert(sinceMs + 1, { body: null });
    await insert(sinceMs + 1, { test: true });
    await insert(sinceMs + 1, { org: randomUUID() });
    const wanted = [await insert(sinceMs), await insert(sinceMs + 1), await insert(sinceMs + 1)];
    const webhook = await webhooks.subscribe(org, url);
    await recover(webhook, sinceMs);
    await untilDone();
    await eventually(() => received.length === 3);
    expect(videosIn(received)).toEqual(wanted.sort());
    expect(await webhooks.deliveriesTo(webhook)).toHaveLength(3);
  });

  it('is refused for another time than the last 14 days, for a disabled webhook and for a stranger', async () => {
    const webhook = await webhooks.subscribe(randomUUID(), (await webhooks.receive()).url);
    const refused = (field: string, code: string) => ({ code: 'VALIDATION_ERROR', details: [{ field, code }] });
    await expect(recover(webhook, Date.now() - 15 * 24 * HOUR_MS)).rejects.toMatchObject(
      refused('since', 'VALUE_TOO_SMALL'),
    );
    await expect(recover(webhook, Date.now() + HOUR_MS)).rejects.toMatchObject(refused('since', 'VALUE_TOO_LARGE'));
    await expect(recover({ ...webhook, org_id: randomUUID() })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await webhooks.set(webhook, { enabled: false });
    await expect(recover(webhook)).rejects.toMatchObject(refused('webhook_id', 'INVALID_VALUE'));
  });

  it('ends when its webhook is disabled meanwhile', async () => {
    const org = randomUUID();
    const webhook = await webhooks.subscribe(org, (await webhooks.receive()).url);
    await webhooks.em.execute(
      `INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at, body)
       SELECT gen_random_uuid(), ?, gen_random_uuid(), 2, 'video.finished', now() - interval '1 minute', '{}'
         FROM generate_series(1, 20)`,
      [org],
    );
    await webhooks.em.transactional(async (tx) => {
      await tx.execute(`UPDATE endpoints SET enabled = true WHERE id = ?`, [webhook.id]); // the job waits for us
      await tx.execute(
        `INSERT INTO recoveries (id, endpoint_id, reached_at) VALUES (?, ?, now() - interval '1 hour')`,
        [randomUUID(), webhook.id],
      );
      await tx.execute(`UPDATE endpoints SET enabled = false WHERE id = ?`, [webhook.id]);
    });
    await untilDone();
    expect(await webhooks.deliveriesTo(webhook)).toEqual([]);
  });
});
