import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { BROWSER, type TestOrganization } from '#libs/testing';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Rules of axe-core that look at colors, of those that are on by default. */
const RULES_OF_COLORS = ['color-contrast', 'link-in-text-block'];

/** A page in a profile of its own, with the errors of its scripts and the violations of its policy. */
export interface BrowserPage {
  readonly page: Page;
  readonly errors: readonly string[];
}

/** The address of a page of the console. @param path as the console has it: `/videos` */
export function consoleAddress(system: TestOrganization, path: string): string {
  return new URL(`/console${path}`, system.baseUrl).href;
}

/** The color schemes that a page can be shown in: WebDriver BiDi, by which Firefox is controlled, emulates none. */
const COLOR_SCHEMES = BROWSER === 'firefox' ? (['light'] as const) : (['light', 'dark'] as const);

/**
 * Makes `fill` of Playwright write as a user does. Over WebDriver BiDi it sets the value of the field by a script, and
 * React takes that for a change of its own.
 */
const WRITES_AS_USER = `Object.defineProperty(window, '__pw_bidiInsertText', {
  get: () => (text) => document.execCommand('insertText', false, text),
  set: () => undefined,
});`;

/** Hash of the style `body {}` that Playwright writes for a picture in Firefox, and that the policy refuses. */
const STYLE_OF_PLAYWRIGHT = "'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA='";

/** Opens a page on which animations take no time, so that nothing is measured while it moves; in Firefox they take theirs. */
export async function openPage(browser: Browser): Promise<BrowserPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(60_000);
  if (BROWSER === 'firefox') await context.addInitScript(WRITES_AS_USER);
  const errors: string[] = [];
  context.on('weberror', (error) => {
    const { message } = error.error();
    if (!message.includes(STYLE_OF_PLAYWRIGHT)) errors.push(message);
  });
  context.on('console', (message) => {
    if (/Content.Security.Policy|React|Uncaught/.test(message.text())) errors.push(message.text());
  });
  return { page: await context.newPage(), errors };
}

/** Presses twice at a place. Two presses over WebDriver BiDi are two clicks, so Firefox gets the event of both by a script. */
export async function doubleClick(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.dblclick(x, y);
  if (BROWSER !== 'firefox') return;
  const event = `new MouseEvent('dblclick', { bubbles: true, clientX: ${x}, clientY: ${y} })`;
  await page.evaluate(`document.elementFromPoint(${x}, ${y}).dispatchEvent(${event})`);
}

/**
 * The console, opened by a link that signs in to an organization.
 *
 * @param options of `operator console-link`, e.g. `--operator`
 */
export async function openConsole(
  browser: Browser,
  system: TestOrganization,
  organizationId: string,
  ...options: string[]
): Promise<BrowserPage> {
  const { url } = (await system.operator('console-link', organizationId, ...options)) as { url: string };
  const opened = await openPage(browser);
  await opened.page.goto(url);
  await opened.page.getByRole('heading', { level: 1, name: /^(First video|Home)$/ }).waitFor();
  return opened;
}

/**
 * Defects of a page as it stands, in light and dark and at 390 pixels: rules of axe-core that it breaks, and a page
 * that is wider than its window. In the dark, only colors differ.
 */
export async function defectsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  await inEveryLook(page, async (look) => {
    found.push(
      ...(await broken(page, look === 'dark' ? RULES_OF_COLORS : undefined)).map((rule) => `${look}: ${rule}`),
    );
    found.push(...(await tooWide(page)).map((width) => `${look}: ${width}`));
  });
  return found;
}

/** Does something with a page in light, in dark and at 390 pixels; its size is as before afterwards. */
export async function inEveryLook(page: Page, act: (look: string) => Promise<unknown>): Promise<void> {
  const size = page.viewportSize()!;
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await painted(page);
    await act(colorScheme);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await painted(page);
  await act('390 px');
  await page.setViewportSize(size);
}

/** Waits for the next frame, because changed colors apply to the whole page only then. */
async function painted(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))');
}

/** The fault of a page that scrolls sideways. */
export async function tooWide(page: Page): Promise<string[]> {
  const { width } = page.viewportSize()!;
  const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
  return needed > width ? [`the page is ${needed} px wide`] : [];
}

/**
 * Rules that axe-core finds broken, of all that it has on by default or of some, run by the debugger, for which the policy
 * of the page does not hold.
 */
async function broken(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.evaluate(
    'Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined))).then(() => 0)',
  );
  if (await page.evaluate<boolean>('typeof axe === "undefined"')) await page.evaluate(`${AXE}; 0`);
  return page.evaluate<string[]>(
    `axe.run({ resultTypes: ['violations'], runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => violations.map((rule) => rule.id + ': ' + rule.nodes.map((node) => node.html.slice(0, 160) + ' ' + node.failureSummary).join(' ')))`,
  );
}
