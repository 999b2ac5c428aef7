import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startReceiver, startSystem, type Receiver, type TestSystem } from '#libs/testing';
import {
  balance,
  createTemplate,
  createVideo,
  movingDocument,
  readVideo,
  registerWebhook,
  untilDrawing,
  untilEnded,
} from './steps.js';

/** Time limit of a short video, ms, which takes a part of it. The canceled video would take longer. */
const AT_ONCE_MS = 20_000;

describe('a canceled video', () => {
  let system: TestSystem;
  let receiver: Receiver;
  let secret: string;
  let long: string;
  let short: string;

  beforeAll(async () => {
    [system, receiver] = await Promise.all([startSystem({ RENDER_SLOTS: '1' }), startReceiver()]);
    ({ secret } = await registerWebhook(system, receiver.url));
    long = await createTemplate(system, movingDocument(60, { width: 1920, height: 1080 }));
    short = await createTemplate(system, movingDocument(1, { width: 320, height: 180 }));
  });

  afterAll(async () => {
    await Promise.all([system.stop(), receiver.stop()]);
  });

  const cancel = (id: string) => system.call('POST', `/videos/${id}/cancel`);

  it('while it is drawn ends at once, frees its renderer, and costs nothing', async () => {
    const before = await balance(system);
    const { id, video_url } = await createVideo(system, { template_id: long, format: 'mp4' });
    await untilDrawing(system, id);
    const { status, body } = await cancel(id);
    expect([status, body]).toEqual([200, expect.objectContaining({ id, status: 'CANCELED' })]);
    expect(await readVideo(system, id)).toMatchObject({ status: 'CANCELED', error: { code: 'CANCELED' } });

    // The only slot is free long before a minute of large frames could have been drawn.
    const next = await createVideo(system, { template_id: short, format: 'mp4' });
    expect((await untilEnded(system, next.id, AT_ONCE_MS)).status).toBe('COMPLETED');
    expect((await fetch(video_url)).status).toBe(404);
    await eventually(async () => {
      expect(await balance(system)).toEqual({ available: before.available - next.credits, held: before.held });
    });
    const received = () => receiver.verified(secret).filter(({ data }) => data.id === id);
    await eventually(() => received().length === 2);
    expect(received().map(({ type, data }) => [type, data.status])).toEqual([
      ['video.started', 'PROCESSING'],
      ['video.failed', 'CANCELED'],
    ]);
  });

  it('after its end stays as it ended', async () => {
    const { id, video_url } = await createVideo(system, { template_id: short, format: 'mp4' });
    await untilEnded(system, id);
    const before = await balance(system);
    const video = (await system.call('GET', `/videos/${id}`)).body;
    const { status, body } = await cancel(id);
    expect([status, body]).toEqual([200, video]);
    expect((await fetch(video_url)).status).toBe(200);
    expect(await balance(system)).toEqual(before);
  });
});
