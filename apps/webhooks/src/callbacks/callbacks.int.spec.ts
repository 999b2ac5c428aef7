import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as ReferenceVerifier } from 'standardwebhooks';
import { type BatchEvent, CALLBACKS_RPC, type WebhookDelivery, WEBHOOKS_RPC } from '#libs/contracts';
import { eventually, type ReceivedCall } from '#libs/testing';
import { sampleBatch } from '../deliveries/events/sample-batch.js';
import { laneOf } from '../deliveries/queue/lane-of.js';
import { eventOf, type RunningWebhooks } from '../testing/running-webhooks.js';
import { startWebhooksAndServers } from '../testing/webhooks-and-servers.js';

let webhooks: RunningWebhooks;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ webhooks, stop } = await startWebhooksAndServers());
});

afterAll(() => stop());

const list = async (org: string) => (await webhooks.rpc.call(CALLBACKS_RPC.list, { org_id: org })).data;
const rotate = (org: string) => webhooks.rpc.call(CALLBACKS_RPC.rotateSecret, { org_id: org });
const verify = (secret: string, { body, headers }: ReceivedCall) => new ReferenceVerifier(secret).verify(body, headers);
const letTimePass = () =>
  webhooks.em.execute(
    `UPDATE deliveries SET next_attempt_at = now() WHERE callback_url IS NOT NULL AND state = 'pending'`,
  );

/** Waits until an organization's callbacks, newest first, have these states. */
function untilStates(org: string, ...states: WebhookDelivery['status'][]) {
  return eventually(async () => {
    const deliveries = await list(org);
    expect(deliveries.map(({ status }) => status)).toEqual(states);
    return deliveries;
  });
}

function finishedBatch(org: string): BatchEvent {
  const batch = Object.assign(sampleBatch(randomUUID(), new Date()), { metadata: 'autumn' });
  return { schema: 1, type: 'batch.finished', occurred_at: batch.finished_at!, org_id: org, batch };
}

describe('a callback', () => {
  it("carries the event to the request's address, signed with the organization's secret, without any webhook", async () => {
    const org = randomUUID();
    const { secret } = await rotate(org);
    const { received, url } = await webhooks.receive();
    const event = eventOf(org, 'video.finished', { status: 'COMPLETED', metadata: 'order-1' });
    await webhooks.publish(event);
    await webhooks.callBack(event, `${url}/resume?run=1`);
    const batch = finishedBatch(org);
    await webhooks.callBack(batch, `${url}/batch`);
    await untilStates(org, 'succeeded', 'succeeded');
    const resumed = received.find(({ path }) => path.endsWith('/resume?run=1'))!;
    expect(verify(secret, resumed)).toMatchObject({
      type: 'video.finished',
      data: { id: event.video.id, metadata: 'order-1' },
    });
    const ended = received.find(({ path }) => path.endsWith('/batch'))!;
    expect(verify(secret, ended)).toMatchObject({ type: 'batch.finished', data: { metadata: 'autumn' } });
    expect(received).toHaveLength(2);
  });

  it('comes beside the deliveries of webhooks, under the same id, in whatever order the messages come', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive();
    const webhook = await webhooks.subscribe(org, `${url}/webhook`, 'video.finished');
    const [first, second] = [eventOf(org, 'video.finished'), eventOf(org, 'video.finished')];
    await webhooks.callBack(first, `${url}/callback`);
    await webhooks.publish(first);
    await webhooks.publish(second);
    await webhooks.callBack(second, `${url}/callback`);
    await webhooks.callBack(second, `${url}/callback`);
    await untilStates(org, 'succeeded', 'succeeded');
    await eventually(() => received.length === 4);
    const idsAt = (at: string) =>
      received.filter(({ path }) => path.endsWith(at)).map(({ headers }) => headers['webhook-id']);
    expect(new Set(idsAt('/callback')).size).toBe(2);
    expect(idsAt('/callback').toSorted()).toEqual(idsAt('/webhook').toSorted());
    expect((await webhooks.deliveriesTo(webhook)).map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
  });

  it('that ends a video comes after the one that it has started, although the events themselves came long ago', async () => {
    const org = randomUUID();
    const { received, url } = await webhooks.receive();
    const video = { id: randomUUID(), started_at: new Date().toISOString() };
    const [started, finished] = [eventOf(org, 'video.started', video), eventOf(org, 'video.finished', video)];
    await webhooks.publish(started);
    await webhooks.publish(finished);
    await webhooks.callBack(finished, url, started.sequence);
    // When an order published later has arrived, the one before has been received.
    await webhooks.callBack(eventOf(org, 'video.failed'), url);
    await eventually(() => received.length === 1);
    await webhooks.callBack(started, url);
    await untilStates(org, 'succeeded', 'succeeded', 'succeeded');
    const types = received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types).toEqual(['video.failed', 'video.started', 'video.finished']);
  });

  it('is retried by the schedule after a 500, and fails alone after a 410', async () => {
    const org = randomUUID();
    const { url } = await webhooks.receive((number, request, response) => {
      response.statusCode = request.url!.endsWith('/gone') ? 410 : number === 1 ? 500 : 200;
      response.end();
    });
    await webhooks.callBack(eventOf(org, 'video.finished'), `${url}/again`);
    await eventually(async () => expect(await list(org)).toMatchObject([{ status: 'pending', attempts: 1 }]));
    await letTimePass();
    const [again] = await untilStates(org, 'succeeded');
    expect(again).toMatchObject({ attempts: 2, url: `${url}/again` });
    await webhooks.callBack(eventOf(org, 'video.failed'), `${url}/gone`);
    await untilStates(org, 'failed', 'succeeded');
    await webhooks.callBack(eventOf(org, 'video.failed'), `${url}/after`);
    await untilStates(org, 'succeeded', 'failed', 'succeeded');
  });

  it('to a private address is refused at every attempt', async () => {
    const org = randomUUID();
    await webhooks.callBack(eventOf(org, 'video.finished'), 'http://10.0.0.1/resume');
    const [refused] = await eventually(async () => {
      const deliveries = await list(org);
      expect(deliveries).toMatchObject([{ attempts: 1 }]);
      return deliveries;
    });
    expect(refused!.last_attempt).toMatchObject({ response_status: null, failure: expect.stringContaining('public') });
  });

  it('is shown with its attempts, sent again on demand, and recovered', async () => {
    const org = randomUUID();
    let isDown = true;
    const { received, url } = await webhooks.receive((_number, _request, response) => {
      response.statusCode = isDown ? 410 : 200;
      response.end('noted');
    });
    const since = new Date(Date.now() - 1_000).toISOString();
    await webhooks.callBack(eventOf(org, 'video.finished'), `${url}/one`);
    await webhooks.callBack(eventOf(org, 'video.failed'), `${url}/two`);
    const [failed] = await untilStates(org, 'failed', 'failed');
    isDown = false;
    const of = { org_id: org, delivery_id: failed!.id };
    expect(await webhooks.rpc.call(CALLBACKS_RPC.retry, of)).toMatchObject({ id: failed!.id, status: 'pending' });
    await untilStates(org, 'succeeded', 'failed');
    expect(await webhooks.rpc.call(CALLBACKS_RPC.get, of)).toMatchObject({
      url: failed!.url,
      history: [
        { number: 2, response_excerpt: 'noted' },
        { number: 1, response_status: 410 },
      ],
    });
    await webhooks.publish(eventOf(org, 'video.finished')); // without an address to call back
    await webhooks.rpc.call(CALLBACKS_RPC.recover, { org_id: org, since });
    await untilStates(org, 'succeeded', 'succeeded');
    expect(received).toHaveLength(4);
  });
});

