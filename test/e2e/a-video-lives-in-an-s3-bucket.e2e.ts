import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  describeOnS3,
  eventually,
  startFaultyProxy,
  startSystem,
  type FaultyProxy,
  type TestS3,
  type TestSystem,
} from '#libs/testing';
import { createTemplate, createVideo, movingDocument, untilEnded } from './steps.js';

/** Tries of the driver before it reports that the store is away (libs/storage/src/s3-client.ts). */
const TRIES = 4;

await describeOnS3('a video in an S3 bucket', (start) => {
  let s3: TestS3;
  let proxy: FaultyProxy;
  let system: TestSystem;

  beforeAll(async () => {
    s3 = await start();
    proxy = await startFaultyProxy(s3.endpoint);
    const parameters = { endpoint: proxy.url, 'public-endpoint': s3.endpoint };
    system = await startSystem({ ...s3.credentials, STORAGE_URL: s3.storageUrl('', parameters) });
  }, 120_000);

  afterAll(async () => {
    await system.stop();
    await Promise.all([proxy.stop(), s3.stop()]);
  }, 60_000);

  it('is drawn once while the bucket is away, waits for it, is kept nowhere else and served from there', async () => {
    const put = (key: string) => proxy.seen.filter((line) => line.startsWith(`PUT /${s3.bucket}/${key}`));
    proxy.fail(/^PUT/, 'InternalError');
    const template = await createTemplate(system, movingDocument(2, { width: 640, height: 360 }));
    const { id } = await createVideo(system, { template_id: template, format: 'mp4' });
    await eventually(() => put(`work/${id}/`).length > 2 * TRIES, { timeoutMs: 60_000 });
    proxy.heal();
    const video = await untilEnded(system, id);
    expect(video.status).toBe('COMPLETED');
    expect(put(`work/${id}/0-2`)).toEqual([]); // no second attempt
    expect(put(`videos/${id}/`)).toHaveLength(2);

    for (const [address, type] of [
      [video.video_url, 'video/mp4'],
      [video.poster_url!, 'image/jpeg'],
    ] as const) {
      const served = await fetch(address, { headers: { range: 'bytes=0-99' } });
      expect([served.status, served.url.startsWith(s3.endpoint), (await served.arrayBuffer()).byteLength]).toEqual([
        206,
        true,
        100,
      ]);
      expect(Object.fromEntries(served.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public',
        expires: new Date(video.expires_at!).toUTCString(),
      });
    }
    expect(readdirSync(join(system.dataFolder, 'storage'))).toEqual([]);
  }, 120_000);

  it('shows an upload that lives there too, as does a copy of its template', async () => {
    const photo = readFileSync(new URL('../../apps/local/sample/dusk.jpg', import.meta.url));
    const upload = await system.fetch('/assets?name=dusk.jpg', { method: 'POST', body: photo });
    const { id, url } = (await upload.json()) as { id: string; url: string };
    const served = await fetch(url);
    expect(served.url.startsWith(s3.endpoint)).toBe(true);
    expect(Buffer.from(await served.arrayBuffer()).equals(photo)).toBe(true);

    const layers = [{ name: 'photo', type: 'image', source_url: url }];
    const document = { name: 'Dusk', width: 64, height: 64, pages: [{ number: 1, duration: 0.5, layers }] };
    const template = await createTemplate(system, document);
    const exported = await system.fetch(`/templates/${template}/export`);
    const archive = Buffer.from(await exported.arrayBuffer());
    const imported = await system.fetch('/templates/import', { method: 'POST', body: archive });
    expect(imported.status).toBe(201);
    expect((await system.call('DELETE', `/assets/${id}`)).status).toBe(204);
    expect((await fetch(url)).status).toBe(404);
    const { id: copy } = (await imported.json()) as { id: string };
    const ends = await Promise.all(
      [copy, template].map(async (template_id) => {
        const video = await createVideo(system, { template_id, format: 'mp4' });
        const { status, error } = await untilEnded(system, video.id);
        return [status, error?.code];
      }),
    );
    expect(ends).toEqual([
      ['COMPLETED', undefined],
      ['FAILED', 'ASSET_FETCH_FAILED'],
    ]);
    expect(readdirSync(join(system.dataFolder, 'storage'))).toEqual([]);
  }, 120_000);
});
