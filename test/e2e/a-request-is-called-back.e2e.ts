import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unwrap } from '#libs/client';
import { eventually, type Receiver, startReceiver, startSystem, type TestSystem } from '#libs/testing';
import { createTemplate, createVideo, errorOf, SHORT, untilEnded } from './steps.js';

describe('a request with a webhook_url', () => {
  let system: TestSystem;
  let receiver: Receiver;
  let secret: string;
  let template: string;
  let stranger: string;

  beforeAll(async () => {
    [system, receiver] = await Promise.all([startSystem(), startReceiver()]);
    ({ secret } = await unwrap(system.client.POST('/callbacks/rotate-secret')));
    template = await createTemplate(system, SHORT);
    const { id } = (await system.operator('organization', 'create', 'Stranger')) as { id: string };
    ({ key: stranger } = (await system.operator('key', 'create', id)) as { key: string });
  });

  afterAll(async () => {
    await Promise.all([system.stop(), receiver.stop()]);
  });

  const callbacks = async () => (await unwrap(system.client.GET('/callbacks'))).data;
  const callsAt = (path: string) => receiver.calls.filter((call) => call.path.endsWith(path));

  it('is called at its end, again after a 500 although webhooks is killed in between, and once more on demand', async () => {
    receiver.answerWith(500);
    const webhook_url = `${receiver.url}/resume?run=42`;
    const request = { template_id: template, format: 'mp4', webhook_url, metadata: 'run 42' };
    const { id } = await createVideo(system, request);
    await untilEnded(system, id);
    await eventually(async () => expect(await callbacks()).toMatchObject([{ status: 'pending', attempts: 1 }]));
    await system.kill('webhooks');
    receiver.answerWith(204);
    await eventually(async () => expect(await callbacks()).toMatchObject([{ status: 'succeeded' }]));
    const [callback] = await callbacks();
    expect(callback).toMatchObject({ type: 'video.finished', video_id: id, url: webhook_url });

    const retry = { params: { path: { callback_id: callback!.id } } };
    await unwrap(system.client.POST('/callbacks/{callback_id}/retry', retry));
    await eventually(() => callsAt('run=42').length === 1 + callback!.attempts);
    const calls = receiver.signed(secret);
    expect(calls).toHaveLength(receiver.calls.length);
    expect(new Set(calls.map(({ webhookId }) => webhookId))).toEqual(new Set([callback!.event_id]));
    for (const { event } of calls) {
      expect(event).toMatchObject({ type: 'video.finished', data: { id, status: 'COMPLETED', metadata: 'run 42' } });
    }
    expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
  }, 180_000);

  it('in a batch is called for the batch, and each row at its own address', async () => {
    const rows = [{ '1.title.text': 'One', 'video.webhook_url': `${receiver.url}/row-1` }, { '1.title.text': 'Two' }];
    const body = {
      template_id: template,
      format: 'gif' as const,
      webhook_url: `${receiver.url}/batch`,
      metadata: 'autumn',
      rows,
    };
    const batch = await unwrap(system.client.POST('/batches', { body }));
    expect(batch).toMatchObject({ metadata: 'autumn', webhook_url: `${receiver.url}/batch` });
    await eventually(() => callsAt('/batch').length === 1, { timeoutMs: 100_000 });
    await eventually(() => callsAt('/row-1').length === 1);
    const eventAt = (path: string) => JSON.parse(callsAt(path)[0]!.body) as object;
    expect(eventAt('/batch')).toMatchObject({ type: 'batch.finished', data: { id: batch.id, metadata: 'autumn' } });
    expect(eventAt('/row-1')).toMatchObject({ type: 'video.finished', data: { batch_id: batch.id, batch_row: 1 } });
    expect(receiver.calls.map(({ path }) => path.split('/').at(-1))).toEqual(
      expect.arrayContaining(['batch', 'row-1']),
    );
  });

  it('is a matter of its organization alone', async () => {
    const [callback] = await callbacks();
    const ask = (method: string, path: string) => system.call(method, path, undefined, stranger);
    expect((await ask('GET', '/callbacks')).body).toMatchObject({ data: [], pagination: { total: 0 } });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/retry'],
    ] as const) {
      const answer = await ask(method, `/callbacks/${callback!.id}${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const foreign = (await ask('POST', '/callbacks/rotate-secret')).body as { secret: string };
    expect(receiver.verified(foreign.secret)).toEqual([]);
    expect((await unwrap(system.client.GET('/webhooks'))).data).toEqual([]);
  });

  it('is refused for an address inside of the installation', async () => {
    const request = { template_id: template, format: 'mp4', webhook_url: 'http://10.0.0.1/resume' };
    const answer = await system.call('POST', '/videos', request);
    expect([answer.status, errorOf(answer).details]).toEqual([
      422,
      [
        expect.objectContaining({
          field: 'webhook_url',
          code: 'INVALID_VALUE',
          message: expect.stringContaining('public'),
        }),
      ],
    ]);
  });
});
