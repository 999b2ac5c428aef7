import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { unwrap } from '#libs/client';
import { eventually, launchChromium, startSystem, type TestSystem } from '#libs/testing';
import { createVideo, untilEnded } from '../e2e/steps.js';
import { type BrowserPage, defectsOf, openPage } from './browser-page.js';

describe('the editor of templates', () => {
  let system: TestSystem;
  let browser: Browser;
  let opened: BrowserPage;
  let page: Page;

  beforeAll(async () => {
    [system, browser] = await Promise.all([startSystem(), launchChromium()]);
    const { url } = (await system.operator('console-link', system.orgId)) as { url: string };
    opened = await openPage(browser);
    page = opened.page;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: 'First video' }).waitFor();
  }, 300_000);

  afterAll(async () => {
    await browser.close();
    await system.stop();
  }, 60_000);

  const layer = (name: string) => page.locator(`[data-layer="${name}"]`);
  const saved = () => page.getByText('Saved', { exact: true }).waitFor();

  it('makes a template from nothing by mouse and keyboard, publishes it, and it is rendered', async () => {
    await page.goto(new URL('/console/templates', system.baseUrl).href);
    await page.getByRole('button', { name: 'New template' }).first().click();
    await page.getByLabel('Name').fill('Made by hand');
    await page.getByLabel('Size').selectOption('1080x1080');
    await page.getByRole('button', { name: 'Create' }).click();

    // A shape by mouse, turned into a wider one by its handle.
    await page.getByRole('button', { name: 'Add layer' }).click();
    await page.getByRole('menuitem', { name: 'Shape' }).click();
    const before = (await layer('shape').boundingBox())!;
    await page.mouse.move(before.x + before.width, before.y + before.height / 2);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width + 40, before.y + before.height / 2, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => (await layer('shape').boundingBox())!.width > before.width + 30);

    // A text by keyboard: added, written in the form, and moved by ten pixels.
    await page.getByRole('button', { name: 'Add layer' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Text' }).press('Enter');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello from the editor');
    await page.getByRole('button', { name: 'Text text' }).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Shift+z');

    await saved();
    await page.getByText('Exact', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 2', { exact: true }).waitFor();

    const id = new URL(page.url()).pathname.split('/').at(-2)!;
    const { document } = await unwrap(system.client.GET('/templates/{id}', { params: { path: { id } } }));
    expect(document).toMatchObject({ name: 'Made by hand', width: 1080, height: 1080 });
    const [shape, text] = document!.pages[0]!.layers as unknown as Record<string, number | string>[];
    expect(shape).toMatchObject({ type: 'shape', height: 432 });
    expect(Number(shape!['width'])).toBeGreaterThan(460);
    expect(text).toMatchObject({ type: 'text', text: 'Hello from the editor', y: 452 });
    const video = await untilEnded(system, (await createVideo(system, { template_id: id, format: 'mp4' })).id);
    expect(video.status).toBe('COMPLETED');
  });

  it('overwrites nothing that another user has saved', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-2)!;
    const draft = await unwrap(system.client.GET('/templates/{id}/draft', { params: { path: { id } } }));
    const body = {
      document: { ...draft.document, name: 'Theirs' },
      base_version: draft.base_version,
      revision: draft.revision,
    };
    await unwrap(system.client.PUT('/templates/{id}/draft', { params: { path: { id } }, body }));
    await page.getByLabel('Name of the template').fill('Mine');
    await page.getByRole('button', { name: 'Show theirs' }).click();
    await page.getByRole('textbox', { name: 'Name of the template' }).and(page.locator('[value="Theirs"]')).waitFor();
    const kept = await unwrap(system.client.GET('/templates/{id}/draft', { params: { path: { id } } }));
    expect(kept.document['name']).toBe('Theirs');
  });

  it('has done all this within its policy, readable for everybody, and without an error', async () => {
    expect(await defectsOf(page)).toEqual([]);
    expect(opened.errors).toEqual([]);
  });
});
