import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { IMMUTABLE } from '#libs/storage';
import { temporaryFolder } from '#libs/testing';
import { useGatewaySystem } from '../testing/running-gateway.js';
import { ConsoleFiles } from './console-files.js';

const PAGE = '<!doctype html><title>Framewright</title>';
const SCRIPT = 'console.log(1)';
const SCRIPT_PATH = '/console/assets/index-D0B9sPTQ.js';
const WORKER_PATH = '/console/assets/worker-DxPB7pTX.js';

const system = useGatewaySystem();
const get = (path: string, { method = 'GET', accepted = '' } = {}): Promise<Response> =>
  fetch(system.gateway.url + path, { method, redirect: 'manual', headers: { 'accept-encoding': accepted } });

beforeAll(() => {
  const folder = temporaryFolder('console');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  const script = join(folder, 'assets/index-D0B9sPTQ.js');
  writeFileSync(script, SCRIPT);
  writeFileSync(join(folder, 'assets/worker-DxPB7pTX.js'), SCRIPT);
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
  system.gateway.service.app.get(ConsoleFiles).read(folder);
});

describe('the console', () => {
  it('is where the root leads', async () => {
    const { status, headers } = await get('/');
    expect([status, headers.get('location')]).toEqual([302, '/console']);
  });

  it.each([
    '/console',
    '/console/',
    '/console/videos?status=FAILED',
    '/console/videos/a.b',
    '/console/..%2f..%2fpackage.json',
  ])('is one page at every address below it: %s', async (path) => {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([200, PAGE]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  it('may run its own files only', async () => {
    const policy = (await get('/console')).headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it('lets the worker of the preview alone compile its kernel and fetch the pictures of documents', async () => {
    const policy = (await get(WORKER_PATH)).headers.get('content-security-policy')!;
    expect(policy).toContain(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' https: http:",
    );
    expect((await get(SCRIPT_PATH)).headers.get('content-security-policy')).not.toContain('wasm');
  });

  it('has files that never change, which caches may keep', async () => {
    const response = await get(SCRIPT_PATH);
    expect(await response.text()).toBe(SCRIPT);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(SCRIPT.length),
      'cache-control': IMMUTABLE,
      vary: 'Accept-Encoding',
    });
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('has them compressed for Accept-Encoding: %s', async (accepted, encoding) => {
    const response = await get(SCRIPT_PATH, { accepted });
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([encoding, SCRIPT]);
  });

  it('answers HEAD with the headers alone', async () => {
    const response = await get(SCRIPT_PATH, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      String(SCRIPT.length),
      '',
    ]);
  });

  it('answers 404 for a file of another version, and 405 for anything but reading', async () => {
    const missing = await get('/console/assets/index-old.js');
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect((await get('/console', { method: 'POST' })).status).toBe(405);
  });
});
