import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { unwrap } from '#libs/client';
import {
  eventually,
  launchBrowser,
  newTestOrganization,
  serve,
  type TestOrganization,
  type TestServer,
} from '#libs/testing';
import { type BrowserPage, defectsOf, openConsole } from './browser-page.js';
import { countDrawing, drawnComponents } from './drawn-components.js';

const FONT = createRequire(import.meta.url).resolve(
  '@fontsource/playfair-display/files/playfair-display-latin-900-italic.woff2',
);
const CLIP = join(import.meta.dirname, '../gallery/assets/clip.mp4');
const BOX = { name: 'box', type: 'shape', shape: 'rectangle', x: 160, y: 90, width: 320, height: 180 } as const;
/** A Lottie animation that is one blue rectangle. */
const SOLID = JSON.stringify({
  ...{ v: '5.7.0', fr: 25, ip: 0, op: 25, w: 320, h: 180 },
  layers: [{ ty: 1, ks: {}, sc: '#0a5ac8', sw: 320, sh: 180, ip: 0, op: 25, st: 0 }],
});
/**
 * Most by which each level of a color may differ from the drawn one: Chromium shows the blue of YUV less exactly than
 * the rest.
 */
const LEVELS = 9;

describe('the live picture of the editor', () => {
  let system: TestOrganization;
  let browser: Browser;
  /** Another origin, which lets pages read its animation. */
  let animations: TestServer;
  let opened: BrowserPage;
  let page: Page;
  let editor: string;

  beforeAll(async () => {
    [system, browser, animations] = await Promise.all([
      newTestOrganization(),
      launchBrowser(),
      serve((_request, response) => response.setHeader('Access-Control-Allow-Origin', '*').end(SOLID)),
    ]);
    opened = await openConsole(browser, system, system.orgId);
    page = opened.page;
    await page.setViewportSize({ width: 1440, height: 900 });
    const { id } = await unwrap(system.client.POST('/templates', { body: await template() }));
    editor = new URL(`/console/templates/${id}/edit`, system.baseUrl).href;
  }, 300_000);

  afterAll(async () => {
    await browser.close();
    await animations.stop();
  }, 60_000);

  /** Two pages of a second each; the second in a font that was uploaded. */
  async function template() {
    const response = await system.fetch('/assets?name=Own.woff2', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(readFileSync(FONT)),
    });
    const font = (await response.json()) as { url: string };
    const text = {
      name: 'text',
      type: 'text',
      text: 'Own',
      font_family: 'Own',
      font_size: 120,
      text_color: '#000000',
    } as const;
    return {
      ...{ name: 'Live', width: 640, height: 360, fonts: [{ family: 'Own', source_url: font.url }] },
      pages: [
        { number: 1, duration: 1, background_color: '#ffffff', layers: [{ ...BOX, fill_color: '#c81e0a' }] },
        { number: 2, duration: 1, background_color: '#ffffff', layers: [text] },
      ],
    };
  }

  const exact = () => page.getByText('Exact', { exact: true }).waitFor();
  const fill = () => page.getByLabel('Fill color', { exact: true });

  /** The color that the live picture has at a point of the window. */
  const colorAt = (x: number, y: number) =>
    page.evaluate<number[]>(`(() => {
      const shown = document.querySelector('[data-live="true"] canvas');
      const { left, top, width, height } = shown.getBoundingClientRect();
      const copy = new OffscreenCanvas(1, 1).getContext('2d');
      copy.drawImage(shown, left - ${x}, top - ${y}, width, height);
      return [...copy.getImageData(0, 0, 1, 1).data].slice(0, 3);
    })()`);
  const isColor = (found: number[], wanted: number[]) =>
    found.every((level, at) => Math.abs(level - wanted[at]!) < LEVELS);

  const untilColor = (x: number, y: number, wanted: number[]) =>
    eventually(async () => {
      const found = await colorAt(x, y);
      if (!isColor(found, wanted)) throw new Error(`the color is ${found.join()}`);
    });

  it('is drawn here at once, where the handles are, and replaced by the exact one', async () => {
    await page.goto(editor);
    await exact();
    // The server's pictures do not come for a while: what is seen is drawn here.
    const frames = Promise.withResolvers<undefined>();
    await page.route('**/v1/frames', async (route) => {
      await frames.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Shape box' }).click();
    await fill().fill('#0a5ac8');
    const box = (await page.locator('[data-layer="box"]').boundingBox())!;
    const inside = [box.x + 3, box.y + 3, box.x + box.width - 3, box.y + box.height - 3] as const;
    await untilColor(inside[0], inside[1], [10, 90, 200]);
    expect(isColor(await colorAt(inside[2], inside[3]), [10, 90, 200])).toBe(true);
    expect(isColor(await colorAt(box.x - 3, box.y - 3), [255, 255, 255])).toBe(true);
    expect(isColor(await colorAt(box.x + box.width + 3, box.y + box.height + 3), [255, 255, 255])).toBe(true);
    await page.getByText('Live', { exact: true }).waitFor();
    frames.resolve(undefined);
    await exact();
  });

  it('plays to the end of the video, over its pages, and again from the beginning', async () => {
    const moment = page.getByLabel('Moment in seconds of the page');
    await page.getByRole('slider', { name: 'Playhead' }).press('Home');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('img', { name: /^Page 2 at/ }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(Number(await moment.inputValue())).toBeGreaterThan(0.9);
    await page.getByRole('button', { name: 'Play' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /^Page 1 at/ }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Pause' }).press('Enter');

    // A loop of the first page begins again and never shows the second one.
    await page.getByRole('button', { name: 'Loop a part of the page' }).click();
    await page.getByRole('button', { name: 'Play' }).click();
    let last = 0;
    await eventually(async () => {
      const now = Number(await moment.inputValue());
      const isAgain = now < last;
      last = now;
      return isAgain;
    });
    expect(await page.getByRole('img', { name: /^Page 1 at/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Loop a part of the page' }).click();
    await exact();
  });

  it('says what is wrong with the document at once, and shows it again when it is mended', async () => {
    await page.getByRole('button', { name: 'Shape box' }).click();
    await fill().fill('#0a5');
    await fill().fill('no color');
    await page.getByText('pages[0].layers[0].fill_color', { exact: false }).first().waitFor();
    await fill().fill('#1eb40a');
    const box = (await page.locator('[data-layer="box"]').boundingBox())!;
    await untilColor(box.x + 9, box.y + 9, [30, 180, 10]);
    await exact();
  });

  it('has Lottie animations, by a player that is fetched with the first one', async () => {
    const fetched: string[] = [];
    page.context().on('request', (request) => fetched.push(request.url()));
    const { x: left, y: top, width, height } = BOX;
    const layer = { name: 'box', type: 'lottie', source_url: animations.url, x: left, y: top, width, height } as const;
    const pages = [{ number: 1, duration: 1, background_color: '#ffffff', layers: [layer] }];
    const body = { name: 'Lottie', width: 640, height: 360, pages };
    const { id } = await unwrap(system.client.POST('/templates', { body }));
    await page.goto(editor);
    await exact();
    expect(fetched.filter((url) => url.includes('canvaskit'))).toEqual([]);
    await page.goto(editor.replace(/templates\/[^/]+/, `templates/${id}`));
    await exact();
    const { x, y } = (await page.locator('[data-layer="box"]').boundingBox())!;
    await untilColor(x + 9, y + 9, [10, 90, 200]);
    expect(fetched.filter((url) => url.includes('canvaskit'))).not.toEqual([]);
  });

  it('has its handles where a keyframe has moved a layer, and both follow the pointer', async () => {
    const path = [
      { time: 0, value: 160, easing: 'linear' },
      { time: 1, value: 320 },
    ];
    const layer = { ...BOX, fill_color: '#0a5ac8', keyframes: { x: path } };
    const pages = [{ number: 1, duration: 1, background_color: '#ffffff', layers: [layer] }];
    const body = { name: 'Moving', width: 640, height: 360, pages };
    const { id } = await unwrap(system.client.POST('/templates', { body }));
    await page.goto(editor.replace(/templates\/[^/]+/, `templates/${id}`));
    await exact();
    const target = page.locator('[data-layer="box"]');
    const frame = (await page.locator('[data-frame]').boundingBox())!;
    const zoom = frame.width / 640;
    const left = async () => ((await target.boundingBox())!.x - frame.x) / zoom;
    const agrees = async (x: number) => {
      await eventually(async () => expect(Math.abs((await left()) - x)).toBeLessThan(1));
      const { x: at, y } = (await target.boundingBox())!;
      await untilColor(at + 4, y + 9, [10, 90, 200]);
      await untilColor(at - 4, y + 9, [255, 255, 255]);
    };
    await agrees(240);

    const from = (await target.boundingBox())!;
    await page.mouse.move(from.x + 50, from.y + 50);
    await page.mouse.down();
    await page.mouse.move(from.x + 50 + 64 * zoom, from.y + 50, { steps: 4 });
    await page.mouse.up();
    await agrees(304);
    await page.getByText('Saved', { exact: true }).waitFor();
    const { document } = await unwrap(system.client.GET('/templates/{id}/draft', { params: { path: { id } } }));
    const values = (document.pages as { layers: { keyframes: { x: { value: number }[] } }[] }[])[0]!.layers[0]!;
    // The drag wrote a keyframe at the playhead.
    expect(values.keyframes.x.map(({ value }) => Math.round(value))).toEqual([160, 304, 320]);

    // The way of the layer has a point for each keyframe, which is dragged.
    const last = page.getByRole('button', { name: 'Place of box at 1 seconds' });
    const point = (await last.boundingBox())!;
    await page.mouse.move(point.x + point.width / 2, point.y + point.height / 2);
    await page.mouse.down();
    await page.mouse.move(point.x + point.width / 2 + 40 * zoom, point.y + point.height / 2, { steps: 4 });
    await page.mouse.up();
    const field = page.getByRole('button', { name: /^X is 3(59|60|61) at 1 seconds/ });
    await field.waitFor();
  });

  it('draws of a page of 100 layers only what a drag moves', async () => {
    const layers = Array.from({ length: 100 }, (_, index) => ({
      ...BOX,
      ...{ name: `box ${index}`, x: (index % 10) * 64, y: Math.floor(index / 10) * 36, width: 40, height: 20 },
      fill_color: '#0a5ac8',
    }));
    const body = { name: 'Many', width: 640, height: 360, pages: [{ number: 1, duration: 1, layers }] };
    const { id } = await unwrap(system.client.POST('/templates', { body }));
    const other = await page.context().newPage();
    await countDrawing(other);
    await other.goto(editor.replace(/templates\/[^/]+/, `templates/${id}`));
    await other.getByText('Exact', { exact: true }).waitFor();
    const { x, y } = (await other.locator('[data-layer="box 44"]').boundingBox())!;
    await other.mouse.move(x + 9, y + 9);
    await other.mouse.down();
    await other.mouse.move(x + 19, y + 19); // selects and begins
    await drawnComponents(other);
    const moves = 10;
    for (let move = 1; move <= moves; move++) await other.mouse.move(x + 19 + move, y + 19 + move);
    const { commits, ...drawn } = await drawnComponents(other);
    await other.mouse.up();
    const perMove = Object.values(drawn).reduce((sum, times) => sum + times, 0) / moves;
    expect(commits).toBeGreaterThan(0);
    expect(perMove).toBeGreaterThan(0);
    expect(perMove).toBeLessThan(60);
    await other.close();
  });

  it('has its times where the ruler has them, rows in the order of the layers, and the selected one in sight', async () => {
    const inner = [{ ...BOX, name: 'inner', fill_color: '#0a5ac8' }];
    const layers = Array.from({ length: 30 }, (_, index) => ({ ...BOX, name: `box ${index}`, fill_color: '#0a5ac8' }));
    const group = { name: 'group', type: 'group', x: 0, y: 0, width: 640, height: 360, layers: inner } as const;
    const pages = [
      { number: 1, duration: 4, layers: [...layers, group] },
      { number: 2, duration: 4, transition: { type: 'fade', duration: 1 } as const, layers: inner },
    ];
    const { id } = await unwrap(
      system.client.POST('/templates', { body: { name: 'Timed', width: 640, height: 360, pages } }),
    );
    await page.goto(editor.replace(/templates\/[^/]+/, `templates/${id}`));
    await exact();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const ruler = (await timeline.getByRole('slider', { name: 'Playhead' }).boundingBox())!;
    const start = timeline.getByRole('slider', { name: 'Transition to the next page' });
    expect(Math.abs((await start.boundingBox())!.x - (ruler.x + ruler.width * 0.75))).toBeLessThan(1);
    const rows = await timeline.getByRole('group').all();
    const names = await Promise.all(rows.slice(1, 4).map((row) => row.getAttribute('aria-label')));
    expect(names).toEqual(['group', 'inner', 'box 29']);
    await page.getByRole('button', { name: 'Shape box 0', exact: true }).click();
    const { y, height } = (await timeline.boundingBox())!;
    const row = (await timeline.getByRole('group', { name: 'box 0', exact: true }).boundingBox())!;
    expect(row.y >= y && row.y + row.height <= y + height).toBe(true);
    await timeline.getByRole('separator', { name: 'Height of the timeline' }).press('ArrowUp');
    expect((await timeline.boundingBox())!.height).toBe(height + 16);
  });

  /** The address of a file that is uploaded. */
  async function uploaded(name: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
    const headers = { 'content-type': 'application/octet-stream' };
    const response = await system.fetch(`/assets?name=${name}`, { method: 'POST', headers, body });
    return ((await response.json()) as { url: string }).url;
  }

  it('shows the sound of a page as a wave in the timeline, and pictures of a clip, also while it is trimmed', async () => {
    const [sound, clip] = await Promise.all([
      uploaded('beep.wav', beep()),
      uploaded('clip.mp4', new Uint8Array(readFileSync(CLIP))),
    ]);
    const { x, y, width, height } = BOX;
    const layers = [{ name: 'clip', type: 'video', source_url: clip, mute: true, x, y, width, height } as const];
    const pages = [{ number: 1, duration: 2, layers }];
    const body = { name: 'Sounding', width: 640, height: 360, audio: [{ source_url: sound }], pages };
    const { id } = await unwrap(system.client.POST('/templates', { body }));
    await page.goto(editor.replace(/templates\/[^/]+/, `templates/${id}`));
    const wave = page.getByRole('group', { name: 'Sound of the page' }).locator('path');
    await wave.waitFor({ state: 'attached' });
    const places = (await wave.getAttribute('d'))!
      .split('L')
      .map((place) => Number(place.split(' ')[1]?.replace('Z', '')));
    // Silent in its first second, loud in the second one.
    expect(places.slice(0, 45).every((height) => height > 0.9)).toBe(true);
    expect(Math.min(...places.slice(55, 95))).toBeLessThan(0.6);

    const timeline = page.getByRole('region', { name: 'Timeline' });
    const strip = timeline.getByRole('group', { name: 'clip', exact: true }).locator('canvas');
    await strip.waitFor();
    const drawn = () =>
      page.evaluate<{ width: number; colors: number }>(`(() => {
        const canvas = document.querySelector('[data-pictures]');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return { width: canvas.width, colors: new Set(data).size };
      })()`);
    const whole = await drawn();
    expect(whole.colors).toBeGreaterThan(20);
    const end = (await page.getByRole('slider', { name: 'End of clip' }).boundingBox())!;
    await page.mouse.move(end.x + 3, end.y + 9);
    await page.mouse.down();
    await page.mouse.move(end.x - 197, end.y + 9, { steps: 4 });
    const trimmed = await drawn();
    expect(Math.abs(whole.width - trimmed.width - 200)).toBeLessThan(12);
    expect(trimmed.colors).toBeGreaterThan(20);
    await page.mouse.up();
  });

  it('becomes the exact one without another edit when the server has not answered at first', async () => {
    await page.goto(editor);
    await exact();
    let asked = 0;
    await page.route('**/v1/frames', (route) => (++asked > 3 ? route.continue() : route.abort()));
    await page.getByRole('button', { name: 'Shape box' }).click();
    await fill().fill('#c81e0a');
    await eventually(() => expect(asked).toBeGreaterThan(0)); // by now the picture from before is not called exact
    await exact();
    expect(asked).toBeGreaterThan(3);
    await page.unrouteAll();
  });

  it('comes from the server where the browser cannot draw it, with a message', async () => {
    const other = await page.context().newPage();
    await other.addInitScript('delete globalThis.OffscreenCanvas;');
    await other.goto(editor);
    await other.getByText('This browser cannot draw the picture itself. It comes from the server.').waitFor();
    await other.getByText('Exact', { exact: true }).waitFor();
    await other.close();
  });

  it('has done all this within its policy, readable for everybody, and without an error', async () => {
    expect(await defectsOf(page)).toEqual([]);
    expect(opened.errors).toEqual([]);
  });
});

/** Two seconds of sound: a silent one and one with a loud tone. */
function beep(): Uint8Array<ArrayBuffer> {
  const rateHz = 8_000;
  const file = new DataView(new ArrayBuffer(44 + 4 * rateHz));
  const write = (at: number, text: string) => Array.from(text, (sign, i) => file.setUint8(at + i, sign.charCodeAt(0)));
  write(0, 'RIFF');
  file.setUint32(4, 36 + 4 * rateHz, true);
  write(8, 'WAVEfmt ');
  [16, 0x00010001, rateHz, 2 * rateHz, 0x00100002].forEach((value, i) => file.setUint32(16 + 4 * i, value, true));
  write(36, 'data');
  file.setUint32(40, 4 * rateHz, true);
  for (let at = rateHz; at < 2 * rateHz; at++) file.setInt16(44 + 2 * at, 24_000 * Math.sin(at / 3), true);
  return new Uint8Array(file.buffer);
}
