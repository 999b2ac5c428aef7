import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCanvas, loadImage } from '#libs/frames';
import { eventually, launchChromium, serve, startSystem, type TestServer, type TestSystem } from '#libs/testing';
import type { Browser, Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 400_000;
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', html: 'text/html' };
/** Least likeness in luma, whole picture, dB: browsers smooth letters in their own way. */
const LEAST_DB = 30;
const SECOND = 2.6;

let system: TestSystem;
let browser: Browser;
/** Another origin than that of the API. */
let site: TestServer;
let html = '';
let page: Page;
let token: string;
let templateId: string;

beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem(), launchChromium()]);
  const folder = join(system.dataFolder, 'package');
  await mkdir(folder);
  await run(process.execPath, join(ROOT, 'libs/preview/package/pack.mjs'), folder);
  await run(
    'tar',
    '-xzf',
    join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
    ),
    '-C',
    folder,
  );
  const dist = join(folder, 'package/dist');
  site = await serve((request, response) => {
    const [, place, name = ''] = request.url!.split('/');
    if (place !== 'preview') response.setHeader('Content-Type', TYPES['html']!).end(html);
    else
      readFile(join(dist, name)).then(
        (file) => response.setHeader('Content-Type', TYPES['js']!).end(file),
        () => response.writeHead(404).end(),
      );
  });
  templateId = system.templates.find(({ name }) => name.includes('promo'))!.id;
  token = await newToken([site.url]);
  html = pageOfTheGuide(token);
  page = await browser.newPage();
  await page.goto(site.url);
}, START_TIMEOUT_MS);

afterAll(async () => {
  await browser.close();
  await Promise.all([site.stop(), system.stop()]);
});

async function run(program: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(program, args, { cwd: ROOT });
}

async function newToken(origins: string[]): Promise<string> {
  const { status, body } = await system.call('POST', '/preview-tokens', { template_id: templateId, origins });
  expect(status).toBe(201);
  return (body as { token: string }).token;
}

/** The page as the guide has it, with `preview` where a test reaches it. */
function pageOfTheGuide(withToken: string): string {
  const guide = readFileSync(join(ROOT, 'docs/guides/embed-a-preview.md'), 'utf8');
  const written = /```html\n([\s\S]+?)```/.exec(guide)![1]!;
  return written
    .replace('{base_url}', system.baseUrl)
    .replace('{token}', withToken)
    .replace('const preview =', 'const preview = globalThis.preview =');
}

/** The picture that the page shows, and that of the server for the same modifications, in decibels of luma. */
async function likenessDb(modifications: object): Promise<number> {
  const shown = await page.evaluate<string>(`(() => {
    const from = document.querySelector('canvas');
    const canvas = Object.assign(document.createElement('canvas'), { width: from.width, height: from.height });
    canvas.getContext('2d').drawImage(from, 0, 0);
    return canvas.toDataURL('image/png');
  })()`);
  const body = { template_id: templateId, modifications, t: SECOND };
  const response = await system.fetch('/frames', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const [a, b] = await Promise.all([
    luma(Buffer.from(shown.slice(shown.indexOf(',') + 1), 'base64')),
    luma(Buffer.from(await response.arrayBuffer())),
  ]);
  expect(a.length).toBe(b.length);
  const error = a.reduce((sum, level, at) => sum + (level - b[at]!) ** 2, 0) / a.length;
  return 10 * Math.log10(255 ** 2 / error);
}

async function luma(png: Buffer): Promise<number[]> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const rgba = canvas.data();
  return Array.from({ length: rgba.length / 4 }, (_, at) => {
    const [red, green, blue] = [rgba[4 * at]!, rgba[4 * at + 1]!, rgba[4 * at + 2]!];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
}

describe('the page of the guide, from another origin', () => {
  it('shows the template of its token as it is rendered', async () => {
    const { width, height } = await page.evaluate<{ width: number; height: number }>('preview.ready');
    expect([width, height]).toEqual([1920, 1080]);
    expect(await page.evaluate('preview.seek(2.6).then(() => preview.seconds)')).toBeCloseTo(62 / 24, 5);
    // The browser shows a worker's frame some moments after the worker has drawn it.
    await eventually(async () => expect(await likenessDb({})).toBeGreaterThan(LEAST_DB));
  }, 200_000);

  it('shows what is typed, as it is rendered', async () => {
    await page.fill('#headline', 'Hello, Ada');
    const modifications = { pages: [{ number: 1, layers: [{ name: 'headline', text: 'Hello, Ada' }] }] };
    await eventually(async () => expect(await likenessDb(modifications)).toBeGreaterThan(LEAST_DB), {
      timeoutMs: 60_000,
    });
    expect(await likenessDb({})).toBeLessThan(LEAST_DB);
  }, 200_000);

  it('keeps its picture when the API would refuse the modifications, and says why', async () => {
    const refused = await page.evaluate<string>(
      `preview.setModifications({ pages: [{ number: 9, layers: [] }] }).then(() => '', (error) => error.name + ' ' + error.faults[0].field)`,
    );
    expect(refused).toBe('PreviewRefused pages[0].number');
    expect(await page.evaluate('preview.seek(0).then(() => preview.seconds)')).toBe(0);
  }, 120_000);

  it('plays, and ends with its picture when it is destroyed', async () => {
    await page.evaluate(
      `void (globalThis.time = new Promise((resolve) => preview.addEventListener('time', resolve, { once: true })))`,
    );
    await page.click('#play');
    await page.evaluate('time');
    await page.evaluate('preview.destroy()');
    expect(await page.locator('canvas').count()).toBe(0);
  }, 120_000);

  it('has a token that shows and does not render', async () => {
    const asked = await page.evaluate<[number, string]>(`(async () => {
      const headers = { authorization: 'Bearer ${token}' };
      const shown = await fetch('${system.baseUrl}/preview', { headers });
      const body = JSON.stringify({ template_id: '${templateId}', format: 'mp4' });
      const render = () => fetch('${system.baseUrl}/videos', { method: 'POST', headers, body });
      return [shown.status, await render().then(({ status }) => String(status), (error) => error.name)];
    })()`);
    expect(asked).toEqual([200, 'TypeError']); // no page may ask: the API's other operations allow no origin
    const anywhere = await newToken([]);
    const { status } = await system.call('POST', '/videos', { template_id: templateId, format: 'mp4' }, anywhere);
    expect(status).toBe(401);
  });

  it('says what is wrong with a token of another page', async () => {
    html = pageOfTheGuide(await newToken(['https://shop.example.com']));
    await page.goto(site.url);
    await eventually(async () =>
      expect(await page.textContent('#problem')).toBe(
        'the template cannot be shown: status 403, The preview token is for pages of other origins',
      ),
    );
  }, 120_000);
});
