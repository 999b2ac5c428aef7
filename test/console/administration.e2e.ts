import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { BROWSER, eventually, launchBrowser, startSystem, type TestSystem } from '#libs/testing';
import { type BrowserPage, consoleAddress, defectsOf, inEveryLook, openConsole, openPage } from './browser-page.js';

/** Folder in which pages of people are saved as they see them, in every look; absent: they are not saved. */
const { PICTURES } = process.env;
/** Ends the session of the browser that runs these tests. */
const THERE = BROWSER === 'chromium' ? /^Sign out there: Chrome on/ : /^Sign out there: Firefox on/;

describe('the console of an owner', () => {
  let system: TestSystem;
  let browser: Browser;
  let opened: BrowserPage;
  let page: Page;
  let orgId: string;
  /** The `X-Request-Id` of a response to the first key. */
  let requestId: string;

  beforeAll(async () => {
    [system, browser] = await Promise.all([startSystem(), launchBrowser()]);
    ({ id: orgId } = (await system.operator('organization', 'create', 'Acme')) as { id: string });
    opened = await openConsole(browser, system, orgId);
    page = opened.page;
  }, 300_000);

  afterAll(async () => {
    await browser.close();
    await system.stop();
  }, 60_000);

  /** Saves a page in every look, if pictures are wanted. */
  const keep = async (shown: Page, name: string) => {
    if (PICTURES === undefined) return;
    await inEveryLook(shown, (look) =>
      shown.screenshot({ path: join(PICTURES, `${name} ${look}.png`), fullPage: true }),
    );
  };
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
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
    const answer = await system.fetch('/videos?limit=1', { key });
    expect(answer.status).toBe(200);
    requestId = answer.headers.get('x-request-id')!;
    await page.keyboard.press('Escape'); // no slip of the hand throws it away
    expect(await dialog().getByRole('button', { name: 'Close' }).count()).toBe(0);
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

  it('finds a request by the id of its response, and copies it as curl', async () => {
    await open('Requests');
    const id = page.getByRole('searchbox', { name: 'Request id' });
    await id.fill(requestId);
    await id.press('Enter');
    const found = page.getByRole('region', { name: 'Requests' }).getByRole('button', { name: 'GET /videos' });
    await eventually(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      return (await found.count()) === 1;
    });
    expect(await page.getByRole('row').count()).toBe(2); // with the head
    await found.click();
    await dialog().getByText('Key Reports').waitFor();
    await dialog().getByText(requestId).waitFor();
    await dialog().getByRole('button', { name: 'Copy the request as curl' }).click();
    await dialog().getByRole('button', { name: 'Copied' }).waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await id.fill('');
    await page.keyboard.press('ControlOrMeta+v');
    expect(await id.inputValue()).toBe(`curl '${system.baseUrl}/videos' -H "Authorization: Bearer $FRAMEWRIGHT_KEY"`);
  });

  it('is alerted on every page while the balance is low, below a threshold that is set', async () => {
    const alert = page.getByRole('status', { name: 'Low balance' });
    const below = async (credits: string) => {
      await page.getByLabel(/^Credits below which to alert/).fill(credits);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await open('Credits');
    await page.getByText('There is no alert for a low balance.').waitFor();
    await below('50');
    await alert.getByText('fewer than 50').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await open('Videos');
    await alert.getByRole('link', { name: 'Credits' }).click();
    await heading('Credits').waitFor();
    await system.operator('credits', 'grant', orgId, '50', '--reason', 'Invoice 8');
    await page.reload();
    await page.getByText('When fewer than 50 credits can be spent').waitFor();
    expect(await alert.count()).toBe(0);
    await below('');
    await page.getByText('There is no alert for a low balance.').waitFor();
  });

  it('invites a member by a link, who sees no button that changes something, until the role changes', async () => {
    await open('Members');
    await row('(you)').getByText('Owner', { exact: true }).waitFor();
    await page.getByText('No invitation is open.').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Invite' }).click();
    await dialog().getByLabel('E-mail').fill('grace@example.com');
    expect(await defectsOf(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Invite' }).click();
    const link = (await dialog().getByRole('region', { name: 'the link' }).textContent())!.trim();
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByRole('table', { name: 'Pending invitations' }).getByText('grace@example.com').waitFor();
    expect(await defectsOf(page)).toEqual([]);

    const guest = await openPage(browser);
    await guest.page.goto(link);
    await guest.page.getByRole('heading', { name: 'Join Acme' }).waitFor();
    await guest.page.getByText('Owner invites you to Acme as Viewer').waitFor();
    await guest.page.getByText('For grace@example.com').waitFor();
    await keep(guest.page, 'invitation');
    expect(new URL(guest.page.url()).hash).toBe('');
    expect(await defectsOf(guest.page)).toEqual([]);
    await guest.page.getByLabel('Your name').fill('Grace');
    await guest.page.getByLabel('Password').fill('correct horse battery');
    await guest.page.getByRole('button', { name: 'Accept and sign in' }).click();
    await guest.page.getByRole('complementary').getByText('Viewer').waitFor();
    expect(await guest.page.getByRole('link', { name: /^(Keys|Members)$/ }).count()).toBe(0);
    for (const path of ['/templates', '/batches', '/webhooks', '/organization']) {
      await guest.page.goto(consoleAddress(system, path));
      await guest.page.getByRole('heading', { level: 1 }).waitFor();
      await guest.page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
      expect(
        await guest.page
          .getByRole('main')
          .getByRole('button', { name: /New|Import|Rename/ })
          .count(),
      ).toBe(0);
    }
    await guest.page.goto(consoleAddress(system, '/keys'));
    await guest.page.getByText('You may not see this').waitFor();
    expect(await guest.page.getByRole('button', { name: /New key|Try again/ }).count()).toBe(0);

    await page.reload();
    await page.getByText('No invitation is open.').waitFor();
    await page.getByRole('button', { name: 'Actions for Grace' }).click();
    await page.getByRole('menuitem', { name: 'Change the role' }).click();
    await dialog().getByLabel('Role').selectOption('Editor');
    expect(await defectsOf(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await row('Grace').getByText('Editor').waitFor();
    await guest.page.goto(consoleAddress(system, '/webhooks'));
    await guest.page.getByRole('button', { name: 'New webhook' }).waitFor();

    await page.getByRole('button', { name: 'Actions for Grace' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await row('Grace').waitFor({ state: 'detached' });
    await guest.page.reload();
    await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(guest.errors).toEqual([]);
  });

  it('withdraws an invitation, and keeps the last owner', async () => {
    await page.getByRole('button', { name: 'Invite' }).click();
    await dialog().getByLabel('E-mail').fill('joan@example.com');
    await dialog().getByRole('button', { name: 'Invite' }).click();
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Withdraw the invitation of joan@example.com' }).click();
    await page.getByText('No invitation is open.').waitFor();

    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await dialog().getByText('the organization must keep an owner').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('invites a person who has an account, who sees by whom, and joins by accepting', async () => {
    const { id: other } = (await system.operator('organization', 'create', 'Other Inc.')) as { id: string };
    await system.operator('user', 'create', 'jean@example.com', '--organization', other, '--name', 'Jean');
    await page.getByRole('button', { name: 'Invite' }).click();
    await dialog().getByLabel('E-mail').fill('jean@example.com');
    await dialog().getByRole('button', { name: 'Invite' }).click();
    await dialog().getByRole('button', { name: 'Done' }).click();

    const guest = await openConsole(browser, system, other, '--email', 'jean@example.com');
    const invitation = guest.page.getByRole('article', { name: 'Invitation to Acme' });
    await invitation.getByText('Acme invites you as Viewer.').waitFor();
    await invitation.getByText(`Invited by Owner, owner@${orgId}.invalid.`).waitFor();
    expect(await defectsOf(guest.page)).toEqual([]);
    await keep(guest.page, 'own-invitation');
    await page.reload();
    await row('(you)').waitFor();
    expect(await page.getByRole('row').filter({ hasText: /Jean/ }).count()).toBe(0); // the open invitation has her address alone
    await invitation.getByRole('button', { name: 'Accept' }).click();
    await invitation.waitFor({ state: 'detached' });
    await page.reload();
    await row('Jean').getByText('Viewer', { exact: true }).waitFor();
    await guest.page.getByRole('complementary').getByRole('button', { name: 'Other Inc.' }).click();
    await guest.page.getByRole('menuitemradio', { name: 'Acme' }).click();
    await guest.page.getByRole('complementary').getByRole('button', { name: 'Acme' }).waitFor();
    expect(guest.errors).toEqual([]);
  });

  it('renames the organization, which the menu shows, and sees its limits', async () => {
    await open('Organization');
    await page.getByText('10,000 a minute').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.getByLabel('New name').fill('Acme <Europe>');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('complementary').getByText('Acme <Europe>').waitFor();
  });

  it('leads an owner who becomes a viewer away from the members, whom only owners see', async () => {
    await system.operator('user', 'create', 'second@example.com', '--organization', orgId, '--role', 'owner');
    await open('Members');
    await page.getByRole('button', { name: 'Actions for Owner' }).click();
    await page.getByRole('menuitem', { name: 'Change the role' }).click();
    await dialog().getByLabel('Role').selectOption('Viewer');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await heading(/^(First video|Home)$/).waitFor();
    expect(await page.getByRole('link', { name: /^(Keys|Members|Audit log)$/ }).count()).toBe(0);
  });

  it('shows users their account: name, address and password, and where else they are signed in', async () => {
    await opened.page.getByRole('button', { name: /owner@/ }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await heading('Your account').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Ada Lovelace ada@example.com' }).waitFor();
    await page.getByLabel('New password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('staple horse battery');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('This is not the password of this user.').waitFor();

    const elsewhere = await openPage(browser);
    await elsewhere.page.goto(consoleAddress(system, '/sign-in'));
    await elsewhere.page.getByLabel('E-mail').fill('ada@example.com');
    await elsewhere.page.getByLabel('Password').fill('correct horse battery');
    await elsewhere.page.getByRole('button', { name: 'Sign in' }).click();
    await elsewhere.page.getByRole('heading', { name: /^(First video|Home)$/ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: THERE }).waitFor();
    await keep(page, 'account');
    await page.getByRole('button', { name: THERE }).click();
    await page.getByText('You are signed out there.').waitFor();
    await elsewhere.page.reload();
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('sets up a second factor, for which the sign-in page asks from then on; a recovery code stands for it', async () => {
    await page.getByRole('button', { name: 'Set up' }).click();
    await dialog().getByLabel('Current password').fill('correct horse battery');
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await dialog().getByRole('img', { name: 'QR code' }).waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await keep(page, 'second-factor');
    const secret = (await dialog().locator('code').textContent())!.replaceAll(' ', '');
    await dialog().getByRole('textbox', { name: 'Code' }).fill('000000');
    await dialog().getByRole('button', { name: 'Confirm' }).click();
    await dialog().getByText('This is wrong or expired.').waitFor();
    await dialog()
      .getByRole('textbox', { name: 'Code' })
      .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    await dialog().getByRole('button', { name: 'Confirm' }).click();
    const codes = (await dialog().getByRole('region', { name: 'the recovery codes' }).textContent())!
      .trim()
      .split('\n');
    expect(codes).toHaveLength(10);
    expect(await defectsOf(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('10 recovery codes are left').waitFor();

    const { page: later } = await openPage(browser);
    await later.goto(consoleAddress(system, '/sign-in'));
    await later.getByLabel('E-mail').fill('ada@example.com');
    await later.getByLabel('Password').fill('correct horse battery');
    await later.getByRole('button', { name: 'Sign in' }).click();
    await later.getByLabel('Code').fill(codes[0]!);
    expect(await defectsOf(later)).toEqual([]);
    await keep(later, 'sign-in-with-code');
    await later.getByRole('button', { name: 'Sign in' }).click();
    await later.getByRole('heading', { name: 'First video' }).waitFor();
    await page.reload();
    await page.getByText('9 recovery codes are left').waitFor();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await dialog().getByLabel('Current password').fill('correct horse battery');
    await dialog().getByRole('textbox', { name: 'Code' }).fill(codes[1]!);
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
  });

  it('adds a passkey, which signs in without password and code, stands for a code, and is renamed and removed', async () => {
    const at = new URL(consoleAddress(system, '/account'));
    await page.getByText(`Passkeys work at http://localhost:${at.port}/console`).waitFor(); // a number has none
    at.hostname = 'localhost';
    const { page: named, errors } = await openPage(browser);
    await installAuthenticator(named);
    const within = named.getByRole('dialog');
    await named.goto(at.href);
    await named.getByLabel('E-mail').fill('ada@example.com');
    await named.getByLabel('Password').fill('correct horse battery');
    await named.getByRole('button', { name: 'Sign in', exact: true }).click();
    await named.getByRole('button', { name: 'Add a passkey' }).click();
    await within.getByLabel('Name').fill('Ada <phone>');
    await within.getByLabel('Current password').fill('correct horse battery');
    expect(await defectsOf(named)).toEqual([]);
    await keep(named, 'new-passkey');
    await within.getByRole('button', { name: 'Continue' }).click();
    const codes = (await within.getByRole('region', { name: 'the recovery codes' }).textContent())!.trim().split('\n');
    expect(codes).toHaveLength(10);
    await within.getByRole('button', { name: 'I have stored them' }).click();
    await named.getByRole('row').filter({ hasText: 'Ada <phone>' }).waitFor();
    expect(await defectsOf(named)).toEqual([]);
    await keep(named, 'account-with-passkey');

    await named.context().clearCookies();
    await named.goto(new URL('/console/sign-in', at).href);
    await named.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    expect(await defectsOf(named)).toEqual([]);
    await keep(named, 'sign-in-with-passkey');
    await named.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await named.getByRole('heading', { name: 'First video' }).waitFor();

    await named.goto(at.href);
    await named.getByRole('button', { name: 'Actions for Ada <phone>' }).click();
    await named.getByRole('menuitem', { name: 'Rename' }).click();
    await within.getByLabel('Name').fill('Key');
    await within.getByRole('button', { name: 'Save' }).click();
    await named.getByRole('button', { name: 'Actions for Key' }).click();
    await named.getByRole('menuitem', { name: 'Remove' }).click();
    await within.getByLabel('Current password').fill('correct horse battery');
    await within.getByRole('button', { name: 'Use a passkey instead' }).click();
    await within.getByText('Your passkey is ready.').waitFor();
    expect(await defectsOf(named)).toEqual([]);
    await within.getByRole('button', { name: 'Remove' }).click();
    await named.getByText('Key is removed.').waitFor();
    await named.getByRole('button', { name: 'Set up' }).waitFor(); // the password is enough again
    expect(errors).toEqual([]);
  });

  it('has done all this within its policy and without an error', () => expect(opened.errors).toEqual([]));
});

/** Gives a page an authenticator that agrees to everything: Chromium's own, in Firefox that of Playwright. */
async function installAuthenticator(page: Page): Promise<void> {
  const context = page.context();
  if (BROWSER !== 'chromium') return context.credentials.install();
  const debug = await context.newCDPSession(page);
  await debug.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
}
