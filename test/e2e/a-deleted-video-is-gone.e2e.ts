import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, eventually, type Receiver, startReceiver, startSystem, type TestSystem } from '#libs/testing';
import {
  balance,
  createTemplate,
  createVideo,
  errorOf,
  movingDocument,
  registerWebhook,
  untilDrawing,
  untilEnded,
  type VideoAnswer,
} from './steps.js';

const SIZE = { width: 320, height: 180 };
const DAYS_MS = 24 * 3_600_000;

describe('a deleted video', () => {
  let system: TestSystem;
  let receiver: Receiver;
  let secret: string;
  let short: string;

  beforeAll(async () => {
    const environment = { RENDER_SLOTS: '1', FILE_RETENTION_DAYS: '2' };
    [system, receiver] = await Promise.all([startSystem(environment), startReceiver()]);
    ({ secret } = await registerWebhook(system, receiver.url));
    short = await createTemplate(system, movingDocument(1, SIZE));
  }, 120_000);

  afterAll(async () => {
    await Promise.all([system.stop(), receiver.stop()]);
  }, 60_000);

  const remove = (id: string, key?: string): Promise<Answer> => system.call('DELETE', `/videos/${id}`, undefined, key);
  const eventsOf = (id: string) => receiver.verified(secret).filter(({ data }) => data.id === id);

  it('was kept until its expires_at; it is gone with its files, and stays paid for', async () => {
    const key = randomUUID();
    const order = { template_id: short, format: 'mp4' };
    const post = () =>
      system.client.POST('/videos', { body: { ...order, format: 'mp4' }, headers: { 'Idempotency-Key': key } });
    const { id } = (await post()).data as VideoAnswer;
    const video = await untilEnded(system, id);
    expect(Date.parse(video.expires_at!) - Date.parse(video.finished_at!)).toBe(2 * DAYS_MS);
    await eventually(() => expect(eventsOf(id).at(-1)?.data.expires_at).toBe(video.expires_at));
    for (const address of [video.video_url, video.poster_url!]) {
      const { status, headers } = await fetch(address, { method: 'HEAD' });
      const seconds = Number(/^public, max-age=(\d+), immutable$/.exec(headers.get('cache-control')!)?.[1]);
      expect([status, seconds > 0, seconds * 1_000 <= Date.parse(video.expires_at!) - Date.now() + 1_000]).toEqual([
        200,
        true,
        true,
      ]);
    }
    await eventually(async () => expect((await balance(system)).held).toBe(0));
    const before = await balance(system);

    expect((await remove(id, system.readKey)).status).toBe(403);
    expect((await remove(id)).status).toBe(204);
    const again = await remove(id);
    expect([again.status, errorOf(again).code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    for (const path of ['', '/events']) expect((await system.call('GET', `/videos/${id}${path}`)).status).toBe(404);
    expect((await system.call('POST', `/videos/${id}/cancel`)).status).toBe(404);
    const { data } = (await system.call('GET', '/videos')).body as { data: { id: string }[] };
    expect(data.map((each) => each.id)).not.toContain(id);
    for (const address of [video.video_url, video.poster_url!]) {
      const { status, headers } = await fetch(address);
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
    const replayed = await post();
    expect([replayed.response.headers.get('idempotency-replayed'), (replayed.data as VideoAnswer).id]).toEqual([
      'true',
      id,
    ]);
    expect(await balance(system)).toEqual(before);
    expect(eventsOf(id).map(({ type }) => type)).toEqual(['video.started', 'video.finished']);
  }, 120_000);

  it('that was being drawn is canceled first: announced, and free', async () => {
    const long = await createTemplate(system, movingDocument(60, { width: 1920, height: 1080 }));
    const before = await balance(system);
    const { id } = await createVideo(system, { template_id: long, format: 'mp4' });
    await untilDrawing(system, id);
    expect((await remove(id)).status).toBe(204);
    expect((await system.call('GET', `/videos/${id}`)).status).toBe(404);
    await eventually(async () => expect(await balance(system)).toEqual(before));
    await eventually(() => {
      expect(eventsOf(id).map(({ type, data }) => [type, data.status])).toEqual([
        ['video.started', 'PROCESSING'],
        ['video.failed', 'CANCELED'],
      ]);
    });
    const next = await createVideo(system, { template_id: short, format: 'mp4' });
    expect((await untilEnded(system, next.id, 20_000)).status).toBe('COMPLETED');
  }, 120_000);
});
