import { launchChromium } from '#libs/testing';
import type { Page } from 'playwright-core';
import { type ComparedCase, openPreviewPage, sampleCase } from '../../preview/compared-cases.ts';
import { type PreviewSite, startPreviewSite } from '../../preview/preview-server.ts';
import { median } from '../cpu-time.ts';

const EDITS = 7;
/** A title that every edit changes, and a frame that shows it. */
const SAMPLES = [
  { sample: 'promo', layer: 'headline', frame: 60 },
  { sample: 'card', layer: 'headline', frame: 40 },
];

/** Milliseconds, and frames a second. */
interface Figures {
  /** Time until the first picture, from opening a preview in a page that has everything, ms. */
  readonly firstMs: number;
  readonly editMs: number;
  readonly fps: number;
}

/**
 * Measures in Chromium, at the full size of the samples, the time until the preview shows a picture, and the pictures
 * that it shows in a second.
 */
export async function previewBench(): Promise<void> {
  const site = await startPreviewSite('<!doctype html><canvas id="canvas"></canvas>');
  const browser = await launchChromium();
  try {
    print('| sample | first picture, ms | edit to picture, ms | frames a second |');
    print('| ------ | ----------------- | ------------------- | --------------- |');
    for (const { sample, ...edit } of SAMPLES) {
      const page = await openPreviewPage(browser, site);
      const { firstMs, editMs, fps } = await measure(page, site, await sampleCase(sample, site.media, []), edit);
      print(`| ${sample} | ${firstMs.toFixed(0)} | ${editMs.toFixed(0)} | ${fps.toFixed(0)} |`);
      await page.close();
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function measure(
  page: Page,
  site: PreviewSite,
  { document, modifications }: ComparedCase,
  edit: { readonly layer: string; readonly frame: number },
): Promise<Figures> {
  const given = { document, modifications, edit, edits: EDITS, allow: [site.media] };
  const figures = await page.evaluate<[number, number[], number]>(`(${inPage})(${JSON.stringify(given)})`);
  const [firstMs, editsMs, fps] = figures;
  return { firstMs, editMs: median(editsMs), fps };
}

/** Runs in the page. The first preview fetches fonts and pictures, which the browser then keeps; the second one is measured. */
const inPage = `async ({ document: template, modifications, edit, edits, allow }) => {
  const { Preview } = await import('/preview/preview.js');
  const open = () => new Preview({ canvas: document.body.appendChild(document.createElement('canvas')), worker: '/preview/worker.js', fonts: '/fonts', allow });
  const timed = async (work) => { const from = performance.now(); await work(); return performance.now() - from; };
  let preview = open();
  await preview.open({ document: template, modifications });
  await preview.show(edit.frame);
  preview.close();
  preview = open();
  let opened;
  const first = await timed(async () => {
    opened = await preview.open({ document: template, modifications });
    await preview.show(edit.frame);
  });
  const times = [];
  for (let count = 0; count < edits; count++) {
    const changed = structuredClone(template);
    const layer = changed.pages[0].layers.find(({ name }) => name === edit.layer);
    layer.text = 'Edit ' + count;
    times.push(await timed(async () => {
      await preview.open({ document: changed });
      await preview.show(edit.frame);
    }));
  }
  const all = await timed(async () => {
    for (let frame = 0; frame < opened.frameCount; frame++) await preview.show(frame);
  });
  return [first, times, opened.frameCount / (all / 1000)];
}`;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
