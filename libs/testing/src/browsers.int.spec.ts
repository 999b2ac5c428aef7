import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchChromium, launchFirefox } from './browsers.js';
import { serve } from './serve.js';

const LAUNCH_TIMEOUT_MS = 300_000; // the first time on a machine it is fetched

describe.each([
  { name: 'Chromium', launch: launchChromium },
  { name: 'Firefox', launch: launchFirefox },
])('$name', ({ launch }) => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  }, LAUNCH_TIMEOUT_MS);

  afterAll(() => browser.close());

  test('opens a page, runs its script and is clicked', async () => {
    const server = await serve((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<button onclick="this.textContent = 1 + 1">one</button>');
    });
    try {
      const page = await browser.newPage();
      await page.goto(server.url);
      await page.getByRole('button', { name: 'one' }).click();
      expect(await page.getByRole('button').textContent()).toBe('2');
    } finally {
      await server.stop();
    }
  });

  test('has a canvas in a worker, which the preview draws on', async () => {
    const page = await browser.newPage();
    const pixel = await page.evaluate(`new Promise((resolve) => {
      const source = \`
        const context = new OffscreenCanvas(1, 1).getContext('2d');
        context.fillStyle = '#c81e0a';
        context.fillRect(0, 0, 1, 1);
        postMessage([...context.getImageData(0, 0, 1, 1).data]);\`;
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      worker.onmessage = ({ data }) => resolve(data);
    })`);
    expect(pixel).toEqual([200, 30, 10, 255]);
  });
});
