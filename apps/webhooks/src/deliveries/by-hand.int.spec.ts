import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as ReferenceVerifier } from 'standardwebhooks';
import { type ListDeliveries, type VideoEvent, type Webhook, WEBHOOKS_RPC } from '#libs/contracts';
import { eventually } from '#libs/testing';
import { eventOf, type RunningWebhooks } from '../testing/running-webhooks.js';
import { startWebhooksAndServers } from '../testing/webhooks-and-servers.js';

let webhooks: RunningWebhooks;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ webhooks, stop } = await startWebhooksAndServers());
});

afterAll(() => stop());

const list = ({ org_id, id }: Webhook, page: Partial<ListDeliveries> = {}) =>
  webhooks.rpc.call(WEBHOOKS_RPC.listDeliveries, { org_id, id, ...page });
const test = ({ org_id, id }: Webhook) => webhooks.rpc.call(WEBHOOKS_RPC.test, { org_id, id });
const retry = ({ org_id, id }: Webhook, delivery_id: string) =>
  webhooks.rpc.call(WEBHOOKS_RPC.retryDelivery, { org_id, id, delivery_id });

async function untilAttempts(webhook: Webhook, count: number) {
  await eventually(async () => (await webhooks.attemptsAt(webhook)).length === count);
  const { data } = await list(webhook);
  return data;
}

describe('a test', () => {
  it('sends the first event with a sample video, marked and signed, even while the webhook is disabled', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive();
    const webhook = await webhooks.subscribe(org, url, 'video.failed', 'video.started');
    await webhooks.set(webhook, { enabled: false });
    const asked = await test(webhook);
    expect(asked).toMatchObject({
      type: 'video.failed',
      test: true,
      status: 'pending',
      attempts: 0,
      last_attempt: null,
    });
    const [delivery] = await untilAttempts(webhook, 1);
    expect(delivery).toMatchObject({ id: asked.id, status: 'succeeded', next_attempt_at: null });
    const { headers, body } = received[0]!;
    expect(headers['webhook-id']).toBe(asked.event_id);
    const verified = new ReferenceVerifier(webhook.secret).verify(body, headers);
    expect(verified).toMatchObject({
      type: 'video.failed',
      timestamp: expect.any(String),
      org_id: org,
      test: true,
      data: { id: asked.video_id, status: 'FAILED', error: { code: 'ASSET_FETCH_FAILED' } },
    });
  });

  it('of a webhook for batches sends a sample batch', async () => {
    const { received, url } = await webhooks.receive();
    const webhook = await webhooks.subscribe(randomUUID(), url, 'batch.finished');
    const asked = await test(webhook);
    expect(asked).toMatchObject({ type: 'batch.finished', video_id: null, batch_id: expect.any(String), test: true });
    await untilAttempts(webhook, 1);
    const { data } = JSON.parse(received[0]!.body) as { data: unknown };
    expect(data).toMatchObject({ id: asked.batch_id, status: 'FINISHED', videos: { total: 2 } });
  });

  it('that fails is not repeated and disables nothing', async () => {
    const { received, url } = await webhooks.receive((_n, _request, response) => response.writeHead(500).end());
    const webhook = await webhooks.subscribe(randomUUID(), url);
    const { id } = await test(webhook);
    const [delivery] = await untilAttempts(webhook, 1);
    expect(delivery).toMatchObject({ id, status: 'failed', last_attempt: { number: 1, response_status: 500 } });
    expect(await webhooks.get(webhook)).toMatchObject({ enabled: true, disabled_reason: null });
    expect(received).toHaveLength(1);
    await retry(webhook, id);
    expect(await untilAttempts(webhook, 2)).toMatchObject([{ id, status: 'failed', attempts: 2 }]);
    expect(received[1]!.body).toBe(received[0]!.body);
  });

  it('can be retried while the webhook is disabled', async () => {
    const { url } = await webhooks.receive((n, _request, response) => response.writeHead(n === 1 ? 500 : 200).end());
    const webhook = await webhooks.subscribe(randomUUID(), url);
    await webhooks.set(webhook, { enabled: false });
    const { id } = await test(webhook);
    await untilAttempts(webhook, 1);
    await retry(webhook, id);
    expect(await untilAttempts(webhook, 2)).toMatchObject([{ id, status: 'succeeded' }]);
  });

  it('of another organization’s webhook is not found', async () => {
    const webhook = await webhooks.subscribe(randomUUID(), (await webhooks.receive()).url);
    await expect(test({ ...webhook, org_id: randomUUID() })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(await webhooks.deliveriesTo(webhook)).toEqual([]);
  });
});

