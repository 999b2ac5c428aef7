import { describe, expect, it } from '@jest/globals';
import { TYPESCRIPT_ARGUMENTS } from '#libs/testing';
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { BOX, HEADLINE, SIZE, specRenderers } from '../testing/spec-renderers.js';

const renderers = specRenderers();

describe('fonts', () => {
  it('of the machine are never loaded, even in an empty environment', async () => {
    const skia = new URL('../skia.ts', import.meta.url).href;
    const code = `const { GlobalFonts } = await import('${skia}'); console.log(GlobalFonts.families.length)`;
    const args = [...TYPESCRIPT_ARGUMENTS, '--input-type=module', '--eval', code];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: {} });
    expect(stdout.trim()).toBe('0');
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
      const renderer = await renderers.render({ layers: [{ ...HEADLINE, ...variant }] });
      frames.add(Buffer.from(await renderer.render(0)).toString('base64'));
      expect(renderer.warnings).toEqual([]);
    }
    expect(frames.size).toBe(variants.length);
  });

  it('cover Latin, Cyrillic, Greek, Vietnamese, Devanagari and emoji sequences without a warning', async () => {
    const text = 'Łódź Привет Ελλάδα Tiếng Việt नमस्ते 🚚 👨‍👩‍👧‍👦 👪 🇫🇷 ❤️ 1️⃣ © 2026';
    const renderer = await renderers.render({ layers: [{ ...HEADLINE, text }] });
    expect(renderer.warnings).toEqual([]);
  });

  it('cover the scripts of the world without a warning', async () => {
    const text =
      'مرحبًا שָׁלוֹם สวัสดี 你好 歡迎 こんにちは 안녕 বাংলা ગુજરાતી ਪੰਜਾਬੀ ಕನ್ನಡ മലയാളം ଓଡ଼ିଆ தமிழ் తెలుగు සිංහල ខ្មែរ ລາວ မြန်မာ ქართული Հայերեն አማርኛ ∑ ♞';
    const renderer = await renderers.render({ layers: [{ ...HEADLINE, text }] });
    expect(renderer.warnings).toEqual([]);
  });

  it('cover subscripts, fractions, letters of mathematics and small scripts without a warning', async () => {
    const renderer = await renderers.render({ layers: [{ ...HEADLINE, text: 'H₂O x⁻¹ ⅓ ⅝ 𝒜𝔹 ⵜⴰⵎ ߒߞߏ' }] });
    expect(renderer.warnings).toEqual([]);
  });

  it('use the Han characters of the language of the text', async () => {
    const frames = new Set<string>();
    for (const text of ['骨直', '骨直\u200bか', '骨直\u200b한']) {
      const frame = await renderers.frame({
        layers: [{ ...HEADLINE, text, width: 150, overflow: 'clip', max_lines: 1 }],
      });
      frames.add(frame.toString('base64'));
    }
    expect(frames.size).toBe(3);
  });

  it('draw a variable font in the requested weight', async () => {
    const frames = new Set<string>();
    for (const weight of [100, 400, 900]) {
      const frame = await renderers.frame({ layers: [{ ...HEADLINE, text: 'العربية', weight }] });
      frames.add(frame.toString('base64'));
    }
    expect(frames.size).toBe(3);
  });

  it('that have a letter and not its mark draw the letter, and the mark is reported', async () => {
    const renderer = await renderers.render({ layers: [{ ...HEADLINE, text: 'a\u0e48' }] });
    expect(renderer.warnings).toEqual([expect.objectContaining({ message: expect.stringContaining('(U+0E48)') })]);
  });

  it('that lack a character are reported by layer, and the character never comes from the machine', async () => {
    const renderer = await renderers.render({ layers: [BOX, { ...HEADLINE, text: 'Nö 𓀀 x' }] });
    expect(renderer.warnings).toEqual([
      {
        field: 'pages[0].layers[1].text',
        code: 'GLYPH_MISSING',
        severity: 'warning',
        message: 'no font has "𓀀" (U+13000)',
      },
    ]);
    const replaced = await renderers.render({ layers: [BOX, { ...HEADLINE, text: 'Nö \ufffd x' }] });
    expect(Buffer.compare((await renderer.render(0)).slice(), await replaced.render(0))).toBe(0);
  });

  const STYLE = { name: 'caption', type: 'caption', x: 20, y: 40, width: 280, height: 60, font_size: 36 };
  it.each<[kind: string, layerSaying: (text: string) => object]>([
    ['a caption', (text) => ({ ...STYLE, cues: [{ start: 0, end: 1, text }] })],
    [
      'a highlighted word',
      (text) => ({
        ...STYLE,
        type: 'caption',
        mode: 'highlight',
        cues: [{ start: 0, end: 1, text }],
      }),
    ],
    [
      'the labels of bars',
      (label) => ({ ...BOX, type: 'chart', fill_color: '#000000', chart_data: [{ label, value: 1 }] }),
    ],
    [
      'a legend',
      (label) => ({
        ...BOX,
        type: 'chart',
        fill_color: '#000000',
        chart_type: 'pie',
        chart_data: [{ label, value: 1 }],
      }),
    ],
    ['a number that counts', (text) => ({ ...HEADLINE, text: `${text} 20`, enter: { type: 'count' } })],
    ['letters on their way', (text) => ({ ...HEADLINE, text, enter: { type: 'slide', split: 'letter' } })],
    ['a group', (text) => ({ type: 'group', name: 'g', layers: [{ ...HEADLINE, text }] })],
    ['text in a family of its own', (text) => ({ ...HEADLINE, font_family: 'Noto Sans JP', text })],
  ])('that lack a character of %s leave no box', async (_, layerSaying) => {
    const [lacking, replaced] = await Promise.all(
      ['a 𓀀', 'a \ufffd'].map((text) => renderers.render({ layers: [layerSaying(text)] })),
    );
    expect(lacking!.warnings).toEqual([
      expect.objectContaining({
        field: expect.stringMatching(/^pages\[0]\.layers\[0]/),
        message: 'no font has "𓀀" (U+13000)',
      }),
    ]);
    expect(replaced!.warnings).toEqual([]);
    for (const frame of [0, 4, 13]) {
      expect(Buffer.compare((await lacking!.render(frame)).slice(), await replaced!.render(frame))).toBe(0);
    }
  });

  it('that lack the ellipsis use that of another font', async () => {
    const shipped = path.join(
      import.meta.dirname,
      '../../../../node_modules/@fontsource/inter/files/inter-cyrillic-400-normal.woff2',
    );
    await fs.copyFile(shipped, renderers.file('cyrillic.woff2'));
    const fonts = [{ family: 'Cyrillic', source_url: 'http://a.example/cyrillic.woff2' }];
    const layer = { ...HEADLINE, weight: 400, font_family: 'Cyrillic', max_lines: 1 };
    const cut = await renderers.render({
      fonts,
      layers: [{ ...layer, text: 'слово ещё\nодно слово', overflow: 'ellipsis' }],
    });
    const whole = await renderers.render({ fonts, layers: [{ ...layer, text: 'слово ещё…' }] });
    expect(cut.warnings).toEqual([]);
    expect(Buffer.compare((await cut.render(0)).slice(), await whole.render(0))).toBe(0);
  });

  it('of unknown families are reported and replaced by Inter', async () => {
    const renderer = await renderers.render({ layers: [{ ...HEADLINE, font_family: 'Comic Nope' }] });
    expect(renderer.warnings).toEqual([
      {
        field: 'pages[0].layers[0].font_family',
        code: 'FONT_NOT_AVAILABLE',
        severity: 'warning',
        message:
          'the font family "Comic Nope" is not available; Inter is used; set font_family to "Inter", or name a file of the family in the document\'s fonts',
        value: 'Comic Nope',
      },
    ]);
  });

  it.each([
    ['playfare display', '; did you mean "Playfair Display"?'],
    ['NotoSans', '; did you mean "Noto Sans"?'],
    ['Comic Sans', '; set font_family to "Inter", or name a file of the family in the document\'s fonts'],
  ])('whose name is like a shipped one are proposed: %s', async (font_family, proposal) => {
    const renderer = await renderers.render({ layers: [{ ...HEADLINE, font_family }] });
    expect(renderer.warnings.map(({ message }) => message)).toEqual([
      `the font family "${font_family}" is not available; Inter is used${proposal}`,
    ]);
  });

  it('of the document are used under their own name', async () => {
    const shipped = path.join(
      import.meta.dirname,
      '../../../../node_modules/@fontsource/playfair-display/files/playfair-display-latin-700-normal.woff2',
    );
    await fs.copyFile(shipped, renderers.file('own.woff2'));
    const fonts = [{ family: 'My Face', source_url: 'http://a.example/own.woff2', weight: 700 }];
    const own = await renderers.render({ fonts, layers: [{ ...HEADLINE, font_family: 'My Face' }] });
    const playfair = await renderers.render({ layers: [{ ...HEADLINE, font_family: 'Playfair Display' }] });
    expect(Buffer.compare((await own.render(0)).slice(), await playfair.render(0))).toBe(0);
  });

  it('of the document in one variable file are drawn in every weight', async () => {
    const shipped = path.join(
      import.meta.dirname,
      '../../../../node_modules/@fontsource-variable/noto-sans-georgian/files/noto-sans-georgian-latin-wght-normal.woff2',
    );
    await fs.copyFile(shipped, renderers.file('variable.woff2'));
    const fonts = [{ family: 'My Face', source_url: 'http://a.example/variable.woff2' }];
    const ink: number[] = [];
    for (const weight of [100, 400, 900]) {
      const frame = await renderers.frame({ fonts, layers: [{ ...HEADLINE, font_family: 'My Face', weight }] });
      ink.push(frame.subarray(0, SIZE.width * SIZE.height).reduce((sum, luma) => sum + 235 - luma, 0));
    }
    expect(ink[1]! / ink[0]!).toBeGreaterThan(1.3);
    expect(ink[2]! / ink[1]!).toBeGreaterThan(1.3);
  });

  it('that cannot be read refuse the video, naming the font', async () => {
    const fonts = [{ family: 'Broken', source_url: 'http://a.example/page.html' }];
    await expect(renderers.render({ fonts, layers: [HEADLINE] })).rejects.toMatchObject({
      code: 'FONT_FAILED',
      path: 'fonts[0]',
    });
  });
});
