import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, eventually, type Receiver, startReceiver, startSystem, type TestSystem } from '#libs/testing';
import { createTemplate, createVideo, errorOf, movingDocument, readVideo, registerWebhook } from './steps.js';

describe('maintenance', () => {
  let system: TestSystem;
  let receiver: Receiver;

  beforeAll(async () => {
    [system, receiver] = await Promise.all([startSystem(), startReceiver()]);
  }, 120_000);

  afterAll(async () => {
    await Promise.all([system.stop(), receiver.stop()]);
  }, 60_000);

  it('answers callers with 503 within 2 s, while videos are finished and announced', async () => {
    const { secret } = await registerWebhook(system, receiver.url);
    const template = await createTemplate(system, movingDocument(5, { width: 320, height: 180 }));
    const { id } = await createVideo(system, { template_id: template, format: 'mp4' });

    await system.operator('maintenance', 'on', '--retry-after', '120');
    const closed = await eventually(
      async () => {
        const answer = await system.call('GET', `/videos/${id}`);
        expect(answer.status).toBe(503);
        return answer;
      },
      { timeoutMs: 2_000, everyMs: 50 },
    );
    expect(errorOf(closed)).toMatchObject({ code: 'MAINTENANCE_MODE', retry_after: 120 });
    expect(closed.headers.get('retry-after')).toBe('120');

    await eventually(() => receiver.verified(secret).some(({ type }) => type === 'video.finished'), {
      timeoutMs: 60_000,
    });
    expect((await system.call('GET', '/videos')).status).toBe(503);

    await system.operator('maintenance', 'off');
    await eventually(async () => (await system.call('GET', '/videos')).status === 200, { timeoutMs: 2_000 });
    expect(await readVideo(system, id)).toMatchObject({ status: 'COMPLETED' });
  }, 120_000);

  it('of new videos, switched by an operator in the console, refuses them and nothing else', async () => {
    const operator = new Browser(system.baseUrl);
    const { url } = (await system.operator('console-link', system.orgId, '--operator')) as { url: string };
    await operator.signInByLink(url);
    const template_id = await createTemplate(system, movingDocument(5, { width: 320, height: 180 }));
    const { id } = await createVideo(system, { template_id, format: 'mp4' });
    const message = 'New videos are accepted again at noon.';
    const order = { on: true, retry_after: 60, message };
    const switched = await operator.call('PUT', '/operator/maintenance', order);
    expect(switched).toMatchObject({ status: 200, body: { ...order, since: expect.any(String) } });

    for (const [path, body] of [
      ['/videos', { template_id, format: 'mp4' }],
      ['/batches', { template_id, format: 'mp4', rows: [{ 'video.metadata': 'one' }] }],
      [`/batches/${id}/retry`, {}],
    ] as const) {
      const refused = await system.call('POST', path, body);
      expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '60']);
      expect(errorOf(refused)).toEqual({ code: 'MAINTENANCE_MODE', message, retry_after: 60 });
    }
    const validated = await system.call('POST', '/videos/validate', { template_id, format: 'mp4' });
    expect([validated.status, (await system.call('GET', '/videos')).status]).toEqual([200, 200]);
    await eventually(async () => (await readVideo(system, id)).status === 'COMPLETED', { timeoutMs: 60_000 });

    const off = await operator.call('PUT', '/operator/maintenance', { on: false });
    expect(off.body).toEqual({ on: false, retry_after: null, message: null, since: null });
    await createVideo(system, { template_id, format: 'mp4' });
  }, 120_000);
});
