import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchChromium } from '#libs/testing';
import type { Browser, Page } from 'playwright-core';
import { EXHIBITS } from '../gallery/exhibits.ts';
import { compareCase, exhibitCase, openPreviewPage } from './compared-cases.ts';
import { leastOf } from './exceptions.ts';
import { type PreviewSite, startPreviewSite } from './preview-server.ts';

/** Time limit of the start, ms, because a browser is fetched the first time. */
const START_TIMEOUT_MS = 300_000;

describe('the preview of the gallery in Chromium', () => {
  let browser: Browser;
  let site: PreviewSite;
  let page: Page;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchChromium(), startPreviewSite('<!doctype html>')]);
    page = await openPreviewPage(browser, site);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it.each(EXHIBITS)('shows $name as it is rendered, with the same line breaks', async (exhibit) => {
    const [found] = await compareCase(page, site, exhibitCase(exhibit, site.media));
    const { lines, wholeDb, outsideTextDb } = found!;
    expect(lines.browser).toEqual(lines.renderer);
    const least = leastOf(exhibit.name);
    expect(wholeDb).toBeGreaterThanOrEqual(least.wholeDb);
    expect(outsideTextDb).toBeGreaterThanOrEqual(least.outsideTextDb);
  });
});
