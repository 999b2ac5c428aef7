import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ApiClient,
  createApiClient,
  download,
  listAll,
  render,
  untilEnded,
  unwrap,
  verifyWebhook,
  type Video,
  watch,
} from '#libs/client';
import { eventually, type Receiver, startReceiver, startSystem, type TestSystem } from '#libs/testing';
import { createTemplate, movingDocument, registerWebhook } from './steps.js';

const SMALL = { width: 64, height: 64 };
/** A video that takes longer to render than a test waits for it. */
const LONG = { durationS: 40, size: { width: 1280, height: 720 } };

describe('the client finishes the job', () => {
  let system: TestSystem;
  let receiver: Receiver;
  let client: ApiClient;
  let short: string;
  let long: string;

  beforeAll(async () => {
    [system, receiver] = await Promise.all([startSystem(), startReceiver()]);
    client = clientWith((request) => fetch(request));
    short = await createTemplate(system, movingDocument(1, SMALL));
    long = await createTemplate(system, movingDocument(LONG.durationS, LONG.size));
  }, 240_000);

  afterAll(async () => {
    await Promise.all([system.stop(), receiver.stop()]);
  }, 60_000);

  function clientWith(send: (request: Request) => Promise<Response>): ApiClient {
    return createApiClient({ baseUrl: system.baseUrl, apiKey: system.apiKey, fetch: send });
  }

  const requestOf = (template: string) => ({ template_id: template, format: 'mp4' as const });
  const read = (id: string) => unwrap(client.GET('/videos/{id}', { params: { path: { id } } }));

  it('and continues with the first video if a program with a key of its own starts again', async () => {
    const options = { idempotencyKey: 'order-1' };
    const first = await render(client, requestOf(short), options);
    const second = await render(client, requestOf(short), options);
    expect(second.video.id).toBe(first.video.id);
    expect(Buffer.from(second.file).equals(first.file)).toBe(true);
  });

  it('and reports why a video failed', async () => {
    const template = await createTemplate(system, {
      name: 'Broken',
      ...SMALL,
      pages: [
        { number: 1, duration: 1, layers: [{ name: 'i', type: 'image', source_url: `${receiver.url}/none.png` }] },
      ],
    });
    await expect(render(client, requestOf(template))).rejects.toMatchObject({
      code: expect.stringMatching(/^ASSET_/),
      status: undefined,
      video: { status: 'FAILED', template_id: template },
    });
  });

  it('or stops waiting by its signal, and cancels the video if it should', async () => {
    for (const [cancelOnAbort, status] of [
      [false, 'PROCESSING'],
      [true, 'CANCELED'],
    ] as const) {
      const stopping = new AbortController();
      const states: Video[] = [];
      const onProgress = (video: Video) => void states.push(video);
      const call = render(client, requestOf(long), { signal: stopping.signal, cancelOnAbort, onProgress });
      const ended = expect(call).rejects.toThrow('enough');
      await eventually(() => states.length > 0);
      stopping.abort(new Error('enough'));
      await ended;
      const { id } = states[0]!;
      expect((await read(id)).status).toBe(status);
      await unwrap(client.DELETE('/videos/{id}', { params: { path: { id } } }));
    }
  });

  it('or stops waiting when its time is over, and names the video', async () => {
    const error = (await render(client, requestOf(long), { timeoutMs: 3_000, cancelOnAbort: true }).catch(
      (thrown: unknown) => thrown,
    )) as { code: string; video: Video };
    expect(error).toMatchObject({ code: 'TIMEOUT', video: { status: 'PROCESSING' } });
    expect((await read(error.video.id)).status).toBe('CANCELED');
  });

  it('whether events get through or not', async () => {
    const requests: string[] = [];
    const behindProxy = clientWith(async (request) => {
      const step = request.url.split('/').at(-1)!;
      requests.push(step);
      return step === 'events' ? new Response('<p>No such page</p>', { status: 404 }) : fetch(request);
    });
    const { id } = await unwrap(behindProxy.POST('/videos', { body: requestOf(short) }));
    expect((await untilEnded(behindProxy, id)).status).toBe('COMPLETED');
    expect(requests.slice(0, 3)).toEqual(['videos', 'events', id]);
    requests.length = 0;
    expect(
      (
        await untilEnded(
          clientWith((request) => {
            requests.push(request.url);
            return fetch(request);
          }),
          id,
        )
      ).status,
    ).toBe('COMPLETED');
    expect(requests).toEqual([`${system.baseUrl}/videos/${id}/events`]);
  });

  it('and follows a video while the gateway is killed', async () => {
    const template = await createTemplate(system, movingDocument(60, LONG.size));
    const { id } = await unwrap(client.POST('/videos', { body: requestOf(template) }));
    const progress: number[] = [];
    let killed: Promise<void> | undefined;
    let last: Video | undefined;
    for await (last of watch(client, id)) {
      progress.push(last.progress);
      killed ??= system.kill('gateway');
    }
    await killed;
    expect(last).toMatchObject({ id, status: 'COMPLETED', progress: 100 });
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(2);
    expect((await download(client, last!.poster_url!)).subarray(0, 2)).toEqual(new Uint8Array([0xff, 0xd8])); // JPEG
  }, 180_000);

  it('and lists every entry once, however small the pages are', async () => {
    const ids: string[] = [];
    for await (const { id } of listAll(client, '/videos', { params: { query: { limit: 2 } } })) {
      ids.push(id);
      if (ids.length === 1) await unwrap(client.POST('/videos', { body: requestOf(short) }));
    }
    const { pagination } = await unwrap(client.GET('/videos'));
    expect(pagination.total).toBe(ids.length + 1);
    expect(new Set(ids).size).toBe(ids.length);
    const kinds: string[] = [];
    for await (const { kind } of listAll(client, '/credits/transactions')) kinds.push(kind);
    expect(kinds).toEqual(expect.arrayContaining(['grant', 'hold', 'capture', 'release']));
  });

  it('and verifies what the service signs, before and after a rotation of the secret', async () => {
    const { id, secret } = await registerWebhook(system, receiver.url);
    const rotated = await unwrap(
      client.POST('/webhooks/{webhook_id}/rotate-secret', { params: { path: { webhook_id: id } } }),
    );
    const { video } = await render(client, requestOf(short));
    await eventually(() => receiver.calls.filter(({ body }) => body.includes(video.id)).length === 2);
    const calls = receiver.calls.filter(({ body }) => body.includes(video.id));
    for (const known of [secret, rotated.secret]) {
      const events = await Promise.all(calls.map(({ headers, body }) => verifyWebhook({ headers, body }, known)));
      expect(events.map(({ type, data }) => [type, data.id])).toEqual([
        ['video.started', video.id],
        ['video.finished', video.id],
      ]);
    }
    const sent: string[] = [];
    for await (const delivery of listAll(client, '/webhooks/{webhook_id}/deliveries', {
      params: { path: { webhook_id: id } },
    })) {
      if (delivery.video_id === video.id) sent.push(delivery.type);
    }
    expect(sent).toEqual(['video.finished', 'video.started']);
  });
});
