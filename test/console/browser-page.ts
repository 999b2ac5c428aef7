import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page in a profile of its own, and what went wrong in it: errors of scripts, and what its policy has refused. */
export interface BrowserPage {
  readonly page: Page;
  readonly errors: readonly string[];
}

/** Animations take no time, so that nothing is measured on its way. */
export async function openPage(browser: Browser): Promise<BrowserPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|React|Uncaught/.test(message.text())) errors.push(message.text());
  });
  return { page, errors };
}

/**
 * What is wrong with a page as it stands, in light and dark and at 390 pixels: rules of axe-core that it breaks, and a page
 * that is wider than its window.
 */
export async function defectsOf(page: Page): Promise<string[]> {
  const size = page.viewportSize()!;
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await broken(page)).map((rule) => `${colorScheme}: ${rule}`));
  }
  await page.setViewportSize({ width: 390, height: 844 });
  found.push(...(await broken(page)).map((rule) => `390 px: ${rule}`));
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  if (width > 390) found.push(`390 px: the page is ${width} px wide`);
  await page.setViewportSize(size);
  return found;
}

/** By the debugger, which the policy of the page does not hold for. */
async function broken(page: Page): Promise<string[]> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.evaluate(
    'Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined))).then(() => 0)',
  );
  await page.evaluate(`${AXE}; 0`);
  return page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.map((rule) => rule.id + ': ' + rule.nodes.map((node) => node.html.slice(0, 160)).join(' ')))`,
  );
}
