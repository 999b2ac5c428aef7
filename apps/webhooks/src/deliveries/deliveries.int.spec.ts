import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EntityManager } from '@mikro-orm/postgresql';
import { Webhook as ReferenceVerifier } from 'standardwebhooks';
import { type Video, type VideoEvent, type VideoEventType, type Webhook, WEBHOOKS_RPC } from '#libs/contracts';
import { connectHandlers, JetStreamPublisher, RpcClient } from '#libs/messaging';
import { createService, type Service, startService } from '#libs/runtime';
import { eventually, startNats, startPostgres, type TestNats, type TestPostgres } from '#libs/testing';
import { WebhooksModule } from '../webhooks.module.js';
import { Retention } from './retention.js';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

/** In place of 15 s: enough for any answer on this machine that comes at all. */
const TIMEOUT_MS = 2_000;

let postgres: TestPostgres;
let nats: TestNats;
let service: Service;
let client: RpcClient;
let em: EntityManager;
const servers: Server[] = [];

async function startWebhooks(): Promise<void> {
  service = await createService('webhooks', WebhooksModule);
  connectHandlers(service.app);
  await startService(service);
  client = service.app.get(RpcClient);
  em = service.app.get(EntityManager).fork();
}

beforeAll(async () => {
  [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  Object.assign(process.env, {
    DATABASE_URL: await postgres.createOwner('webhooks'),
    NATS_URL: nats.url,
    MIGRATE_ON_START: 'true',
    LOG_LEVEL: 'error',
    WEBHOOK_SECRET_KEY: randomBytes(32).toString('base64'),
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    ALLOW_HTTP_TARGETS: 'true',
    DELIVERY_TIMEOUT_MS: String(TIMEOUT_MS),
    DELIVERY_GRACE_MS: '200',
  });
  await startWebhooks();
}, 60_000);

afterAll(async () => {
  for (const server of servers) server.closeAllConnections();
  await service.app.close();
  for (const server of servers) server.close();
  await Promise.all([postgres.stop(), nats.stop()]);
});

/** A real receiver; `answer` is asked for every request with its number, from 1. */
async function receive(answer: (number: number, ...args: Parameters<RequestListener>) => unknown) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body, atMs: Date.now() });
      answer(received.length, request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

const subscribe = (org: string, url: string, ...events: VideoEventType[]) =>
  client.call(WEBHOOKS_RPC.create, { org_id: org, body: { url, events } });
const lookUp = ({ org_id, id }: Webhook) => client.call(WEBHOOKS_RPC.get, { org_id, id });

const eventOf = (org: string, type: VideoEventType, video: Partial<Video> = {}): VideoEvent => ({
  schema: 1,
  type,
  sequence: type === 'video.started' ? 1 : 2,
  occurred_at: new Date().toISOString(),
  org_id: org,
  video: { id: randomUUID(), status: 'PROCESSING', metadata: 'naïve 😀', started_at: null, ...video } as Video,
});

const tell = (event: VideoEvent, id: string = randomUUID()) =>
  service.app.get(JetStreamPublisher).publish({ stream: 'VIDEO', subject: event.type, id, payload: event });

const deliveriesTo = ({ id }: Webhook) =>
  em.execute<{ state: string; attempts: number; ready: boolean; waits_s: string; lease_token: string | null }[]>(
    `SELECT state, attempts, ready, lease_token, extract(epoch FROM next_attempt_at - now()) AS waits_s
       FROM deliveries WHERE endpoint_id = ? ORDER BY sequence`,
    [id],
  );
const attemptsAt = ({ id }: Webhook) =>
  em.execute<{ number: number; duration_ms: number; status: number | null; failure: string | null; excerpt: string }[]>(
    `SELECT a.number, a.duration_ms, a.status, a.failure, encode(a.response_excerpt, 'escape') AS excerpt
       FROM attempts a JOIN deliveries d ON d.id = a.delivery_id WHERE d.endpoint_id = ? ORDER BY a.number`,
    [id],
  );
/** As if the time until the next attempt had passed. */
const letTimePass = ({ id }: Webhook) =>
  em.execute(`UPDATE deliveries SET next_attempt_at = now() WHERE endpoint_id = ? AND state = 'pending'`, [id]);

async function untilState(webhook: Webhook, state: string, timeoutMs = 10_000) {
  return eventually(
    async () => {
      const deliveries = await deliveriesTo(webhook);
      expect(deliveries.map((delivery) => delivery.state)).toEqual(deliveries.map(() => state));
      return deliveries.length > 0 && deliveries;
    },
    { timeoutMs },
  );
}

describe('deliveries', () => {
  it('carry the event signed, as the reference library verifies it', async () => {
    const org = randomUUID();
    const { received, url } = await receive((_n, _request, response) => response.end('thank you'));
    const webhook = await subscribe(org, url, 'video.finished');
    const event = eventOf(org, 'video.finished', { status: 'COMPLETED' });
    await tell(event);
    await untilState(webhook, 'succeeded');
    expect(received).toHaveLength(1);
    const { headers, body } = received[0]!;
    expect(new ReferenceVerifier(webhook.secret!).verify(body, headers as Record<string, string>)).toEqual({
      type: 'video.finished',
      timestamp: event.occurred_at,
      org_id: org,
      data: event.video,
    });
    expect(headers['content-type']).toBe('application/json');
    expect(headers['webhook-id']).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(await attemptsAt(webhook)).toMatchObject([{ number: 1, status: 200, failure: null, excerpt: 'thank you' }]);
  });

  it('go only to enabled endpoints of the organization that list the event', async () => {
    const org = randomUUID();
    const { received, url } = await receive((_n, _request, response) => response.end());
    const wanted = await subscribe(org, `${url}/wanted`, 'video.failed', 'video.started');
    const others = [
      await subscribe(org, `${url}/other-event`, 'video.finished'),
      await subscribe(randomUUID(), `${url}/other-org`, 'video.failed'),
      await client.call(WEBHOOKS_RPC.create, {
        org_id: org,
        body: { url: `${url}/disabled`, events: ['video.failed'], enabled: false },
      }),
    ];
    await tell(eventOf(org, 'video.failed'));
    await untilState(wanted, 'succeeded');
    expect(received).toHaveLength(1);
    for (const other of others) expect(await deliveriesTo(other)).toEqual([]);
  });

  it('are made once for a message that comes twice', async () => {
    const org = randomUUID();
    const { received, url } = await receive((_n, _request, response) => response.end());
    const webhook = await subscribe(org, url, 'video.finished');
    const event = eventOf(org, 'video.finished');
    await tell(event, 'first-id');
    await tell(event, 'second-id'); // JetStream and the inbox take it for another message
    await tell(eventOf(org, 'video.finished'));
    await eventually(async () => (await untilState(webhook, 'succeeded')).length === 2);
    await eventually(async () => (await em.execute(`SELECT 1 FROM inbox WHERE message_id = 'second-id'`)).length === 1);
    expect(received).toHaveLength(2);
  });

  it('are tried again after a 500, in 5 s ±20 %, with the same id and bytes and a signature of its own', async () => {
    const org = randomUUID();
    const { received, url } = await receive((n, _request, response) => {
      response.writeHead(n === 1 ? 500 : 200).end(n === 1 ? 'no' : 'yes');
    });
    const webhook = await subscribe(org, url, 'video.finished');
    await tell(eventOf(org, 'video.finished'));
    await eventually(async () => (await attemptsAt(webhook)).length === 1);
    const readAtMs = Date.now();
    const [waiting] = await deliveriesTo(webhook);
    expect(waiting).toMatchObject({ state: 'pending', ready: false });
    expect(Number(waiting!.waits_s)).toBeLessThanOrEqual(6);
    expect(Number(waiting!.waits_s)).toBeGreaterThan(4 - (readAtMs - received[0]!.atMs) / 1000);
    await em.execute(
      `UPDATE deliveries SET next_attempt_at = next_attempt_at - interval '3 seconds' WHERE endpoint_id = ?`,
      [webhook.id],
    );
    await untilState(webhook, 'succeeded');
    expect(received).toHaveLength(2);
    const [first, second] = received as [Received, Received];
    expect(second.atMs).toBeGreaterThanOrEqual(readAtMs + (Number(waiting!.waits_s) - 3) * 1000 - 50);
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(Number(first.headers['webhook-timestamp']));
    for (const { body, headers } of received) {
      new ReferenceVerifier(webhook.secret!).verify(body, headers as Record<string, string>);
    }
    expect(await attemptsAt(webhook)).toMatchObject([
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
    const { received, url } = await receive((_n, request, response) => answer(request, response));
    const webhook = await subscribe(org, url, 'video.finished');
    await tell(eventOf(org, 'video.finished'));
    await eventually(async () => (await attemptsAt(webhook)).length === 1);
    const [attempt] = await attemptsAt(webhook);
    expect(attempt?.status).toBe(status);
    expect(attempt?.failure?.split(':')[0] ?? null).toBe(failure);
    const [delivery] = await deliveriesTo(webhook);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, lease_token: null });
    expect(Number(delivery?.waits_s)).toBeLessThanOrEqual(6);
    expect(received).toHaveLength(1);
    await client.call(WEBHOOKS_RPC.remove, { org_id: org, id: webhook.id });
  });

  it('honour Retry-After within twice the delay', async () => {
    const org = randomUUID();
    const { url } = await receive((_n, _q, response) => response.writeHead(429, { 'retry-after': '1000000000' }).end());
    const webhook = await subscribe(org, url, 'video.finished');
    await tell(eventOf(org, 'video.finished'));
    await eventually(async () => (await attemptsAt(webhook)).length === 1);
    const [delivery] = await deliveriesTo(webhook);
    expect(Number(delivery?.waits_s)).toBeGreaterThan(6);
    expect(Number(delivery?.waits_s)).toBeLessThanOrEqual(12);
    await client.call(WEBHOOKS_RPC.remove, { org_id: org, id: webhook.id });
  });

  it('give up on an answer that drips on beyond the time limit, while other endpoints are served at once', async () => {
    const org = randomUUID();
    const slow = await receive((_n, _request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 100);
      response.on('close', () => clearInterval(drip));
    });
    const quick = await receive((_n, _request, response) => response.end());
    const slowHook = await subscribe(org, slow.url, 'video.finished');
    const quickHook = await subscribe(org, quick.url, 'video.finished');
    for (let i = 0; i < 12; i += 1) await tell(eventOf(org, 'video.finished'));
    await eventually(() => quick.received.length === 12);
    expect(slow.received).toHaveLength(10); // its share of the slots, all of them taken still
    expect(await attemptsAt(slowHook)).toEqual([]);
    await eventually(async () => (await attemptsAt(slowHook)).length >= 10);
    const [attempt] = await attemptsAt(slowHook);
    expect(attempt).toMatchObject({ status: null, failure: 'TIMED_OUT: took longer than 2 s' });
    expect(attempt!.duration_ms).toBeGreaterThanOrEqual(TIMEOUT_MS - 1);
    expect(attempt!.duration_ms).toBeLessThan(TIMEOUT_MS + 1_000);
    await untilState(quickHook, 'succeeded');
    await client.call(WEBHOOKS_RPC.remove, { org_id: org, id: slowHook.id });
  });

  it('end at once on 410, which disables the endpoint and drops what it had pending', async () => {
    const org = randomUUID();
    const { received, url } = await receive((n, _request, response) => response.writeHead(n === 1 ? 500 : 410).end());
    const webhook = await subscribe(org, url, 'video.finished');
    await tell(eventOf(org, 'video.finished'));
    await eventually(async () => (await attemptsAt(webhook)).length === 1);
    await tell(eventOf(org, 'video.finished'));
    await eventually(async () => !(await lookUp(webhook)).enabled);
    expect(await lookUp(webhook)).toMatchObject({ disabled_reason: 'The endpoint answered 410 Gone.' });
    expect((await deliveriesTo(webhook)).map(({ state }) => state).sort()).toEqual(['canceled', 'failed']);
    const enabled = await client.call(WEBHOOKS_RPC.update, { org_id: org, id: webhook.id, body: { enabled: true } });
    expect(enabled).toMatchObject({ enabled: true, disabled_reason: null });
    expect(received).toHaveLength(2);
  });

  it('disable the endpoint when the tenth attempt fails and none has succeeded for 24 h, and not otherwise', async () => {
    const org = randomUUID();
    const { url } = await receive((_n, request, response) => {
      response.writeHead(request.url === '/hook/well' ? 200 : 500).end();
    });
    const exhaust = async (webhook: Webhook) => {
      await eventually(async () => (await attemptsAt(webhook)).some(({ status }) => status === 500));
      await em.execute(
        `UPDATE deliveries SET step = 9, next_attempt_at = now() WHERE endpoint_id = ? AND state = 'pending'`,
        [webhook.id],
      );
      await eventually(async () => (await deliveriesTo(webhook)).some(({ state }) => state === 'failed'));
    };
    const dead = await subscribe(org, url, 'video.finished');
    const flapping = await subscribe(org, `${url}/well`, 'video.finished');
    await tell(eventOf(org, 'video.finished'));
    await untilState(flapping, 'succeeded');
    await client.call(WEBHOOKS_RPC.update, { org_id: org, id: flapping.id, body: { url } });
    await tell(eventOf(org, 'video.finished'));
    await exhaust(flapping);
    await exhaust(dead);
    expect(await lookUp(flapping)).toMatchObject({ enabled: true, disabled_reason: null });
    expect(await lookUp(dead)).toMatchObject({ enabled: false, disabled_reason: expect.stringContaining('24 hours') });
  }, 30_000);

  it('stop when the endpoint is disabled, and missed events are not sent later', async () => {
    const org = randomUUID();
    const { received, url } = await receive((_n, _request, response) => response.writeHead(500).end());
    const webhook = await subscribe(org, url, 'video.finished');
    const set = (enabled: boolean) =>
      client.call(WEBHOOKS_RPC.update, { org_id: org, id: webhook.id, body: { enabled } });
    await tell(eventOf(org, 'video.finished'));
    await eventually(async () => (await attemptsAt(webhook)).length === 1);
    await set(false);
    const missed = eventOf(org, 'video.finished');
    await tell(missed);
    await eventually(
      async () => (await em.execute(`SELECT 1 FROM events WHERE video_id = ?`, [missed.video.id])).length === 1,
    );
    await set(true);
    await letTimePass(webhook);
    const next = eventOf(org, 'video.finished');
    await tell(next);
    await eventually(() => received.length === 2);
    expect(JSON.parse(received[1]!.body)).toMatchObject({ data: { id: next.video.id } });
    expect((await deliveriesTo(webhook)).map(({ state }) => state).sort()).toEqual(['canceled', 'pending']);
    await set(false);
  });

  it('begin in order for each video: `finished` waits until the first attempt of `started` has ended', async () => {
    const org = randomUUID();
    const { received, url } = await receive((n, _request, response) => {
      setTimeout(() => response.writeHead(n === 2 ? 500 : 200).end(), n === 2 ? 600 : 0);
    });
    const webhook = await subscribe(org, url, 'video.started', 'video.finished');
    const video = { id: randomUUID(), started_at: new Date().toISOString() };
    // The wrong way round, as the stream hands them over when the first has failed once. When an event told later has
    // arrived, `finished` has been heard.
    await tell(eventOf(org, 'video.finished', video));
    await tell(eventOf(org, 'video.finished'));
    await eventually(() => received.length === 1);
    await tell(eventOf(org, 'video.started', video));
    await eventually(() => received.length >= 3);
    const [, first, second] = received as [Received, Received, Received];
    expect([first, second].map(({ body }) => (JSON.parse(body) as VideoEvent).type)).toEqual([
      'video.started',
      'video.finished',
    ]);
    expect(second.atMs - first.atMs).toBeGreaterThanOrEqual(600);
    expect(second.atMs - first.atMs).toBeLessThan(3_500); // a retry of `started` blocks nobody
    await letTimePass(webhook);
    await untilState(webhook, 'succeeded');
  });

  it('are taken over from a process that died while it attempted them', async () => {
    const org = randomUUID();
    const { received, url } = await receive((_n, _request, response) => response.end());
    const webhook = await subscribe(org, url, 'video.finished');
    const event = eventOf(org, 'video.finished');
    const eventId = randomUUID();
    const body = Buffer.from('{"frozen":true}');
    await em.execute(
      `INSERT INTO events (id, org_id, video_id, sequence, type, occurred_at, body) VALUES (?, ?, ?, 2, 'video.finished', now(), ?)`,
      [eventId, org, event.video.id, body],
    );
    const insert = (lease: string) =>
      em.execute(
        `INSERT INTO deliveries (id, event_id, endpoint_id, org_id, video_id, sequence, ready, lease_token, next_attempt_at)
         VALUES (?, ?, ?, ?, ?, 2, false, ?, now() + interval '${lease}')`,
        [randomUUID(), eventId, webhook.id, org, event.video.id, randomUUID()],
      );
    await insert('1500 milliseconds');
    const leasedAtMs = Date.now();
    await untilState(webhook, 'succeeded');
    expect(received[0]!.atMs - leasedAtMs).toBeGreaterThanOrEqual(1_400);
    expect(received.map(({ body: sent, headers }) => [sent, headers['webhook-id']])).toEqual([
      [body.toString(), `evt_${eventId.replaceAll('-', '')}`],
    ]);
  });

  it('survive a stop in the middle of an attempt: the successor sends the same bytes', async () => {
    const org = randomUUID();
    const { received, url } = await receive((n, _request, response) => {
      if (n > 1) response.end();
    });
    const webhook = await subscribe(org, url, 'video.finished');
    await tell(eventOf(org, 'video.finished'));
    await eventually(() => received.length === 1);
    await service.app.close();
    await startWebhooks();
    await untilState(webhook, 'succeeded');
    expect(received).toHaveLength(2);
    expect(received[1]!.body).toBe(received[0]!.body);
    expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id']);
    expect(await deliveriesTo(webhook)).toMatchObject([{ attempts: 1 }]); // the cut-off one does not count
  }, 30_000);

  it('are forgotten after the retention time, but never while one is pending', async () => {
    const org = randomUUID();
    const { url } = await receive((_n, request, response) => {
      response.writeHead(request.url === '/hook/well' ? 200 : 500).end();
    });
    const done = await subscribe(org, `${url}/well`, 'video.finished');
    const pending = await subscribe(org, url, 'video.failed');
    await tell(eventOf(org, 'video.finished'));
    await tell(eventOf(org, 'video.failed'));
    await untilState(done, 'succeeded');
    await eventually(async () => (await attemptsAt(pending)).length === 1);
    await em.execute(`UPDATE events SET occurred_at = now() - interval '31 days' WHERE org_id = ?`, [org]);
    await service.app.get(Retention).sweep();
    expect(await deliveriesTo(done)).toEqual([]);
    expect(await attemptsAt(done)).toEqual([]);
    expect(await deliveriesTo(pending)).toHaveLength(1);
  });
});