describe('the deliveries of a webhook', () => {
  it('are listed newest first with what came of the last attempt, by status and in pages', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((_n, _request, response) => {
      const { data } = JSON.parse(received.at(-1)!.body) as { data: VideoEvent['video'] };
      response.writeHead(data.metadata === 'well' ? 201 : 503).end();
    });
    const webhook = await webhooks.subscribe(org, url, 'video.finished');
    const sick = eventOf(org, 'video.finished', { metadata: 'sick' });
    const well = eventOf(org, 'video.finished', { metadata: 'well' });
    await webhooks.publish(sick);
    await untilAttempts(webhook, 1);
    await webhooks.publish(well);
    const data = await untilAttempts(webhook, 2);
    expect(data).toEqual([
      {
        id: expect.any(String),
        event_id: received[1]!.headers['webhook-id'],
        type: 'video.finished',
        url,
        video_id: well.video.id,
        batch_id: null,
        alert_id: null,
        test: false,
        status: 'succeeded',
        attempts: 1,
        last_attempt: {
          number: 1,
          started_at: expect.any(String),
          duration_ms: expect.any(Number),
          response_status: 201,
          failure: null,
        },
        next_attempt_at: null,
        created_at: expect.any(String),
        finished_at: expect.any(String),
      },
      expect.objectContaining({
        video_id: sick.video.id,
        batch_id: null,
        status: 'pending',
        last_attempt: expect.objectContaining({ response_status: 503 }),
        finished_at: null,
      }),
    ]);
    const waitsMs = Date.parse(data[1]!.next_attempt_at!) - Date.parse(data[1]!.last_attempt!.started_at);
    expect(waitsMs).toBeGreaterThanOrEqual(4_000);
    expect((await list(webhook, { status: 'succeeded' })).data).toEqual([data[0]]);
    expect(await list(webhook, { limit: 1, offset: 1 })).toEqual({
      data: [data[1]],
      pagination: { limit: 1, offset: 1, total: 2, has_more: false },
    });
    expect((await list(webhook, { status: 'failed' })).pagination.total).toBe(0);
    expect(await list(webhook, { video_id: sick.video.id })).toMatchObject({
      data: [data[1]],
      pagination: { total: 1 },
    });
    expect((await list(webhook, { video_id: sick.video.id, status: 'succeeded' })).pagination.total).toBe(0);
    await expect(list({ ...webhook, org_id: randomUUID() })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await webhooks.remove(webhook);
  });
});

describe('a retry by hand', () => {
  it('makes a waiting attempt at once and does not use up the schedule', async () => {
    const org = randomUUID();
    const { url } = await webhooks.receive((_n, _request, response) => response.writeHead(500).end());
    const webhook = await webhooks.subscribe(org, url);
    await webhooks.publish(eventOf(org, 'video.finished'));
    const [waiting] = await untilAttempts(webhook, 1);
    for (let attempts = 2; attempts <= 13; attempts += 1) {
      await retry(webhook, waiting!.id);
      await untilAttempts(webhook, attempts);
    }
    const [delivery] = await webhooks.deliveriesTo(webhook);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 13 });
    expect(Number(delivery!.waits_s)).toBeLessThanOrEqual(6); // as after the first
    expect(await webhooks.get(webhook)).toMatchObject({ enabled: true });
    await webhooks.remove(webhook);
  });

  it('gives an ended delivery one attempt more, with the same id and bytes', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((n, _request, response) => {
      response.writeHead(n === 3 ? 200 : 500).end();
    });
    const webhook = await webhooks.subscribe(org, url);
    await webhooks.publish(eventOf(org, 'video.finished'));
    const [delivery] = await untilAttempts(webhook, 1);
    await webhooks.set(webhook, { enabled: false });
    await webhooks.set(webhook, { enabled: true });
    expect(await webhooks.deliveriesTo(webhook)).toMatchObject([{ state: 'canceled' }]);
    await retry(webhook, delivery!.id);
    expect(await untilAttempts(webhook, 2)).toMatchObject([{ status: 'failed', next_attempt_at: null }]);
    expect(await webhooks.get(webhook)).toMatchObject({ enabled: true });
    await retry(webhook, delivery!.id);
    expect(await untilAttempts(webhook, 3)).toMatchObject([{ status: 'succeeded' }]);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('of a delivery that has arrived does not undo that when it fails', async () => {
    const org = randomUUID();
    const { url } = await webhooks.receive((n, _request, response) => response.writeHead(n === 1 ? 200 : 500).end());
    const webhook = await webhooks.subscribe(org, url);
    await webhooks.publish(eventOf(org, 'video.finished'));
    const [delivery] = await untilAttempts(webhook, 1);
    expect(await retry(webhook, delivery!.id)).toMatchObject({ status: 'pending' });
    expect(await untilAttempts(webhook, 2)).toMatchObject([{ status: 'succeeded', last_attempt: { number: 2 } }]);
  });

  it('asked for many times at once makes one attempt', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive((_n, _request, response) => {
      setTimeout(() => response.end(), 300);
    });
    const webhook = await webhooks.subscribe(org, url);
    await webhooks.publish(eventOf(org, 'video.finished'));
    const [delivery] = await untilAttempts(webhook, 1);
    await Promise.all(Array.from({ length: 10 }, () => retry(webhook, delivery!.id)));
    await untilAttempts(webhook, 2);
    expect(received).toHaveLength(2);
    expect(await webhooks.deliveriesTo(webhook)).toMatchObject([{ state: 'succeeded', attempts: 2 }]);
  });

  it('is refused while the webhook is disabled, and for a delivery that is not its own', async () => {
    const org = randomUUID();
    const { url } = await webhooks.receive();
    const [webhook, other] = [await webhooks.subscribe(org, url), await webhooks.subscribe(org, url, 'video.failed')];
    await webhooks.publish(eventOf(org, 'video.finished'));
    const [delivery] = await untilAttempts(webhook, 1);
    const missing = { code: 'RESOURCE_NOT_FOUND' };
    await expect(retry(other, delivery!.id)).rejects.toMatchObject(missing);
    await expect(retry(webhook, randomUUID())).rejects.toMatchObject(missing);
    await expect(retry({ ...webhook, org_id: randomUUID() }, delivery!.id)).rejects.toMatchObject(missing);
    await webhooks.set(webhook, { enabled: false });
    await expect(retry(webhook, delivery!.id)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'webhook_id', code: 'INVALID_VALUE', value: webhook.id }],
    });
  });
});

