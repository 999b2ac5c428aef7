import { join } from 'node:path';
import { createCanvas, loadImage } from '#libs/frames';
import { launchChromium } from '#libs/testing';
import type { Browser } from 'playwright-core';
import { ADDRESS, assetName } from '../render/templates.ts';
import { type Luma, lumaOfRgba } from './luma.ts';
import type { Sheet } from './sheets.ts';

const FONTS = join(import.meta.dirname, '../../../node_modules/@fontsource/inter');
const [PAGE, FONT_PATH] = [`${ADDRESS}page.html`, 'fonts/'];
const FACES = ['400', '700'].map((weight) => `<link rel="stylesheet" href="${ADDRESS}${FONT_PATH}${weight}.css">`);

/** A browser that draws the HTML of sheets. */
export class ChromiumPages {
  private readonly browser: Browser;
  private readonly assets: string;

  private constructor(browser: Browser, assets: string) {
    this.browser = browser;
    this.assets = assets;
  }

  /** @param assets the folder of the files that sheets show */
  static async open(assets: string): Promise<ChromiumPages> {
    return new ChromiumPages(await launchChromium(), assets);
  }

  /** The luma of a sheet. */
  async draw(sheet: Sheet): Promise<Luma> {
    const { width, height } = sheet;
    const page = await this.browser.newPage({ viewport: { width, height } });
    await page.route(`${ADDRESS}**`, (route) => {
      const name = assetName(route.request().url());
      if (name === 'page.html') return route.fulfill({ contentType: 'text/html', body: pageOf(sheet) });
      const isFont = name.startsWith(FONT_PATH);
      return route.fulfill({ path: isFont ? join(FONTS, name.slice(FONT_PATH.length)) : join(this.assets, name) });
    });
    await page.goto(PAGE);
    await page.evaluate('document.fonts.ready');
    const image = await loadImage(await page.screenshot());
    await page.close();
    const context = createCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    return lumaOfRgba(context.getImageData(0, 0, width, height).data, sheet);
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

function pageOf({ paper, html }: Sheet): string {
  // Letters stand where they belong, not on whole pixels, and have no colored edges.
  const style = `body { margin: 0; background: ${paper}; white-space: pre; text-rendering: geometricPrecision }`;
  return `<!doctype html><meta charset="utf-8">${FACES.join('')}<style>${style}</style>${html}`;
}
