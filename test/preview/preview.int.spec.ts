import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadedAtOnce } from '../loaded-at-once.js';
import { eventually, launchChromium } from '#libs/testing';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { gzipSync } from 'node:zlib';
import { openPreviewPage } from './compared-cases.ts';
import { bundlePreview, type PreviewSite, startPreviewSite } from './preview-server.ts';

/** Time limit of the start, ms, because a browser is fetched the first time. */
const START_TIMEOUT_MS = 300_000;
/** Kilobytes of what every preview loads, compressed; what documents decide, such as expressions, is loaded with the first. */
const BUDGET_KB = 142;

const README = path.join(import.meta.dirname, '../../libs/preview/README.md');
/** Length of the music of the samples. */
const MUSIC_S = 11.429;
const PLAIN = { name: 'plain', width: 320, height: 180, pages: [{ number: 1, duration: 0.25, layers: [] }] };

let browser: Browser;
let site: PreviewSite;
let page: Page;

beforeAll(async () => {
  const example = /```html\n([\s\S]+?)```/.exec(await readFile(README, 'utf8'))![1]!;
  [browser, site] = await Promise.all([launchChromium(), startPreviewSite(example)]);
  page = await openPreviewPage(browser, site);
}, START_TIMEOUT_MS);

afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Value of an expression with `preview` in the page. */
function inPage(expression: string): Promise<unknown> {
  return page.evaluate(`(async () => ${expression})()`);
}

