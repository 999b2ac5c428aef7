import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs/promises';
import path from 'node:path';
import { GlobalFonts } from '../skia.js';
import { BOX, HEADLINE, Studio } from '../testing/studio.js';

let studio: Studio;

beforeAll(async () => {
  studio = await Studio.open();
});

afterAll(() => studio.close());

describe('fonts', () => {
  it('of the machine are never loaded', () => {
    expect(GlobalFonts.families.map(({ family }) => family)).not.toContain('DejaVu Sans');
  });

  it('come from the requested family, weight and slope', async () => {
    const variants = [
      {},
      { weight: 400 },
      { italic: true },
      { font_family: 'Roboto' },
      { font_family: 'playfair display' },
    ];
    const frames = new Set<string>();
    for (const variant of variants) {
      const renderer = await studio.render({ layers: [{ ...HEADLINE, ...variant }] });
      frames.add(Buffer.from(await renderer.render(0)).toString('base64'));
      expect(renderer.warnings).toEqual([]);
    }
    expect(frames.size).toBe(variants.length);
  });

  it('cover Latin, Cyrillic, Greek, Vietnamese, Devanagari and emoji sequences without a warning', async () => {
    const text = 'Łódź Привет Ελλάδα Tiếng Việt नमस्ते 🚚 👨‍👩‍👧‍👦 👪 🇫🇷 ❤️ 1️⃣ © 2026';
    const renderer = await studio.render({ layers: [{ ...HEADLINE, text }] });
    expect(renderer.warnings).toEqual([]);
  });

  it('that lack a character are reported by layer, and the character never comes from the machine', async () => {
    const renderer = await studio.render({ layers: [BOX, { ...HEADLINE, text: 'Nö ꦲ x' }] });
    expect(renderer.warnings).toEqual(['pages[0].layers[1] "headline": no font has "ꦲ" (U+A9B2)']);
    const replaced = await studio.render({ layers: [BOX, { ...HEADLINE, text: 'Nö \ufffd x' }] });
    expect(Buffer.compare((await renderer.render(0)).slice(), await replaced.render(0))).toBe(0);
  });

  it('of unknown families are reported and replaced by Inter', async () => {
    const renderer = await studio.render({ layers: [{ ...HEADLINE, font_family: 'Comic Nope' }] });
    expect(renderer.warnings).toEqual([
      'pages[0].layers[0] "headline": the font family "Comic Nope" is not available; Inter is used',
    ]);
  });

  it('brought along by the document are used under their own name', async () => {
    const shipped = path.join(
      import.meta.dirname,
      '../../../../node_modules/@fontsource/playfair-display/files/playfair-display-latin-700-normal.woff2',
    );
    await fs.copyFile(shipped, studio.file('own.woff2'));
    const fonts = [{ family: 'My Face', source_url: 'http://a.example/own.woff2', weight: 700 }];
    const own = await studio.render({ fonts, layers: [{ ...HEADLINE, font_family: 'My Face' }] });
    const playfair = await studio.render({ layers: [{ ...HEADLINE, font_family: 'Playfair Display' }] });
    expect(Buffer.compare((await own.render(0)).slice(), await playfair.render(0))).toBe(0);
  });

  it('that cannot be read refuse the video, naming the font', async () => {
    const fonts = [{ family: 'Broken', source_url: 'http://a.example/page.html' }];
    await expect(studio.render({ fonts, layers: [HEADLINE] })).rejects.toMatchObject({
      code: 'FONT_FAILED',
      path: 'fonts[0]',
    });
  });
});
