import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ObjectStore } from '#libs/storage';
import { startVideosService } from '../testing/videos-service.js';
import {
  startGatewaySystem,
  type GatewaySystem,
  UNKNOWN_ID,
  untilEarlyInTheMinute,
} from '../testing/running-gateway.js';

let system: GatewaySystem;
let videos: Awaited<ReturnType<typeof startVideosService>>;

beforeAll(async () => {
  system = await startGatewaySystem({ TRUSTED_PROXIES: '127.0.0.1' });
  videos = await startVideosService();
  videos.files.set(UNKNOWN_ID, null);
});

afterAll(async () => {
  await videos.stop();
  await system.stop();
});

describe('assets', () => {
  const key = `videos/${UNKNOWN_ID}/AbCdEfGhIjKlMnOpQrStUv.mp4`;
  const bytes = Buffer.from('0123456789');
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${system.gateway.url}/assets/${key}`, { headers, method });

  it('answers 404 without caching until the file exists', async () => {
    const answer = await get();
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await system.gateway.service.app.get(ObjectStore).put(key, bytes, { contentType: 'video/mp4' });
    expect((await get()).status).toBe(200);
  });

  it('that are not there are asked for 300 times a minute by one address, while a known file is served', async () => {
    await get();
    await untilEarlyInTheMinute(30);
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    const unknown = () =>
      fetch(`${system.gateway.url}/assets/videos/${randomUUID()}/AbCdEfGhIjKlMnOpQrStUv.mp4`, { headers });
    let [asked, answer] = [1, await unknown()];
    for (; asked < 301 && answer.status === 404; asked += 1) answer = await unknown();
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0, asked]).toEqual([429, true, 301]);
    expect((await get(headers)).status).toBe(200);
  });

  it('serves the file whole, without a body and by conditions', async () => {
    const whole = await get();
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': expect.stringContaining('immutable'),
    });
    const head = await get({}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    expect((await get({ 'if-none-match': whole.headers.get('etag')! })).status).toBe(304);
  });

  it.each([
    ['bytes=2-5', 206, '2345', 'bytes 2-5/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('answers Range: %s with %d', async (range, status, text, contentRange) => {
    const answer = await get({ range });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  it('answers a range beyond the end with an error that states the length', async () => {
    const answer = await get({ range: 'bytes=10-' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const { error } = (await answer.json()) as { error: { code: string } };
    expect(error.code).toBe('RANGE_NOT_SATISFIABLE');
  });

  it('forbids caching of the response to an unsatisfiable range', async () => {
    expect((await get({ range: 'bytes=10-' })).headers.get('cache-control')).toBe('no-store');
  });

  it('serves the whole file when the range is of another version', async () => {
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  });

  describe('of a video with an end', () => {
    const fileOf = async (expires: Date | undefined): Promise<Response> => {
      const id = randomUUID();
      const name = `videos/${id}/AbCdEfGhIjKlMnOpQrStUv.mp4`;
      await system.gateway.service.app.get(ObjectStore).put(name, bytes, { contentType: 'video/mp4' });
      if (expires) videos.files.set(id, expires);
      return fetch(`${system.gateway.url}/assets/${name}`);
    };

    it('may be kept until then, and no longer', async () => {
      const { status, headers } = await fileOf(new Date(Date.now() + 90_000));
      const seconds = Number(/^public, max-age=(\d+), immutable$/.exec(headers.get('cache-control')!)?.[1]);
      expect(status).toBe(200);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(90);
    });

    it.each([
      ['that has come', new Date(Date.now() - 1)],
      ['because it was deleted, or is not finished', undefined],
    ])('%s, answer 404 without caching, though they are still in the store', async (_why, expires) => {
      const { status, headers } = await fileOf(expires);
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
    });
  });

  it('serves nothing that is not public', async () => {
    await system.gateway.service.app
      .get(ObjectStore)
      .put(`videos/${UNKNOWN_ID}/secret.json`, bytes, { contentType: 'application/json' });
    for (const path of [
      `videos/${UNKNOWN_ID}/secret.json`,
      `videos/${UNKNOWN_ID}/..%2fsecret.json`,
      `videos/${UNKNOWN_ID}`,
      `work/${UNKNOWN_ID}/0-1.mp4`,
    ]) {
      expect((await fetch(`${system.gateway.url}/assets/${path}`)).status).toBe(404);
    }
  });
});

describe('assets while the videos service does not answer', () => {
  it('are served, and caches must revalidate them', async () => {
    await videos.stop();
    const name = `videos/${randomUUID()}/AbCdEfGhIjKlMnOpQrStUv.mp4`;
    await system.gateway.service.app.get(ObjectStore).put(name, Buffer.from('x'), { contentType: 'video/mp4' });
    const { status, headers } = await fetch(`${system.gateway.url}/assets/${name}`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });
});
