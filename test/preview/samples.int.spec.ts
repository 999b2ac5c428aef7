import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchChromium, launchFirefox } from '#libs/testing';
import type { Browser, Page } from 'playwright-core';
import { EXHIBITS } from '../gallery/exhibits.ts';
import { compareCase, exhibitCase, openPreviewPage, sampleCase } from './compared-cases.ts';
import { LEAST } from './exceptions.ts';
import { type PreviewSite, startPreviewSite } from './preview-server.ts';

/** Time limit of the start, ms, because a browser is fetched the first time, and fonts are read for their index. */
const START_TIMEOUT_MS = 300_000;
const CASE_TIMEOUT_MS = 240_000;

/** Least likeness of footage, which Firefox decodes to RGB, dB. */
const FOOTAGE_DB = 48;

const SAMPLES = [
  { sample: 'promo', frames: [10, 90, 130, 250] },
  { sample: 'story', frames: [30, 150] },
  { sample: 'card', frames: [20, 100] },
];

describe.each([
  { name: 'Chromium', launch: launchChromium },
  { name: 'Firefox', launch: launchFirefox },
])('the preview of a sample in $name', ({ launch }) => {
  let browser: Browser;
  let site: PreviewSite;
  let page: Page;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launch(), startPreviewSite('<!doctype html>')]);
    page = await openPreviewPage(browser, site);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it.each(SAMPLES)(
    'shows $sample as it is rendered, with the same line breaks',
    async ({ sample, frames }) => {
      const found = await compareCase(page, site, await sampleCase(sample, site.media, frames));
      expect(found.map(({ lines }) => lines.browser)).toEqual(found.map(({ lines }) => lines.renderer));
      const poor = found.filter((each) => each.wholeDb < LEAST.wholeDb || each.outsideTextDb < LEAST.outsideTextDb);
      expect(poor).toEqual([]);
    },
    CASE_TIMEOUT_MS,
  );

  it.each(EXHIBITS.filter(({ name }) => /^video-(?:plain|rounded|trimmed)/.test(name)))(
    'shows the footage of $name as it is rendered',
    async (exhibit) => {
      const [found] = await compareCase(page, site, exhibitCase(exhibit, site.media));
      expect(found!.wholeDb).toBeGreaterThanOrEqual(FOOTAGE_DB);
    },
    CASE_TIMEOUT_MS,
  );
});