describe('the callbacks of an organization', () => {
  it('are signed with the old secret too for a day after a rotation', async () => {
    const org = randomUUID();
    const [first, second] = [await rotate(org), await rotate(org)];
    const { received, url } = await webhooks.receive();
    await webhooks.callBack(eventOf(org, 'video.finished'), url);
    await untilStates(org, 'succeeded');
    for (const { secret } of [first, second]) expect(verify(secret, received[0]!)).toBeTruthy();
    expect(() => verify('whsec_' + 'A'.repeat(43) + '=', received[0]!)).toThrow();
  });

  it('are no webhook of it, and nothing of another organization', async () => {
    const [org, other] = [randomUUID(), randomUUID()];
    const { url } = await webhooks.receive();
    await webhooks.callBack(eventOf(org, 'video.finished'), url);
    const [delivery] = await untilStates(org, 'succeeded');
    expect((await webhooks.rpc.call(WEBHOOKS_RPC.list, { org_id: org })).data).toEqual([]);
    expect(await list(other)).toEqual([]);
    await rotate(other);
    expect(await list(other)).toEqual([]);
    const notFound = { code: 'RESOURCE_NOT_FOUND' };
    const of = { org_id: other, delivery_id: delivery!.id };
    await expect(webhooks.rpc.call(CALLBACKS_RPC.get, of)).rejects.toMatchObject(notFound);
    await expect(webhooks.rpc.call(CALLBACKS_RPC.retry, of)).rejects.toMatchObject(notFound);
  });

  it('that hang leave those to other hosts their slots', async () => {
    const org = randomUUID();
    const silent = await webhooks.receive(() => undefined);
    const { received, url } = await receiverBeside(org, silent.url);
    for (let n = 0; n < 30; n += 1) await webhooks.callBack(eventOf(org, 'video.finished'), `${silent.url}/${n}`);
    const sentAt = Date.now();
    await webhooks.callBack(eventOf(org, 'video.finished'), url);
    await eventually(() => received.length > 0);
    expect(Date.now() - sentAt).toBeLessThan(8_000);
  });
});

/** A receiver whose host has another lane than that of `url`; one in twenty has the same. */
async function receiverBeside(org: string, url: string) {
  for (;;) {
    const receiver = await webhooks.receive();
    if (laneOf(org, receiver.url) !== laneOf(org, url)) return receiver;
  }
}
