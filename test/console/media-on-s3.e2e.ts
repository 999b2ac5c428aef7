import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { unwrap } from '#libs/client';
import { createCanvas } from '#libs/frames';
import {
  describeOnS3,
  eventually,
  launchBrowser,
  serve,
  startSystem,
  type TestS3,
  type TestServer,
  type TestSystem,
} from '#libs/testing';
import { type BrowserPage, openConsole } from './browser-page.js';

const BLUE = [10, 90, 200];
/** Most by which each level of a color may differ from the drawn one. */
const LEVELS = 9;

await describeOnS3('a picture on S3, to which the gateway redirects', (start) => {
  let s3: TestS3;
  let system: TestSystem;
  let browser: Browser;
  let site: TestServer;
  let opened: BrowserPage;
  let page: Page;
  let picture: string;

  beforeAll(async () => {
    s3 = await start();
    const storage = { STORAGE_URL: s3.storageUrl('files', { 'public-endpoint': s3.endpoint }), ...s3.credentials };
    [system, browser, site] = await Promise.all([
      startSystem(storage),
      launchBrowser(),
      serve((_request, response) => response.setHeader('Content-Type', 'text/html').end('<title>A shop</title>')),
    ]);
    opened = await openConsole(browser, system, system.orgId);
    page = opened.page;
    const response = await system.fetch('/assets?name=blue.png', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: await bluePng(),
    });
    picture = ((await response.json()) as { url: string }).url;
  }, 300_000);

  afterAll(async () => {
    await browser.close();
    await Promise.all([site.stop(), system.stop()]);
    await s3.stop();
  }, 60_000);

  it('is shown by the list of media, from the store', async () => {
    await page.goto(new URL('/console/media', system.baseUrl).href);
    await page.locator('main img').waitFor();
    await eventually(() => page.evaluate<boolean>('document.querySelector("main img").naturalWidth === 32'));
    const { status, headers } = await fetch(picture, { redirect: 'manual' });
    expect([status, new URL(headers.get('location')!).origin]).toEqual([302, s3.endpoint]);
  });

  it('is drawn by the live picture of the editor', async () => {
    const photo = { name: 'photo', type: 'image', source_url: picture, width: 640, height: 360 } as const;
    const pages = [{ number: 1, duration: 1, background_color: '#ffffff', layers: [photo] }];
    const body = { name: 'On S3', width: 640, height: 360, pages };
    const { id } = await unwrap(system.client.POST('/templates', { body }));
    await page.route('**/v1/frames', () => undefined); // the server's picture never comes
    await page.goto(new URL(`/console/templates/${id}/edit`, system.baseUrl).href);
    await eventually(async () => {
      const found = await page.evaluate<number[]>(`(() => {
        const canvas = document.querySelector('[data-live="true"] canvas');
        const copy = new OffscreenCanvas(1, 1).getContext('2d');
        copy.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
        return [...copy.getImageData(0, 0, 1, 1).data].slice(0, 3);
      })()`);
      const isBlue = found.every((level, at) => Math.abs(level - BLUE[at]!) < LEVELS);
      if (!isBlue) throw new Error(`the color is ${found.join()}`);
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(opened.errors).toEqual([]);
  });

  it('is read by a preview in a page of another origin, without cookies or a redirect', async () => {
    const other = await browser.newPage();
    await other.goto(site.url);
    const size =
      await other.evaluate<number>(`fetch(${JSON.stringify(picture)}, { credentials: 'omit', redirect: 'error' })
      .then((response) => response.arrayBuffer()).then(({ byteLength }) => byteLength)`);
    expect(size).toBe((await bluePng()).length);
  });
});

async function bluePng(): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = createCanvas(32, 32);
  const context = canvas.getContext('2d');
  context.fillStyle = `rgb(${BLUE.join()})`;
  context.fillRect(0, 0, 32, 32);
  return new Uint8Array(await canvas.encode('png'));
}