describe('a preview', () => {
  it('is shown by the example of its README', async () => {
    const example = await browser.newPage();
    await example.goto(site.url);
    await eventually(async () => expect(await example.title()).toBe('48 frames'), { timeoutMs: 60_000 });
    const corner = await example.evaluate(`(() => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      context.drawImage(document.querySelector('canvas'), 0, 0);
      return [...context.getImageData(2, 2, 1, 1).data];
    })()`);
    const teal = [15, 118, 110, 255];
    expect(Math.max(...(corner as number[]).map((level, index) => Math.abs(level - teal[index]!)))).toBeLessThan(6);
    await example.close();
  });

  it('refuses what the API refuses, with its faults, and keeps what was open', async () => {
    await inPage(`preview.open({ document: ${JSON.stringify(PLAIN)} })`);
    const document = JSON.stringify({ ...PLAIN, width: 'wide' });
    const faults = await inPage(`preview.open({ document: ${document} }).catch((error) => error.faults)`);
    expect(faults).toMatchObject([{ field: 'width', code: 'INVALID_TYPE' }]);
    expect(await inPage('preview.show(1)')).toBe(true);
  });

  it('fetches nothing from an address that is not allowed: the picture is gray, which is reported', async () => {
    const url = 'https://elsewhere.example/a.png';
    const layers = [{ name: 'photo', type: 'image', source_url: url, x: 0, y: 0, width: 320, height: 180 }];
    const document = JSON.stringify({ ...PLAIN, pages: [{ number: 1, duration: 1, layers }] });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const found = await inPage(`{
      const missing = new Promise((resolve) => preview.addEventListener('missing', resolve, { once: true }));
      await preview.open({ document: ${document} });
      const pixels = await preview.read(0);
      return { missing: (await missing).detail, luma: pixels[320 * 90 + 160] };
    }`);
    expect(found).toMatchObject({
      missing: { url, reason: `${url} is not among the addresses that this preview may fetch` },
      luma: Math.round(16 + (128 * 219) / 255),
    });
    expect(requested.filter((each) => each.includes('elsewhere'))).toEqual([]);
  });

  it('lasts as long as its files, which it measures; one that cannot be fetched counts as 5 s', async () => {
    const spoken = (url: string) => ({
      ...PLAIN,
      pages: [{ number: 1, duration: 'auto', page_audio_url: url, layers: [] }],
    });
    const opened = (url: string) => inPage(`preview.open({ document: ${JSON.stringify(spoken(url))} })`);
    const { frameCount, differences } = (await opened(`${site.media}sample/music.m4a`)) as {
      frameCount: number;
      differences: string[];
    };
    expect(Math.abs(frameCount / 24 - MUSIC_S)).toBeLessThan(0.1);
    expect(differences).toEqual([]);
    expect(await opened('https://elsewhere.example/voice.mp3')).toMatchObject({
      frameCount: 120,
      differences: ['Files whose length is not known count as 5 s.'],
    });
  });

  it('that a newer one overtook resolves to undefined, and the newer one is opened', async () => {
    const fonts = [
      { family: 'Own', source_url: `${site.media.replace('media', 'held')}playfair-display-latin-900-italic.woff2` },
    ];
    const slow = { ...PLAIN, name: 'slow', fonts };
    await inPage(`{
      globalThis.held = new preview.constructor({ worker: '/preview/worker.js', fonts: '/fonts', allow: [location.origin] });
      globalThis.opens = [held.open({ document: ${JSON.stringify(slow)} })];
    }`);
    await site.held;
    await inPage(`{ opens.push(held.open({ document: ${JSON.stringify({ ...PLAIN, width: 640 })} })); }`);
    site.release();
    expect(await inPage('Promise.all(opens)')).toMatchObject([undefined, { width: 640 }]);
    await inPage('{ held.close(); }');
  });

  it('plays to its end', async () => {
    const played = await inPage(`{
      await preview.open({ document: ${JSON.stringify(PLAIN)} });
      await preview.show(0);
      const stopped = new Promise((resolve) => preview.addEventListener('stopped', resolve, { once: true }));
      preview.play();
      await stopped;
      return 'stopped';
    }`);
    expect(played).toBe('stopped');
  });

  it('has the sound of the plan: when it begins, its volume and fades, and quieter under a voice', async () => {
    const music = { source_url: `${site.media}sample/music.m4a`, start: 1, fade_in: 0, fade_out: 0 };
    const pages = [{ number: 1, duration: 4, layers: [] }];
    const voiced = [
      { number: 1, duration: 2, layers: [] },
      { ...pages[0], number: 2, page_audio_url: music.source_url },
    ];
    /** Effective levels of each half second. */
    const levels = async (document: object): Promise<number[]> =>
      (await inPage(`{
        await preview.open({ document: ${JSON.stringify({ ...PLAIN, pages, ...document })} });
        const samples = (await preview.mix()).getChannelData(0);
        return Array.from({ length: Math.floor(samples.length / 24_000) }, (_, half) =>
          Math.sqrt(samples.subarray(half * 24_000, (half + 1) * 24_000).reduce((sum, each) => sum + each ** 2, 0) / 24_000));
      }`)) as number[];
    const plain = await levels({ audio: [music] });
    expect(plain.slice(0, 2)).toEqual([0, 0]);
    expect(Math.min(...plain.slice(3, 7))).toBeGreaterThan(0.001);
    const soft = await levels({ audio: [{ ...music, volume: 0.5 }] });
    for (const [half, level] of soft.entries()) expect(level).toBeCloseTo(plain[half]! / 2, 4);
    const faded = await levels({ audio: [{ ...music, fade_in: 2 }] });
    expect(faded[2]! / plain[2]!).toBeLessThan(0.3);
    expect(faded[6]! / plain[6]!).toBeCloseTo(1, 3);
    const bed = { ...music, start: 0, duck: true };
    const silent = await levels({ pages: voiced, audio: [] });
    const both = await levels({ pages: voiced, audio: [bed] });
    const alone = await levels({ pages: [{ ...pages[0], duration: 6 }], audio: [bed] });
    expect(both[1]).toBeCloseTo(alone[1]!, 4);
    expect(silent[1]).toBe(0);
    expect(both[6]!).toBeLessThan(silent[6]! + alone[6]! / 3);
    await inPage(`{ await preview.open({ document: ${JSON.stringify(PLAIN)} }); }`);
    expect(await inPage('preview.mix()')).toBeUndefined();
  });

  it('fetches the player of Lottie animations with the first one, and reports when it cannot', async () => {
    const players = (): string[] => site.asked.filter((path) => path.includes('canvaskit'));
    const layers = [{ name: 'orbit', type: 'lottie', source_url: `${site.media}gallery/orbit.json` }];
    const document = JSON.stringify({ ...PLAIN, pages: [{ number: 1, duration: 1, layers }] });
    expect(players()).toEqual([]);
    site.without = /canvaskit-.*\.wasm$/;
    const open = `preview.open({ document: ${document} }).then(() => 'opened', ({ message }) => message)`;
    expect(await inPage(open)).toMatch('the player of Lottie animations cannot be fetched');
    site.without = undefined;
    expect(await inPage(open)).toBe('opened');
    expect(await inPage(`new Set((await preview.read(12)).subarray(0, 320 * 180)).size`)).toBeGreaterThan(10);
    expect(players().at(-1)).toMatch(/\.wasm$/);
  });

  it('loads little', async () => {
    const folder = await bundlePreview();
    const names = await readdir(folder);
    expect(names).toEqual(expect.arrayContaining(['preview.js', 'worker.js']));
    const scripts = ['preview.js', 'worker.js'].flatMap((name) => [...loadedAtOnce(folder, name)]);
    const sizes = scripts.map(async (name) => gzipSync(await readFile(path.join(folder, name))).length);
    expect((await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes) / 1000).toBeLessThan(BUDGET_KB);
  });
});
