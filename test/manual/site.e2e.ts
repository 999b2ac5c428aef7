import { createReadStream, existsSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchChromium, serve, type TestServer } from '#libs/testing';
import { defectsOf, openPage } from '../console/browser-page.ts';

/** The files that `npm run manual` builds. */
const SITE = join(import.meta.dirname, '../../docs/site/dist');
/** Most bytes that are sent before the first page can be read. */
const MAX_FIRST_PAGE_BYTES = 150_000;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

const describeSite = existsSync(SITE) ? describe : describe.skip;
if (!existsSync(SITE)) process.stderr.write('Skipped: the site of the manual. `npm run manual` builds it.\n');

describeSite('the site of the manual', () => {
  let browser: Browser;
  let files: TestServer;
  let sentBytes = 0;

  beforeAll(async () => {
    browser = await launchChromium();
    files = await serve(({ url = '/' }, response) => {
      const path = decodeURIComponent(url.split('?')[0]!).replace(/^\/docs/, '');
      const file = join(SITE, path.endsWith('/') ? `${path}index.html` : path);
      if (!existsSync(file)) return void response.writeHead(404).end();
      const packed = existsSync(`${file}.gz`) ? `${file}.gz` : file;
      sentBytes += statSync(packed).size;
      response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
      if (packed !== file) response.setHeader('Content-Encoding', 'gzip');
      createReadStream(packed).pipe(response);
    });
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await files.stop();
  });

  it('sends its first page in at most 150 KB', async () => {
    const { page, errors } = await openPage(browser);
    sentBytes = 0;
    await page.goto(`${files.url}/docs/`, { waitUntil: 'networkidle' });
    expect(sentBytes).toBeGreaterThan(10_000);
    expect(sentBytes).toBeLessThanOrEqual(MAX_FIRST_PAGE_BYTES);
    expect(errors).toEqual([]);
  }, 60_000);

  it.each(['', 'tutorial/', 'gallery/', 'cli/', 'template/', 'api/videos/'])(
    'has no defect in light, in dark and at 390 pixels: /docs/%s',
    async (path) => {
      const { page, errors } = await openPage(browser);
      await page.goto(`${files.url}/docs/${path}`, { waitUntil: 'networkidle' });
      expect(await defectsOf(page)).toEqual([]);
      expect(errors).toEqual([]);
    },
    120_000,
  );
});
