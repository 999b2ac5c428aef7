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

  it('cover the scripts of the world without a warning', async () => {
    const text =
      'مرحبًا שָׁלוֹם สวัสดี 你好 歡迎 こんにちは 안녕 বাংলা ગુજરાતી ਪੰਜਾਬੀ ಕನ್ನಡ മലയാളം ଓଡ଼ିଆ தமிழ் తెలుగు සිංහල ខ្មែរ ລາວ မြန်မာ ქართული Հայերեն አማርኛ ∑ ♞';
    const renderer = await studio.render({ layers: [{ ...HEADLINE, text }] });
    expect(renderer.warnings).toEqual([]);
  });

  it('take Han characters from the language that the text is in', async () => {
    const frames = new Set<string>();
    for (const text of ['骨直', '骨直\u200bか', '骨直\u200b한']) {
      const renderer = await studio.render({
        layers: [{ ...HEADLINE, text, width: 150, overflow: 'clip', max_lines: 1 }],
      });
      frames.add(Buffer.from(await renderer.render(0)).toString('base64'));
    }
    expect(frames.size).toBe(3);
  });

  it('draw a variable font in the weight that was asked for', async () => {
    const frames = new Set<string>();
    for (const weight of [100, 400, 900]) {
      const renderer = await studio.render({ layers: [{ ...HEADLINE, text: 'العربية', weight }] });
      frames.add(Buffer.from(await renderer.render(0)).toString('base64'));
    }
    expect(frames.size).toBe(3);
  });

  it('that have a letter and not its mark draw the letter, and the mark is reported', async () => {
    const renderer = await studio.render({ layers: [{ ...HEADLINE, text: 'a\u0315' }] });
    expect(renderer.warnings).toEqual([expect.stringContaining('(U+0315)')]);
  });

  it('that lack a character are reported by layer, and the character never comes from the machine', async () => {
    const renderer = await studio.render({ layers: [BOX, { ...HEADLINE, text: 'Nö 𓀀 x' }] });
    expect(renderer.warnings).toEqual(['pages[0].layers[1] "headline": no font has "𓀀" (U+13000)']);
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
