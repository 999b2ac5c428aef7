import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { eventually, launchChromium, startSystem, type TestSystem } from '#libs/testing';
import { type BrowserPage, defectsOf, openPage } from './browser-page.js';

/** Two pictures a second apart, small enough to be rendered on a busy machine within seconds. */
const TEMPLATE = {
  name: 'Greeting <b>',
  width: 320,
  height: 180,
  pages: [{ number: 1, duration: 1, layers: [{ name: 'title', type: 'text', text: 'Hello', font_size: 40 }] }],
} as const;

let system: TestSystem;
let browser: Browser;
let opened: BrowserPage;
let link: string;
let templateId: string;

beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem(), launchChromium()]);
  ({ url: link } = (await system.operator('console-link', system.orgId, '--operator')) as { url: string });
  const { body } = await system.call('POST', '/templates', TEMPLATE);
  templateId = (body as { id: string }).id;
  opened = await openPage(browser);
}, 300_000);

afterAll(async () => {
  await browser.close();
  await system.stop();
});

const consoleAt = (path: string): string => new URL(`/console${path}`, system.baseUrl).href;
const heading = (name: string) => opened.page.getByRole('heading', { level: 1, name });

describe('the console', () => {
  it('asks who is there, and leads back to the page that was asked for', async () => {
    const { page } = opened;
    await page.goto(consoleAt('/videos'));
    await heading('Sign in').waitFor();
    await page.getByLabel('Password').waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe('/videos');
    expect(await defectsOf(page)).toEqual([]);
  });

  it('refuses a wrong password without saying what was wrong', async () => {
    const { page } = opened;
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await defectsOf(page)).toEqual([]);
  });

  it('opens by the link that is printed, and keeps its secret out of the address', async () => {
    const { page } = opened;
    await page.goto(link);
    await heading('First video').waitFor();
    expect(page.url()).toBe(consoleAt('/'));
  });

  it('has an empty list of videos that says how to make one', async () => {
    const { page } = opened;
    await page.getByRole('link', { name: 'Videos', exact: true }).click();
    await page.getByRole('heading', { name: 'No videos yet' }).waitFor();
    expect(await defectsOf(page)).toEqual([]);
  });

  it('renders a changed text and plays the video', async () => {
    const { page } = opened;
    await page.goto(consoleAt(`/?template=${templateId}`));
    await page.getByLabel('Text', { exact: true }).fill('Hello, Ada');
    await page.getByText('"text": "Hello, Ada"').waitFor();
    await page.getByRole('button', { name: 'Render' }).click();
    const video = page.locator('video');
    await video.waitFor({ timeout: 120_000 });
    await page.evaluate('document.querySelector("video").play()');
    const hasPlayed = () => page.evaluate<boolean>('document.querySelector("video").currentTime > 0');
    await eventually(hasPlayed);
    expect(await defectsOf(page)).toEqual([]);
  });

  it('lists the video, shows its facts, and deletes it after asking', async () => {
    const { page } = opened;
    await page.goto(consoleAt('/videos'));
    await page.getByRole('region', { name: 'Videos' }).getByText('Completed').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.getByRole('region', { name: 'Videos' }).getByRole('link').click();
    await page.getByText('Greeting <b>, version 1').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No videos yet' }).waitFor();
  });

  it('says that a video is unknown, and that a page is', async () => {
    const { page } = opened;
    await page.goto(consoleAt('/videos/0189c0de-0000-7000-8000-000000000001'));
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.goto(consoleAt('/nowhere'));
    await page.getByText('There is no such page').waitFor();
  });

  it('ends the session, after which the link works no more', async () => {
    const { page } = opened;
    await page.goto(consoleAt('/videos'));
    await page.getByRole('button', { name: /owner@/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading('Sign in').waitFor();
    await page.goto(link);
    await heading('This link does not work').waitFor();
    expect(await defectsOf(page)).toEqual([]);
  });

  it('has done all this within its policy and without an error', () => expect(opened.errors).toEqual([]));
});
