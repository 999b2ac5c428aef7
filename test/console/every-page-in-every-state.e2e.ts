import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { eventually, launchBrowser, startSystem, type TestSystem } from '#libs/testing';
import {
  type BrowserPage,
  consoleAddress,
  defectsOf,
  inEveryLook,
  openConsole,
  openPage,
  tooWide,
} from './browser-page.js';
import { type Filled, fillOrganization } from './fill-organization.js';

/**
 * Folder in which every page is saved in every state, in light, in dark and at 390 pixels; absent: nothing is saved.
 */
const { PICTURES } = process.env;
/** Number of pages that are looked at together: while one waits for the next try of a request, another is measured. */
const TABS = 3;
const PATIENCE_MS = 30_000;

/** Whether the first plot has a bar of the color that its legend has. */
const HAS_ITS_COLOR = `(() => {
  const canvas = document.querySelector('canvas');
  const [red, green, blue] = getComputedStyle(document.querySelector('[data-swatch]')).backgroundColor.match(/\\d+/g);
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4)
    if (data[at] == red && data[at + 1] == green && data[at + 2] == blue) return true;
  return false;
})()`;

/** A page of the console. Texts are seen within its main part. */
interface ConsolePage {
  /** Below `/console`. */
  readonly path: string;
  /** Seen as soon as the page shows what it has read. */
  readonly full: string | RegExp;
  /** Seen in an organization without anything, or at another path; absent where the page is never empty. */
  readonly empty?: string | readonly [path: string, text: string];
  /** Reads nothing before it is shown. */
  readonly isStill?: true;
}

const QUEUE: ConsolePage = { path: '/operator/queue', full: 'Local', empty: 'Nothing waits' };

const pagesOf = ({ organization, template, video, batch, webhook, delivery }: Filled): readonly ConsolePage[] => [
  { path: '/', full: 'Latest videos', empty: 'There is no template yet' },
  { path: '/videos/new', full: 'The same from your program', empty: 'There is no template yet' },
  { path: '/videos', full: 'order 1', empty: 'No videos yet' },
  { path: `/videos/${video}`, full: 'Greeting, version 1', empty: 'Not found' },
  { path: '/batches', full: 'Spring offers', empty: 'No batches yet' },
  { path: '/batches/new', full: 'Drop a CSV file here', empty: 'There is no template yet' },
  { path: `/batches/${batch}`, full: 'Greeting, version 1', empty: 'Not found' },
  { path: '/templates', full: 'Greeting', empty: 'No templates yet' },
  {
    path: '/templates/new',
    full: 'Menu of the day',
    empty: ['/templates/new?search=unknown', 'No such design'],
    isStill: true,
  },
  { path: `/templates/${template}`, full: '1.title.text', empty: 'Not found' },
  { path: '/components', full: 'price', empty: 'No components yet' },
  { path: '/components/price', full: 'Save as the next version', empty: 'Not found' },
  { path: '/brand', full: 'Add a color', empty: 'Add a color' },
  { path: '/media', full: 'dot.png', empty: 'No files yet' },
  { path: '/keys', full: 'Works', empty: 'No keys yet' },
  { path: '/webhooks', full: '/hooks', empty: 'No webhooks yet' },
  { path: '/webhooks/callbacks', full: 'video.finished', empty: 'No callbacks' },
  { path: `/webhooks/${webhook}`, full: 'Succeeded', empty: 'Not found' },
  { path: `/webhooks/${webhook}/deliveries/${delivery}`, full: 'Attempt 1', empty: 'Not found' },
  { path: '/requests', full: /^(GET|POST)$/, empty: ['/requests?request=none', 'No requests'] },
  { path: '/credits', full: 'Captured', empty: 'No movements yet' },
  { path: '/usage', full: 'Minutes of video', empty: 'Nothing ended in this period' },
  { path: '/members', full: 'grace@example.com', empty: 'No invitation is open.' },
  { path: '/organization', full: '10,000 a minute', empty: '10,000 a minute' },
  { path: '/account', full: 'This one', empty: 'This one' },
  { path: '/audit-log', full: 'Create session by link', empty: ['/audit-log?from=2099-01-01', 'No entries'] },
  {
    path: '/operator/organizations',
    full: 'Local',
    empty: ['/operator/organizations?search=unknown', 'No such organization'],
  },
  { path: `/operator/organizations/${organization}`, full: 'Its audit log' },
  { path: '/operator/renderers', full: /^\d of \d busy$/ },
  {
    path: '/operator/failures',
    full: 'ASSET_FETCH_FAILED',
    empty: ['/operator/failures?code=FONT_FAILED', 'No failed video'],
  },
  { path: '/operator/maintenance', full: 'Accepted' },
  {
    path: '/operator/audit-log',
    full: 'Create session by link',
    empty: ['/operator/audit-log?from=2099-01-01', 'No entries'],
  },
];
const BEFORE_SIGNING_IN: readonly ConsolePage[] = [
  { path: '/sign-in', full: 'No password, or forgotten?' },
  { path: '/invitation#token', full: /^An invitation works once/, isStill: true },
  { path: '/review#token', full: /^A review link works until/, isStill: true },
  { path: '/password-reset#token', full: 'Set and sign in', isStill: true },
  { path: '/link#token', full: /^A link works once/, isStill: true },
];

