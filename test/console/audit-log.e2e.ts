import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { eventually, launchBrowser, startSystem, type TestSystem } from '#libs/testing';
import { type BrowserPage, consoleAddress, defectsOf, openConsole } from './browser-page.js';

/** Number of invitations: more than a page of the list holds. */
const INVITATIONS = 26;

let system: TestSystem;
let browser: Browser;
let opened: BrowserPage;

beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem(), launchBrowser()]);
  opened = await openConsole(browser, system, system.orgId, '--operator');
}, 300_000);

afterAll(async () => {
  await browser.close();
  await system.stop();
});

const rows = () => opened.page.getByRole('region', { name: 'Audit log' }).getByRole('row');

describe('the audit log', () => {
  it('shows an owner who has changed what, and all of an entry', async () => {
    const { page } = opened;
    await page.getByRole('link', { name: 'Audit log', exact: true }).click();
    await page.getByRole('button', { name: 'Create session by link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create session by link' });
    await dialog.getByText('127.0.0.1').waitFor();
    await dialog.getByText('createSessionByLink').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await rows().getByText("An operator's command").first().waitFor();
    await rows().filter({ hasText: 'Create console link' }).first().waitFor(); // the verb first, as in the operations
    expect(await defectsOf(page)).toEqual([]);
  });

  it('has pages, and shows what is like an entry', async () => {
    const { page } = opened;
    const invited = Array.from({ length: INVITATIONS }, (_none, number) => `guest-${number}@example.com`);
    const origin = new URL(system.baseUrl).origin;
    for (const email of invited) {
      const data = { email, role: 'viewer' };
      const answer = await page.request.post(`${system.baseUrl}/invitations`, { data, headers: { origin } });
      expect(answer.status()).toBe(201);
    }
    await page.reload();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/^26–/).waitFor();
    await rows().filter({ hasText: 'Create invitation' }).filter({ hasText: 'guest-0@example.com' }).waitFor();
    await page.getByRole('button', { name: 'Create invitation' }).first().click();
    await page.getByRole('button', { name: 'All like this' }).click();
    await page.getByText(`1–25 of ${INVITATIONS}`).waitFor();
    expect(new URL(page.url()).searchParams.get('action')).toBe('createInvitation');
    expect(await defectsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText(/^1–25 of (?!26$)/).waitFor();
  });

  it('shows the changes of some days, and says when there are none', async () => {
    const { page } = opened;
    await page.getByLabel('From').fill('2099-01-01');
    await page.getByRole('heading', { name: 'No entries' }).waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all' }).first().click();
    await rows().nth(1).waitFor();
  });

  it('says that it could not be loaded', async () => {
    const { page } = opened;
    const path = /\/v1\/audit-log/;
    await page.route(path, (route) => route.abort());
    await page.goto(consoleAddress(system, '/audit-log?action=deleteMember'));
    await page.getByRole('alert').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.unroute(path);
  });

  it('shows operators the changes of all organizations', async () => {
    const { page } = opened;
    const { id } = (await system.operator('organization', 'create', 'Acme <b>')) as { id: string };
    await page.goto(consoleAddress(system, '/operator/audit-log'));
    await page.getByRole('link', { name: 'Acme <b>' }).click();
    await page.getByText('Create organization').first().waitFor();
    expect(new URL(page.url()).searchParams.get('organization')).toBe(id);
    // The head and the entry. The rows before stay until they are replaced.
    await eventually(async () => expect(await rows().count()).toBe(2));
    expect(await defectsOf(page)).toEqual([]);
  });

  it('is not shown to an editor', async () => {
    const email = 'editor@example.com';
    await system.operator('user', 'create', email, '--organization', system.orgId, '--role', 'editor');
    const { page } = await openConsole(browser, system, system.orgId, '--email', email);
    expect(await page.getByRole('link', { name: /Audit log/ }).count()).toBe(0);
  });

  it('has done all this within its policy and without an error', () => expect(opened.errors).toEqual([]));
});
