import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { unwrap } from '#libs/client';
import { eventually, launchBrowser, startSystem, type TestSystem } from '#libs/testing';
import { consoleAddress, openConsole } from './browser-page.js';
import { type Filled, fillOrganization } from './fill-organization.js';

describe('the console', () => {
  let system: TestSystem;
  let browser: Browser;
  let owner: Awaited<ReturnType<typeof openConsole>>;
  let filled: Filled;

  beforeAll(async () => {
    [system, browser] = await Promise.all([startSystem(), launchBrowser()]);
    owner = await openConsole(browser, system, system.orgId);
    filled = await fillOrganization(system, owner.page);
    await filled.endQueue();
  }, 300_000);

  afterAll(async () => {
    await browser.close();
    await (filled as Filled | undefined)?.stop();
    await system.stop();
  }, 60_000);

  it('exports a template with its upload into a file, and imports it in another organization', async () => {
    const { data } = await unwrap(system.client.GET('/assets'));
    const picture = data[0]!.url;
    const photo = { name: 'photo', type: 'image', source_url: picture } as const;
    const body = { name: 'Poster', width: 320, height: 180, pages: [{ number: 1, duration: 1, layers: [photo] }] };
    const { id } = await unwrap(system.client.POST('/templates', { body }));

    const { page } = owner;
    await page.goto(consoleAddress(system, `/templates/${id}`));
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^template-.*\.zip$/);

    const { id: organization } = (await system.operator('organization', 'create', 'Acme')) as { id: string };
    const other = await openConsole(browser, system, organization);
    await other.page.goto(consoleAddress(system, '/templates'));
    await other.page.getByRole('button', { name: 'Import' }).click();
    await other.page.getByLabel('Drop the file here, or choose it').setInputFiles(await file.path());
    await other.page.getByRole('heading', { level: 1, name: 'Poster' }).waitFor();
    const [, source] = await other.page
      .getByRole('row')
      .filter({ hasText: '1.photo.source_url' })
      .getByRole('code')
      .allInnerTexts();
    expect(source).not.toBe(picture);
    const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(await bytesOf(source!)).toEqual(await bytesOf(picture));
    expect(other.errors).toEqual([]);
    await other.page.context().close();
  });

  it('corrects a failed row within its batch, beside the reason', async () => {
    const { page } = owner;
    const videosOf = async (status?: 'FAILED') => {
      const query = { batch_id: filled.batch, ...(status && { status }) };
      return (await unwrap(system.client.GET('/videos', { params: { query } }))).data;
    };
    const [failed] = await videosOf('FAILED');
    await page.goto(consoleAddress(system, `/batches/${filled.batch}?view=list&status=FAILED`));
    await page.getByRole('button', { name: 'Correct row 2' }).click();
    const dialog = page.getByRole('dialog');
    const photo = dialog.getByLabel('1.photo.source_url');
    await dialog.getByText('status 404').waitFor();
    expect(await photo.getAttribute('aria-invalid')).toBe('true');
    const address = await photo.inputValue();
    await photo.fill('no address');
    await dialog.getByRole('button', { name: 'Render' }).click();
    await dialog.getByText('must be an http or https URL').waitFor();
    await photo.fill(`${address}?corrected`);
    await dialog.getByLabel('metadata').fill('order 2, corrected');
    await dialog.getByRole('button', { name: 'Render' }).click();
    await page.getByRole('row').filter({ hasText: 'order 2, corrected' }).waitFor();
    expect(new URL(page.url()).search).toBe('?view=list');
    const [corrected] = await eventually(async () => {
      const found = await videosOf('FAILED');
      return found.length > 0 && found;
    });
    expect([corrected!.metadata, corrected!.id === failed!.id]).toEqual(['order 2, corrected', false]);
    await page.goto(consoleAddress(system, `/videos/${failed!.id}`));
    await page.getByRole('link', { name: corrected!.id.slice(0, 8) }).waitFor();
    expect(owner.errors).toEqual([]);
  });

  it('renders the failed rows of a batch again, as a batch that names the first', async () => {
    const { page } = owner;
    await page.goto(consoleAddress(system, `/batches/${filled.batch}`));
    await page.getByRole('button', { name: 'Retry failed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Render 1 video again?' });
    await dialog.getByRole('button', { name: 'Retry failed' }).click();
    await page.getByRole('link', { name: filled.batch.slice(0, 8) }).waitFor();
    const { data } = await unwrap(system.client.GET('/batches'));
    expect(data.map(({ retry_of, videos }) => [retry_of, videos.total])).toEqual([
      [filled.batch, 1],
      [null, 2],
    ]);
    expect(page.url()).toContain(data[0]!.id);
    expect(owner.errors).toEqual([]);
  });
});