describe('every page of the console', () => {
  let system: TestSystem;
  let browser: Browser;
  let owner: BrowserPage;
  let newcomer: BrowserPage;
  let guest: BrowserPage;
  let filled: Filled;

  beforeAll(async () => {
    [system, browser] = await Promise.all([startSystem(), launchBrowser()]);
    const { id } = (await system.operator('organization', 'create', 'Acme')) as { id: string };
    owner = await openConsole(browser, system, system.orgId, '--operator');
    newcomer = await openConsole(browser, system, id, '--operator', '--email', 'new@example.com');
    guest = await openPage(browser);
    for (const { page } of [owner, newcomer, guest]) page.context().setDefaultTimeout(PATIENCE_MS);
    if (PICTURES !== undefined) mkdirSync(PICTURES, { recursive: true });
    filled = await fillOrganization(system, owner.page);
  }, 300_000);

  afterAll(async () => {
    await browser.close();
    await (filled as Filled | undefined)?.stop();
    await system.stop();
  }, 60_000);

  /** Opens each page in a tab of a session. @returns what is wrong, with the page and its state */
  async function inTabs(
    { page }: BrowserPage,
    pages: readonly ConsolePage[],
    look: (tab: Page, each: ConsolePage) => Promise<string[]>,
  ): Promise<string[]> {
    const left = [...pages];
    const found: string[] = [];
    const work = async () => {
      const tab = await page.context().newPage();
      for (let each = left.shift(); each; each = left.shift())
        try {
          found.push(...(await look(tab, each)));
        } catch (error) {
          found.push(`${each.path} ${(error as Error).message}`);
          await tab.unrouteAll({ behavior: 'ignoreErrors' });
        }
      await tab.close();
    };
    await Promise.all(Array.from({ length: Math.min(TABS, pages.length) }, work));
    return found;
  }

  /**
   * Defects of a page while its data are held back, after their request was refused, and after another try has brought
   * them.
   */
  async function loadingFailedAndFull(tab: Page, { path, full, isStill }: ConsolePage): Promise<string[]> {
    const defects: string[] = [];
    const refuse = isStill ? undefined : await holdAnswers(tab);
    await tab.goto(consoleAddress(system, path));
    if (refuse) {
      await tab.getByRole('status').filter({ hasText: 'Loading' }).first().waitFor();
      defects.push(...(await seen(tab, path, 'loading')));
      refuse();
      const again = tab.getByRole('main').getByRole('button', { name: 'Try again' });
      await again.first().waitFor();
      await tab.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
      defects.push(...(await seen(tab, path, 'failed')));
      await tab.unrouteAll({ behavior: 'ignoreErrors' });
      // At once, because pages that follow what happens try again by themselves.
      await again.evaluateAll((buttons) =>
        buttons.forEach((button) => (button as unknown as { click(): void }).click()),
      );
    }
    await shown(tab, full);
    defects.push(...(await seen(tab, path, 'full')));
    return defects;
  }

  async function empty(tab: Page, { path, empty: wanted }: ConsolePage): Promise<string[]> {
    if (wanted === undefined) return [];
    const [at, text] = typeof wanted === 'string' ? [path, wanted] : wanted;
    await tab.goto(consoleAddress(system, at));
    await shown(tab, text);
    return seen(tab, path, 'empty');
  }

  it('that lists what waits', async () => {
    expect(await inTabs(owner, [QUEUE], loadingFailedAndFull)).toEqual([]);
    await filled.endQueue();
  });

  it('while it loads, when that fails, and when it shows something', async () => {
    expect(await inTabs(owner, pagesOf(filled), loadingFailedAndFull)).toEqual([]);
  }, 300_000);

  it('before signing in', async () => {
    expect(await inTabs(guest, BEFORE_SIGNING_IN, loadingFailedAndFull)).toEqual([]);
  });

  it('without anything to show', async () => {
    expect(await inTabs(newcomer, [QUEUE, ...pagesOf(filled)], empty)).toEqual([]);
  }, 300_000);

  it('draws its plots in the colors of the theme', async () => {
    const { page } = owner;
    await page.goto(consoleAddress(system, '/usage'));
    for (const colorScheme of ['light', 'dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await eventually(() => page.evaluate<boolean>(HAS_ITS_COLOR), { timeoutMs: PATIENCE_MS });
    }
  });

  it('that the menu leads to has been seen', async () => {
    const links = owner.page.getByRole('navigation', { name: 'Console' }).getByRole('link');
    const paths = await links.evaluateAll((all) => all.map((link) => (link as { pathname: string }).pathname));
    const known = [QUEUE, ...pagesOf(filled)].map(({ path }) => new URL(consoleAddress(system, path)).pathname);
    expect(known).toEqual(expect.arrayContaining(paths));
    expect(paths.length).toBeGreaterThan(10);
  });

  it('keeps to its policy, and has no error', () => {
    expect([owner, newcomer, guest].flatMap(({ errors }) => errors)).toEqual([]);
  });
});

/**
 * Holds back a page's requests to the API, except that for the session. @returns a function that refuses them from then
 * on
 */
async function holdAnswers(tab: Page): Promise<() => void> {
  const held = Promise.withResolvers<undefined>();
  const isHeld = ({ pathname }: URL) => pathname.startsWith('/v1/') && pathname !== '/v1/session';
  await tab.route(isHeld, async (route) => {
    await held.promise;
    await route.abort();
  });
  return () => held.resolve(undefined);
}

/** Waits for a text, and not for one of the choices of a field. */
async function shown(tab: Page, text: string | RegExp): Promise<void> {
  await tab.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();
}

/** Defects of a page in a state; its picture is saved if it is wanted. */
async function seen(tab: Page, path: string, state: 'loading' | 'failed' | 'full' | 'empty'): Promise<string[]> {
  const found: string[] = [];
  if (PICTURES !== undefined) await inEveryLook(tab, (look) => save(tab, `${path} ${state} ${look}`));
  // The states that every page has in common are measured once.
  const isMeasured = state === 'full' || state === 'empty' || path === '/videos';
  if (isMeasured) found.push(...(await defectsOf(tab)));
  else await inEveryLook(tab, async () => found.push(...(await tooWide(tab))));
  return found.map((defect) => `${path} ${state}: ${defect}`);
}

async function save(tab: Page, title: string): Promise<void> {
  await tab.evaluate('scrollTo(0, 0)');
  const name = title.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'one').replace(/[^a-z0-9]+/g, '-');
  await tab.screenshot({ path: join(PICTURES!, `${name.replace(/^-/, '')}.png`), fullPage: true });
}
