import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { eventually, launchChromium, startSystem, type TestSystem } from '#libs/testing';
import { type BrowserPage, defectsOf, openPage } from './browser-page.js';

describe('the console of an owner', () => {
  let system: TestSystem;
  let browser: Browser;
  let opened: BrowserPage;
  let page: Page;

  beforeAll(async () => {
    [system, browser] = await Promise.all([startSystem(), launchChromium()]);
    const { id } = (await system.operator('organization', 'create', 'Acme')) as { id: string };
    const { url } = (await system.operator('console-link', id)) as { url: string };
    opened = await openPage(browser);
    page = opened.page;
    await page.goto(url);
    await heading('First video').waitFor();
  }, 300_000);

  afterAll(async () => {
    await browser.close();
    await system.stop();
  }, 60_000);

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const open = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).click();
    await heading(name).waitFor();
  };
  const dialog = () => page.getByRole('dialog');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const statusWith = async (key: string) => (await system.fetch('/videos', { key })).status;

  it('makes a key, which is shown once, works, and works no more when it is revoked', async () => {
    await open('Keys');
    await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
    expect(await defectsOf(page)).toEqual([]);

    await page.getByRole('button', { name: 'New key' }).click();
    await dialog().getByLabel('Name').fill('Web <shop>');
    await dialog().getByLabel('Rights').selectOption('Read only');
    await dialog().getByLabel('Expires').selectOption('In 30 days');
    expect(await defectsOf(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Create' }).click();
    const key = (await dialog().getByRole('region', { name: 'the key' }).textContent())!.trim();
    expect(await defectsOf(page)).toEqual([]);
    expect(await statusWith(key)).toBe(200);
    await dialog().getByRole('button', { name: 'I have stored it' }).click();

    await row('Web <shop>').getByText('Works').waitFor();
    expect(await page.content()).not.toContain(key.slice(8));
    await page.getByRole('button', { name: 'Actions for Web <shop>' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await dialog().getByLabel('Name').fill('Reports');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await row('Reports').getByText('Reads', { exact: true }).waitFor();
    expect(await defectsOf(page)).toEqual([]);

    await page.getByRole('button', { name: 'Actions for Reports' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    expect(await defectsOf(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Revoke' }).click();
    await row('Reports').getByText('Revoked').waitFor();
    await eventually(async () => expect(await statusWith(key)).toBe(401));
  });

  it('has done all this within its policy and without an error', () => expect(opened.errors).toEqual([]));
});
