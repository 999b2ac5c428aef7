import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as ReferenceVerifier } from 'standardwebhooks';
import { type BatchEvent, type VideoEvent, type Webhook, WEBHOOKS_RPC } from '#libs/contracts';
import { eventually, type ReceivedCall } from '#libs/testing';
import { ATTEMPT_TIMEOUT_MS, eventOf, type RunningWebhooks } from '../testing/running-webhooks.js';
import { startWebhooksAndServers } from '../testing/webhooks-and-servers.js';
import { DeliveryRetention } from './delivery-retention.js';
import { sampleLowBalance } from './events/sample-low-balance.js';
import { sampleBatch } from './events/sample-batch.js';

let webhooks: RunningWebhooks;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ webhooks, stop } = await startWebhooksAndServers());
});

afterAll(() => stop());

async function untilState(webhook: Webhook, state: string, timeoutMs = 10_000) {
  return eventually(
    async () => {
      const deliveries = await webhooks.deliveriesTo(webhook);
      expect(deliveries.map((delivery) => delivery.state)).toEqual(deliveries.map(() => state));
      return deliveries.length > 0 && deliveries;
    },
    { timeoutMs },
  );
}

describe('deliveries', () => {
  it('carry the event signed, as the reference library verifies it', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((_n, _request, response) => response.end('thank you'));
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    const event = eventOf(org, 'video.finished', { status: 'COMPLETED' });
    await webhooks.publish(event);
    await untilState(webhook, 'succeeded');
    expect(received).toHaveLength(1);
    const { headers, body } = received[0]!;
    expect(new ReferenceVerifier(webhook.secret).verify(body, headers as Record<string, string>)).toEqual({
      type: 'video.finished',
      timestamp: event.occurred_at,
      org_id: org,
      data: event.video,
    });
    expect(headers['content-type']).toBe('application/json');
    expect(headers['webhook-id']).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(await webhooks.attemptsAt(webhook)).toMatchObject([
      { number: 1, status: 200, failure: null, excerpt: 'thank you' },
    ]);
  });

  it('go only to enabled endpoints of the organization that list the event', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive();
    const wanted = await webhooks.subscribe(org, `${url}/wanted`, 'video.failed', 'video.started');
    const others = [
      await webhooks.subscribe(org, `${url}/other-event`, 'video.finished'),
      await webhooks.subscribe(randomUUID(), `${url}/other-org`, 'video.failed'),
      await webhooks.rpc.call(WEBHOOKS_RPC.create, {
        org_id: org,
        body: { url: `${url}/disabled`, events: ['video.failed'], enabled: false },
      }),
    ];
    await webhooks.publish(eventOf(org, 'video.failed'));
    await untilState(wanted, 'succeeded');
    expect(received).toHaveLength(1);
    for (const other of others) expect(await webhooks.deliveriesTo(other)).toEqual([]);
  });

  it('are made once for a message that comes twice', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive();
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    const event = eventOf(org, 'video.finished');
    await webhooks.publish(event, 'first-id');
    await webhooks.publish(event, 'second-id'); // JetStream and the inbox take it for another message
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(async () => (await untilState(webhook, 'succeeded')).length === 2);
    await eventually(
      async () => (await webhooks.em.execute(`SELECT 1 FROM inbox WHERE message_id = 'second-id'`)).length === 1,
    );
    expect(received).toHaveLength(2);
  });

  it('report a finished batch once, and name the batch', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive();
    const webhook = await webhooks.subscribe(org, url, 'batch.finished');
    const batch = sampleBatch(randomUUID(), new Date());
    const event: BatchEvent = {
      schema: 1,
      type: 'batch.finished',
      occurred_at: batch.finished_at!,
      org_id: org,
      batch,
    };
    const copies = [randomUUID(), randomUUID()];
    for (const id of copies) await webhooks.publish(event, id);
    await eventually(async () => {
      const taken = await webhooks.em.execute(`SELECT 1 FROM inbox WHERE message_id IN (?, ?)`, copies);
      expect(taken).toHaveLength(2);
    });
    await untilState(webhook, 'succeeded');
    expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { type: 'batch.finished', timestamp: batch.finished_at, org_id: org, data: batch },
    ]);
    const { data } = await webhooks.rpc.call(WEBHOOKS_RPC.listDeliveries, { org_id: org, id: webhook.id });
    expect(data).toMatchObject([{ type: 'batch.finished', video_id: null, batch_id: batch.id, status: 'succeeded' }]);
  });

  it('report a low balance once, and name the alert', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive();
    const webhook = await webhooks.subscribe(org, url, 'alert.low_balance');
    const alert = sampleLowBalance(randomUUID(), new Date());
    const event = { schema: 1, type: 'alert.low_balance', occurred_at: alert.created_at, org_id: org, alert } as const;
    await webhooks.publish(event);
    await untilState(webhook, 'succeeded');
    expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { type: 'alert.low_balance', timestamp: alert.created_at, org_id: org, data: alert },
    ]);
    const { data } = await webhooks.rpc.call(WEBHOOKS_RPC.listDeliveries, { org_id: org, id: webhook.id });
    expect(data).toMatchObject([{ type: 'alert.low_balance', video_id: null, batch_id: null, alert_id: alert.id }]);
  });

  it('are tried again after a 500, in 5 s ±20 %, with the same id and bytes and a signature of its own', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((n, _request, response) => {
      response.writeHead(n === 1 ? 500 : 200).end(n === 1 ? 'no' : 'yes');
    });
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 1);
    const readAtMs = Date.now();
    const [waiting] = await webhooks.deliveriesTo(webhook);
    expect(waiting).toMatchObject({ state: 'pending', ready: false });
    expect(Number(waiting!.waits_s)).toBeLessThanOrEqual(6);
    expect(Number(waiting!.waits_s)).toBeGreaterThan(4 - (readAtMs - received[0]!.receivedAt.getTime()) / 1000);
    await webhooks.em.execute(
      `UPDATE deliveries SET next_attempt_at = next_attempt_at - interval '3 seconds' WHERE endpoint_id = ?`,
      [webhook.id],
    );
    await untilState(webhook, 'succeeded');
    expect(received).toHaveLength(2);
    const [first, second] = received as [ReceivedCall, ReceivedCall];
    expect(second.receivedAt.getTime()).toBeGreaterThanOrEqual(readAtMs + (Number(waiting!.waits_s) - 3) * 1000 - 50);
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(Number(first.headers['webhook-timestamp']));
    for (const { body, headers } of received) {
      new ReferenceVerifier(webhook.secret).verify(body, headers);
    }
    expect(await webhooks.attemptsAt(webhook)).toMatchObject([
      { number: 1, status: 500 },
      { number: 2, status: 200 },
    ]);
  });

  it.each<[string, RequestListener, number | null, string | null]>([
    ['a redirect, which is not followed', (_q, r) => r.writeHead(307, { location: '/elsewhere' }).end(), 307, null],
    ['a reset connection', (_q, r) => r.socket?.destroy(), null, 'UNREACHABLE'],
    ['a 404', (_q, r) => r.writeHead(404).end(), 404, null],
  ])('wait for another attempt after %s', async (_what, answer, status, failure) => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((_n, request, response) => answer(request, response));
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 1);
    const [attempt] = await webhooks.attemptsAt(webhook);
    expect(attempt?.status).toBe(status);
    expect(attempt?.failure?.split(':')[0] ?? null).toBe(failure);
    const [delivery] = await webhooks.deliveriesTo(webhook);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, lease_token: null });
    expect(Number(delivery?.waits_s)).toBeLessThanOrEqual(6);
    expect(received).toHaveLength(1);
    await webhooks.remove(webhook);
  });

  it('honor Retry-After within twice the delay', async () => {
    const org = randomUUID();
    const { url } = await webhooks.receive((_n, _q, response) =>
      response.writeHead(429, { 'retry-after': '1000000000' }).end(),
    );
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 1);
    const [delivery] = await webhooks.deliveriesTo(webhook);
    expect(Number(delivery?.waits_s)).toBeGreaterThan(6);
    expect(Number(delivery?.waits_s)).toBeLessThanOrEqual(12);
    await webhooks.remove(webhook);
  });

  it('honor the first of two Retry-After headers, and record the attempt', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((_n, _q, response) =>
      response.writeHead(503, ['Retry-After', '1000000000', 'Retry-After', '1']).end(),
    );
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 1);
    expect(await webhooks.attemptsAt(webhook)).toMatchObject([{ number: 1, status: 503, failure: null }]);
    const [delivery] = await webhooks.deliveriesTo(webhook);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, lease_token: null });
    expect(Number(delivery?.waits_s)).toBeGreaterThan(6);
    expect(received).toHaveLength(1);
    await webhooks.remove(webhook);
  });

  it('record an attempt that could not be made, and continue in the schedule', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive();
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    await webhooks.em.execute(`UPDATE endpoints SET sealed_secret = '\\x00' WHERE id = ?`, [webhook.id]);
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 1);
    expect(await webhooks.attemptsAt(webhook)).toMatchObject([
      { number: 1, status: null, failure: 'INTERNAL_ERROR: the attempt could not be made' },
    ]);
    const [delivery] = await webhooks.deliveriesTo(webhook);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, lease_token: null });
    expect(Number(delivery?.waits_s)).toBeLessThanOrEqual(6);
    expect(received).toHaveLength(0);
    await webhooks.remove(webhook);
  });

  it('give up on an answer that drips on beyond the time limit, while other endpoints are served at once', async () => {
    const org = randomUUID();
    let [open, mostOpen] = [0, 0];
    const slow = await webhooks.receive((_n, _request, response) => {
      mostOpen = Math.max(mostOpen, (open += 1));
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 100);
      response.on('close', () => {
        clearInterval(drip);
        open -= 1;
      });
    });
    const quick = await webhooks.receive();
    const slowHook = await webhooks.subscribe(org, slow.url, 'video.finished');
    const quickHook = await webhooks.subscribe(org, quick.url, 'video.finished');
    for (let i = 0; i < 12; i += 1) await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(() => quick.received.length === 12);
    expect(await webhooks.attemptsAt(slowHook)).toEqual([]); // none of its attempts has ended
    await eventually(async () => (await webhooks.attemptsAt(slowHook)).length >= 10);
    expect(mostOpen).toBe(10); // its share of the slots
    const [attempt] = await webhooks.attemptsAt(slowHook);
    expect(attempt).toMatchObject({ status: null, failure: 'TIMED_OUT: took longer than 2 s' });
    expect(attempt!.duration_ms).toBeGreaterThanOrEqual(ATTEMPT_TIMEOUT_MS - 1);
    expect(attempt!.duration_ms).toBeLessThan(ATTEMPT_TIMEOUT_MS + 1_000);
    await untilState(quickHook, 'succeeded');
    await webhooks.remove(slowHook);
  });

  it('end at once on 410, which disables the endpoint and drops what it had pending', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((n, _request, response) =>
      response.writeHead(n === 1 ? 500 : 410).end(),
    );
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 1);
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(async () => !(await webhooks.get(webhook)).enabled);
    expect(await webhooks.get(webhook)).toMatchObject({ disabled_reason: 'The endpoint answered 410 Gone.' });
    expect((await webhooks.deliveriesTo(webhook)).map(({ state }) => state).sort()).toEqual(['canceled', 'failed']);
    const enabled = await webhooks.set(webhook, { enabled: true });
    expect(enabled).toMatchObject({ enabled: true, disabled_reason: null });
    expect(received).toHaveLength(2);
  });

  it('disable the endpoint when the tenth attempt fails and none has succeeded for 24 h, and not otherwise', async () => {
    const org = randomUUID();
    const { url } = await webhooks.receive((_n, request, response) => {
      response.writeHead(request.url === '/hooks/well' ? 200 : 500).end();
    });
    const exhaust = async (webhook: Webhook) => {
      await eventually(async () => (await webhooks.attemptsAt(webhook)).some(({ status }) => status === 500));
      await webhooks.em.execute(
        `UPDATE deliveries SET step = 9, next_attempt_at = now() WHERE endpoint_id = ? AND state = 'pending'`,
        [webhook.id],
      );
      await eventually(async () => (await webhooks.deliveriesTo(webhook)).some(({ state }) => state === 'failed'));
    };
    const dead = await webhooks.subscribe(org, url, 'video.finished');
    const flapping = await webhooks.subscribe(org, `${url}/well`, 'video.finished');
    await webhooks.publish(eventOf(org, 'video.finished'));
    await untilState(flapping, 'succeeded');
    await webhooks.set(flapping, { url });
    await webhooks.publish(eventOf(org, 'video.finished'));
    await exhaust(flapping);
    await exhaust(dead);
    expect(await webhooks.get(flapping)).toMatchObject({ enabled: true, disabled_reason: null });
    expect(await webhooks.get(dead)).toMatchObject({
      enabled: false,
      disabled_reason: expect.stringContaining('24 hours'),
    });
  });

  it('stop when the endpoint is disabled, and missed events are not sent later', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((_n, _request, response) => response.writeHead(500).end());
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    const set = (enabled: boolean) => webhooks.set(webhook, { enabled });
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 1);
    await set(false);
    const missed = eventOf(org, 'video.finished');
    await webhooks.publish(missed);
    await eventually(
      async () =>
        (await webhooks.em.execute(`SELECT 1 FROM events WHERE subject_id = ?`, [missed.video.id])).length === 1,
    );
    await set(true);
    await webhooks.letTimePass(webhook);
    const next = eventOf(org, 'video.finished');
    await webhooks.publish(next);
    await eventually(() => received.length === 2);
    expect(JSON.parse(received[1]!.body)).toMatchObject({ data: { id: next.video.id } });
    expect((await webhooks.deliveriesTo(webhook)).map(({ state }) => state).sort()).toEqual(['canceled', 'pending']);
    await set(false);
  });

  it('begin in order for each video: `finished` waits until the first attempt of `started` has ended', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((n, _request, response) => {
      setTimeout(() => response.writeHead(n === 2 ? 500 : 200).end(), n === 2 ? 600 : 0);
    });
    const webhook = await webhooks.subscribe(org, url, 'video.started', 'video.finished');
    const video = { id: randomUUID(), started_at: new Date().toISOString() };
    // In reverse order, as the stream delivers them if the first has failed once. When an event published later has arrived,
    // `finished` has been received.
    await webhooks.publish(eventOf(org, 'video.finished', video));
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(() => received.length === 1);
    await webhooks.publish(eventOf(org, 'video.started', video));
    await eventually(() => received.length >= 3);
    const [, first, second] = received as [ReceivedCall, ReceivedCall, ReceivedCall];
    expect([first, second].map(({ body }) => (JSON.parse(body) as VideoEvent).type)).toEqual([
      'video.started',
      'video.finished',
    ]);
    expect(second.receivedAt.getTime() - first.receivedAt.getTime()).toBeGreaterThanOrEqual(600);
    expect(second.receivedAt.getTime() - first.receivedAt.getTime()).toBeLessThan(3_500); // a retry of `started` blocks no other delivery
    await webhooks.letTimePass(webhook);
    await untilState(webhook, 'succeeded');
  });

  it('are taken over from a process that died while it attempted them', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive();
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    const event = eventOf(org, 'video.finished');
    const eventId = randomUUID();
    const body = Buffer.from('{"frozen":true}');
    await webhooks.em.execute(
      `INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at, body) VALUES (?, ?, ?, 2, 'video.finished', now(), ?)`,
      [eventId, org, event.video.id, body],
    );
    const insert = (lease: string) =>
      webhooks.em.execute(
        `INSERT INTO deliveries (id, event_id, endpoint_id, org_id, subject_id, sequence, ready, lease_token, next_attempt_at)
         VALUES (?, ?, ?, ?, ?, 2, false, ?, now() + interval '${lease}')`,
        [randomUUID(), eventId, webhook.id, org, event.video.id, randomUUID()],
      );
    await insert('1500 milliseconds');
    const leasedAtMs = Date.now();
    await untilState(webhook, 'succeeded');
    expect(received[0]!.receivedAt.getTime() - leasedAtMs).toBeGreaterThanOrEqual(1_400);
    expect(received.map(({ body: sent, headers }) => [sent, headers['webhook-id']])).toEqual([
      [body.toString(), `evt_${eventId.replaceAll('-', '')}`],
    ]);
  });

  it('survive a stop in the middle of an attempt: the successor sends the same bytes', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((n, _request, response) => {
      if (n > 1) response.end();
    });
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(() => received.length === 1);
    await webhooks.restart();
    await untilState(webhook, 'succeeded');
    expect(received).toHaveLength(2);
    expect(received[1]!.body).toBe(received[0]!.body);
    expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id']);
    expect(await webhooks.deliveriesTo(webhook)).toMatchObject([{ attempts: 1 }]); // the cut-off one does not count
  });

  it('are forgotten after the retention time, but never while one is pending', async () => {
    const org = randomUUID();
    const { url } = await webhooks.receive((_n, request, response) => {
      response.writeHead(request.url === '/hooks/well' ? 200 : 500).end();
    });
    const done = await webhooks.subscribe(org, `${url}/well`, 'video.finished');
    const pending = await webhooks.subscribe(org, url, 'video.failed');
    await webhooks.publish(eventOf(org, 'video.finished'));
    await webhooks.publish(eventOf(org, 'video.failed'));
    await untilState(done, 'succeeded');
    await eventually(async () => (await webhooks.attemptsAt(pending)).length === 1);
    await webhooks.em.execute(`UPDATE events SET occurred_at = now() - interval '31 days' WHERE org_id = ?`, [org]);
    await webhooks.app.get(DeliveryRetention).sweep();
    expect(await webhooks.deliveriesTo(done)).toEqual([]);
    expect(await webhooks.attemptsAt(done)).toEqual([]);
    expect(await webhooks.deliveriesTo(pending)).toHaveLength(1);
  });
});