describe('the history of a delivery', () => {
  const read = ({ org_id, id }: Webhook, delivery_id: string) =>
    webhooks.rpc.call(WEBHOOKS_RPC.getDelivery, { org_id, id, delivery_id });

  it('has what was sent, and every attempt, newest first, with the beginning of the response', async () => {
    const { received, url } = await webhooks.receive((n, _request, response) => {
      if (n === 2) response.destroy();
      else response.writeHead(n === 1 ? 503 : 200).end(n === 1 ? 'busy \u2026' : 'x'.repeat(10_000));
    });
    const webhook = await webhooks.subscribe(randomUUID(), url);
    const { id } = await test(webhook);
    await untilAttempts(webhook, 1);
    await retry(webhook, id);
    await untilAttempts(webhook, 2);
    await retry(webhook, id);
    const [listed] = await untilAttempts(webhook, 3);
    const { history, request_body, ...delivery } = await read(webhook, id);
    expect(delivery).toEqual(listed);
    expect(request_body).toBe(received[0]!.body);
    expect(history).toMatchObject([
      { number: 3, response_status: 200, failure: null, response_excerpt: 'x'.repeat(4_096) },
      { number: 2, response_status: null, failure: expect.any(String), response_excerpt: null },
      { number: 1, response_status: 503, failure: null, response_excerpt: 'busy \u2026' },
    ]);
    expect(history[0]).toMatchObject(delivery.last_attempt!);
  });

  it('keeps the last 50 attempts, and is removed with the delivery', async () => {
    const { url } = await webhooks.receive();
    const webhook = await webhooks.subscribe(randomUUID(), url);
    const { id } = await test(webhook);
    await untilAttempts(webhook, 1);
    await webhooks.em.execute(
      `INSERT INTO attempts (delivery_id, number, started_at, duration_ms, status, response_excerpt)
       SELECT ?, number, now(), 1, 500, '' FROM generate_series(2, 60) AS number`,
      [id],
    );
    await webhooks.em.execute(`UPDATE deliveries SET attempts = 60 WHERE id = ?`, [id]);
    await retry(webhook, id);
    await eventually(async () => (await read(webhook, id)).attempts === 61);
    const { history } = await read(webhook, id);
    expect([history.length, history[0]!.number, history.at(-1)!.number]).toEqual([50, 61, 12]);
    expect(await webhooks.attemptsAt(webhook)).toHaveLength(50);
    await webhooks.em.execute(`DELETE FROM deliveries WHERE id = ?`, [id]);
    expect(await webhooks.em.execute(`SELECT 1 FROM attempts WHERE delivery_id = ?`, [id])).toEqual([]);
  });

  it('is not shown to another organization, nor by another webhook', async () => {
    const org = randomUUID();
    const { url } = await webhooks.receive();
    const [webhook, other] = [await webhooks.subscribe(org, url), await webhooks.subscribe(org, url)];
    const { id } = await test(webhook);
    const missing = { code: 'RESOURCE_NOT_FOUND' };
    await expect(read(other, id)).rejects.toMatchObject(missing);
    await expect(read({ ...webhook, org_id: randomUUID() }, id)).rejects.toMatchObject(missing);
    await expect(read(webhook, randomUUID())).rejects.toMatchObject(missing);
  });
});
