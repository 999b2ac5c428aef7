import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Asset } from '#libs/contracts';
import { ObjectStore } from '#libs/storage';
import { eventually, finalizeGarbage, holdingsOf } from '#libs/testing';
import { writeArchive } from '../template-archives/write-archive.js';
import { useGatewaySystem } from '../testing/running-gateway.js';
import { limitUploads } from './limit-uploads.js';
import { MediaFile } from './media-file.entity.js';
import { AbandonedUploads } from './abandoned-uploads.js';

const MOST = 200_000;
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(1_000, 7)]);
const HOUR_MS = 3_600_000;

const system = useGatewaySystem({ MEDIA_MAX_FILE_BYTES: String(MOST), RATE_LIMIT_PER_MINUTE: '10000' });
let store: ObjectStore;

beforeAll(() => {
  store = system.gateway.service.app.get(ObjectStore);
});

const call = (path: string, key: string, init: RequestInit = {}) =>
  fetch(`${system.gateway.url}/v1${path}`, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` },
  });
const upload = (key: string, body: Buffer | string, query = '', type = 'application/octet-stream') =>
  call(`/assets${query}`, key, { method: 'POST', body, headers: { 'content-type': type } });
const uploaded = async (key: string, body: Buffer | string = PNG, query = ''): Promise<Asset> => {
  const response = await upload(key, body, query);
  expect(response.status).toBe(201);
  return (await response.json()) as Asset;
};
/** The file at its address, on the gateway of this test instead of the public one. */
const fetchFile = (asset: Asset, init: RequestInit = {}) =>
  fetch(asset.url.replace('http://localhost', system.gateway.url), init);
const usageOf = (orgId: string) => limitUploads(system.em.fork(), { orgId });
const storedKeys = async (orgId: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of store.list(`media/${orgId}/`)) keys.push(key);
  return keys;
};
const faultsOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { details: { field: string; code: string }[] } };
  return [response.status, error.details.map(({ field, code }) => `${field} ${code}`)];
};

describe('an uploaded file', () => {
  it('is stored, can be fetched at its URL, and runs nothing in a browser', async () => {
    const { orgId, key } = await system.newKey();
    const asset = await uploaded(key, PNG, '?name=sea.png');
    expect(asset).toMatchObject({ name: 'sea.png', kind: 'image', content_type: 'image/png', file_size: PNG.length });
    expect(asset.url).toContain(`/assets/media/${orgId}/`);
    const file = await fetchFile(asset);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PNG);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await fetchFile(asset, { headers: { range: 'bytes=0-3' } })).status).toBe(206);
    expect(await usageOf(orgId)).toMatchObject({ files: 1, bytes: PNG.length });
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/png'],
    ['an HTML page', '<!doctype html><script>alert(1)</script>', 'image/png'],
    ['a zip file', 'PK\x03\x04 and so on', 'image/png'],
    ['nothing', '', 'image/png'],
  ])('that is %s is refused, whatever its type says', async (_what, body, type) => {
    const { orgId, key } = await system.newKey();
    expect(await faultsOf(await upload(key, body, '', type))).toEqual([422, ['body INVALID_FORMAT']]);
    expect([await usageOf(orgId), await storedKeys(orgId)]).toMatchObject([{ files: 0, bytes: 0 }, []]);
  });

  it('that is a page behind a picture’s first bytes is served as the picture', async () => {
    const { key } = await system.newKey();
    const asset = await uploaded(key, 'GIF89a<script>alert(1)</script>', '?name=%3Cimg%20src=x%3E.html');
    expect((await fetchFile(asset)).headers.get('content-type')).toBe('image/gif');
  });

  it('that is too large is refused, announced or not, and leaves nothing', async () => {
    const { orgId, key } = await system.newKey();
    const large = Buffer.concat([PNG, Buffer.alloc(MOST)]);
    expect(await faultsOf(await upload(key, large))).toEqual([422, ['body VALUE_TOO_LARGE']]);
    const pieces = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(PNG);
      },
    });
    const unannounced = await call('/assets', key, {
      method: 'POST',
      body: pieces,
      duplex: 'half',
    }).catch(
      () => null, // the connection may end before the answer is read
    );
    if (unannounced) expect(unannounced.status).toBe(422);
    await eventually(async () => expect(await usageOf(orgId)).toMatchObject({ files: 0, bytes: 0 }));
    expect(await storedKeys(orgId)).toEqual([]);
  });

  it('that is cut short leaves nothing', async () => {
    const { orgId, key } = await system.newKey();
    const headers = { authorization: `Bearer ${key}`, 'content-length': '50000' };
    const sending = httpRequest(`${system.gateway.url}/v1/assets`, { method: 'POST', headers });
    sending.on('error', () => undefined);
    sending.write(PNG);
    await eventually(async () => expect(await usageOf(orgId)).toMatchObject({ files: 1, bytes: 50_000 }));
    sending.destroy();
    await eventually(async () => expect(await usageOf(orgId)).toMatchObject({ files: 0, bytes: 0 }));
    expect(await storedKeys(orgId)).toEqual([]);
  });

  it('that is deleted is gone, with its URL', async () => {
    const { orgId, key } = await system.newKey();
    const asset = await uploaded(key);
    expect((await call(`/assets/${asset.id}`, key, { method: 'DELETE' })).status).toBe(204);
    expect((await call(`/assets/${asset.id}`, key)).status).toBe(404);
    expect((await fetchFile(asset)).status).toBe(404);
    expect([await usageOf(orgId), await storedKeys(orgId)]).toMatchObject([{ files: 0, bytes: 0 }, []]);
  });

  it('is its organization’s alone, and no viewer uploads or deletes', async () => {
    const [own, stranger, reader] = [
      await system.newKey(),
      await system.newKey(),
      await system.newKey({ kind: 'read' }),
    ];
    const asset = await uploaded(own.key);
    expect((await call(`/assets/${asset.id}`, stranger.key)).status).toBe(404);
    expect((await call(`/assets/${asset.id}`, stranger.key, { method: 'DELETE' })).status).toBe(404);
    expect(await (await call('/assets', stranger.key)).json()).toMatchObject({ data: [] });
    expect((await upload(reader.key, PNG)).status).toBe(403);
    expect((await call(`/assets/${asset.id}`, own.key)).status).toBe(200);
  });
});

describe('the files of an organization', () => {
  it('are listed in pages, newest first, and searched by name', async () => {
    const { key } = await system.newKey();
    for (const name of ['one.png', '100%25.png', 'Two.png']) await uploaded(key, PNG, `?name=${name}`);
    const names = async (query: string) => {
      const { data, pagination } = (await (await call(`/assets${query}`, key)).json()) as {
        data: Asset[];
        pagination: { total: number };
      };
      return [data.map(({ name }) => name), pagination.total];
    };
    expect(await names('')).toEqual([['Two.png', '100%.png', 'one.png'], 3]);
    expect(await names('?limit=1&offset=1')).toEqual([['100%.png'], 3]);
    expect(await names('?search=two')).toEqual([['Two.png'], 1]);
    expect(await names('?search=%25')).toEqual([['100%.png'], 1]);
  });

  it('are as many, and as large, as its quota allows, however many come at once', async () => {
    const { orgId, key } = await system.newKey();
    await limitUploads(system.em.fork(), { orgId, maxFiles: 3 });
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await upload(key, PNG)).status));
    expect(statuses.toSorted()).toEqual([201, 201, 201, 422, 422, 422, 422, 422]);
    await limitUploads(system.em.fork(), { orgId, maxFiles: null, maxBytes: 3 * PNG.length + 10 });
    expect(await faultsOf(await upload(key, PNG))).toEqual([422, ['body VALUE_TOO_LARGE']]);
    expect(await usageOf(orgId)).toMatchObject({ files: 3, bytes: 3 * PNG.length });
    const shown = async (caller: string) => (await (await call('/assets/usage', caller)).json()) as object;
    const own = { files: 3, bytes: 3 * PNG.length, max_bytes: 3 * PNG.length + 10 };
    expect(await shown(key)).toEqual({ ...own, max_files: 10_000, max_file_size: MOST });
    expect(await shown((await system.newKey()).key)).toMatchObject({ files: 0, bytes: 0 });
  });

  it('that a gateway left unfinished are removed after an hour, others are not', async () => {
    const { orgId, key } = await system.newKey();
    const asset = await uploaded(key);
    const left = { orgId, name: 'left', kind: 'image' as const, bytes: 5, storedAt: null };
    const begun = new Date(Date.now() - HOUR_MS);
    const keys = ['a', 'b'].map((letter) => `media/${orgId}/${letter.repeat(22)}.png`);
    await store.put(keys[0]!, PNG, { contentType: 'image/png' });
    for (const [n, storageKey] of keys.entries()) {
      const createdAt = new Date(begun.getTime() + (n === 0 ? -1_000 : 60_000));
      await system.em.fork().insert(MediaFile, { ...left, id: randomUUID(), storageKey, createdAt });
    }
    await system.gateway.service.app.get(AbandonedUploads).sweep(new Date());
    expect(await usageOf(orgId)).toMatchObject({ files: 2 });
    expect(await storedKeys(orgId)).toEqual([asset.url.slice(asset.url.indexOf('media/'))]);
  });
});

describe('a file of an archive', () => {
  it('that is refused is closed unread', async () => {
    const { key, orgId } = await system.newKey();
    const file = { url: 'https://files.example.com/1.png', file: 'media/1.png', name: '1.png' };
    const manifest = { archive_version: 1 as const, document: { name: 'Card' }, media: [file] };
    await store.put('media/not/one.png', Buffer.alloc(MOST, 'no picture'), { contentType: 'image/png' });
    const files = [{ file: file.file, storageKey: 'media/not/one.png', bytes: MOST }];
    const body = await buffer(writeArchive(store, { manifest, files, mtime: new Date(0) }));
    const response = await call('/templates/import', key, { method: 'POST', body: new Uint8Array(body) });
    expect(await faultsOf(response)).toEqual([422, ['media[0].file INVALID_FORMAT']]);
    const ofImports = () => holdingsOf()?.files.filter((path) => path.includes('/imports/')) ?? [];
    await eventually(() => expect(ofImports()).toEqual([]), { timeoutMs: 5_000 });
    await finalizeGarbage();
    expect(await usageOf(orgId)).toMatchObject({ files: 0 });
  });
});
