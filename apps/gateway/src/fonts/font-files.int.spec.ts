import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { IMMUTABLE } from '#libs/storage';
import { temporaryFolder } from '#libs/testing';
import { useGatewaySystem } from '../testing/running-gateway.js';
import { FontFiles } from './font-files.js';

const INDEX = '[{"name":"inter-latin-400-normal-0123456789ab.woff2"}]';
const INDEX_PATH = '/fonts/@fontsource/inter.json';
const FONT_PATH = '/fonts/@fontsource/inter/inter-latin-400-normal-0123456789ab.woff2';

const system = useGatewaySystem();
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(system.gateway.url + path, { method, headers: { 'accept-encoding': 'identity', ...headers } });

beforeAll(() => {
  const folder = temporaryFolder('fonts');
  mkdirSync(join(folder, '@fontsource/inter'), { recursive: true });
  writeFileSync(join(folder, '@fontsource/inter.json'), INDEX);
  writeFileSync(join(folder, '@fontsource/inter.json.gz'), gzipSync(INDEX));
  writeFileSync(join(folder, '@fontsource/inter/inter-latin-400-normal-0123456789ab.woff2'), 'wOF2');
  system.gateway.service.app.get(FontFiles).read(folder);
});

describe('the shipped fonts for browsers', () => {
  it('have an index that is asked for again, without a key and from pages of any origin', async () => {
    const response = await get(INDEX_PATH, { origin: 'https://elsewhere.example' });
    expect([response.status, await response.text()]).toEqual([200, INDEX]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('answer 304 for the index that the browser has', async () => {
    const etag = (await get(INDEX_PATH)).headers.get('etag')!;
    const response = await get(INDEX_PATH, { 'if-none-match': etag });
    expect([response.status, await response.text()]).toEqual([304, '']);
    const packed = await get(INDEX_PATH, { 'accept-encoding': 'gzip' });
    expect([packed.headers.get('etag'), packed.headers.get('content-encoding')]).toEqual([etag, 'gzip']);
  });

  it('have files that never change', async () => {
    const response = await get(FONT_PATH);
    expect([response.status, await response.text()]).toEqual([200, 'wOF2']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': IMMUTABLE,
      'access-control-allow-origin': '*',
    });
  });

  it.each(['/fonts/@fontsource/inter', '/fonts/..%2f..%2fpackage.json', '/fonts/other.json'])(
    'are all there is: %s is not found',
    async (path) => {
      const response = await get(path);
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    },
  );

  it('can only be read', async () => {
    expect((await get(INDEX_PATH, {}, 'POST')).status).toBe(405);
  });
});
