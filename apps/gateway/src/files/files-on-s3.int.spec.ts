import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IMMUTABLE, ObjectStore } from '#libs/storage';
import { describeOnS3, type FaultyProxy, startFaultyProxy, type TestS3 } from '#libs/testing';
import { startVideosService } from '../testing/videos-service.js';
import { type GatewaySystem, type RunningGateway, startGatewaySystem, UNKNOWN_ID } from '../testing/running-gateway.js';

const KEY = `videos/${UNKNOWN_ID}/AbCdEfGhIjKlMnOpQrStUv.mp4`;

await describeOnS3('assets on S3', (start) => {
  let s3: TestS3;
  let proxy: FaultyProxy;
  let system: GatewaySystem;
  let publicGateway: RunningGateway;
  let videos: Awaited<ReturnType<typeof startVideosService>>;
  beforeAll(async () => {
    s3 = await start();
    proxy = await startFaultyProxy(s3.endpoint);
    const storageUrl = s3.storageUrl('assets', { endpoint: proxy.url });
    system = await startGatewaySystem({ ...s3.credentials, STORAGE_URL: storageUrl });
    process.env['STORAGE_URL'] = `${storageUrl}&public-endpoint=${s3.endpoint}`;
    publicGateway = await system.startGateway();
    videos = await startVideosService();
    videos.files.set(UNKNOWN_ID, null);
    const store = system.gateway.service.app.get(ObjectStore);
    await store.put('work/0.mp4', Buffer.from('0123456789'), { contentType: 'video/mp4' });
    await store.copy('work/0.mp4', KEY, { cacheControl: IMMUTABLE });
  });
  beforeEach(() => proxy.heal());
  afterAll(async () => {
    await videos.stop();
    await system.stop();
    await Promise.all([proxy.stop(), s3.stop()]);
  });

  describe.each([
    { where: 'that only the gateway reaches', isPublic: false },
    { where: 'that callers reach too', isPublic: true },
  ])('$where', ({ isPublic }) => {
    const get = (init: RequestInit = {}, key = KEY) =>
      fetch(`${(isPublic ? publicGateway : system.gateway).url}/assets/${key}`, init);

    it('have one address, under which they are served whole and by range, with a type and a long cache life', async () => {
      const whole = await get();
      expect(await whole.text()).toBe('0123456789');
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'content-type': 'video/mp4',
        'cache-control': IMMUTABLE,
      });
      const part = await get({ headers: { range: 'bytes=2-5' } });
      expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
        206,
        '2345',
        'bytes 2-5/10',
      ]);
      const head = await get({ method: 'HEAD' });
      expect([head.status, head.redirected, head.headers.get('content-length')]).toEqual([200, false, '10']);
    });

    it(`come ${isPublic ? 'from the store itself' : 'through the gateway'}`, async () => {
      const { status, headers } = await get({ redirect: 'manual' });
      const seen = [status, headers.get('cache-control'), headers.get('location')?.split('?')[0]];
      if (isPublic) expect(seen).toEqual([302, 'public, max-age=1800', `${s3.endpoint}/${s3.bucket}/assets/${KEY}`]);
      else expect(seen).toEqual([200, IMMUTABLE, undefined]);
    });

    it('come through the gateway to scripts of pages, which read them from any origin', async () => {
      const { status, headers } = await get({ redirect: 'manual', headers: { 'Sec-Fetch-Dest': 'empty' } });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      for (const reader of ['empty', 'image']) {
        const other = await get({ redirect: 'manual', headers: { 'Sec-Fetch-Dest': reader } });
        expect(other.headers.get('vary')).toBe(isPublic ? 'Sec-Fetch-Dest' : null);
      }
    });

    it('with an end may be kept until then, wherever they come from, and are not found after it', async () => {
      const id = randomUUID();
      const key = `videos/${id}/AbCdEfGhIjKlMnOpQrStUv.mp4`;
      const store = system.gateway.service.app.get(ObjectStore);
      await store.copy('work/0.mp4', key, { cacheControl: IMMUTABLE });
      const expires = new Date(Date.now() + 60_000);
      videos.files.set(id, expires);
      const first = await get({ redirect: 'manual' }, key);
      const seconds = Number(/^public, max-age=(\d+)/.exec(first.headers.get('cache-control')!)?.[1]);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      const last = await get({}, key);
      expect(last.status).toBe(200);
      if (isPublic) {
        expect([last.headers.get('cache-control'), last.headers.get('expires')]).toEqual([
          'public',
          expires.toUTCString(),
        ]);
      }
      const late = `videos/${randomUUID()}/AbCdEfGhIjKlMnOpQrStUv.mp4`;
      await store.copy('work/0.mp4', late);
      videos.files.set(late.split('/')[1]!, new Date(Date.now() - 1));
      const gone = await get({}, late);
      expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
    });

    it('are found as soon as they exist', async () => {
      const { status, headers } = await get({}, KEY.replace('AbC', 'CbA'));
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
    });

    it.each(isPublic ? ['HEAD'] : ['HEAD', 'GET'])(
      'answer 500, and must not be cached, while %s fails',
      async (method) => {
        proxy.fail(new RegExp(`^${method}`), 'InternalError');
        const answer = await get();
        expect(answer.status).toBe(500);
        expect(await answer.json()).toMatchObject({ error: { code: 'INTERNAL_SERVER_ERROR' } });
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('etag')).toBeNull();
        expect(answer.headers.get('retry-after')).toBe('5');
      },
    );
  });
});
