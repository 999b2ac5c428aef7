import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import { create } from 'fontkit';
import { SHIPPED_FONTS, type ShippedFont } from '#libs/template';
import { HEADLINE, SIZE, specRenderers } from '../testing/spec-renderers.js';
import { type FontFacts, readFont } from './font-facts.js';
import type { FontFile } from './font-file.js';
import { SHIPPED_FAMILIES, shippedFamily } from './shipped-fonts.js';

/** Letters of every script in the list. */
const SAMPLES: Readonly<Record<string, string>> = {
  ...{
    Latn: 'Aéz',
    Cyrl: 'ЖяЇ',
    Grek: 'Ωλή',
    Arab: 'مرحبا',
    Hebr: 'שלום',
    Deva: 'नमस्ते',
    Beng: 'বাংলা',
    Gujr: 'ગુજરાતી',
  },
  ...{ Guru: 'ਪੰਜਾਬੀ', Knda: 'ಕನ್ನಡ', Mlym: 'മലയാളം', Orya: 'ଓଡ଼ିଆ', Taml: 'தமிழ்', Telu: 'తెలుగు', Sinh: 'සිංහල' },
  ...{ Thai: 'สวัสดี', Khmr: 'ខ្មែរ', Laoo: 'ລາວ', Mymr: 'မြန်မာ', Java: 'ꦗꦮ', Geor: 'ქართული', Armn: 'Հայերեն' },
  ...{ Ethi: 'አማርኛ', Jpan: 'こんにちは世界カ', Kore: '안녕하세요', Hans: '你好简体', Hant: '歡迎繁體', Brai: '⠃⠗' },
  ...{ Zsym: '♈', Zmth: '∑∫√', Zsye: '🚚👪', Tfng: 'ⵜⴰⵎ', Nkoo: 'ߒߞߏ' },
};
/** Symbols have a block for each of the two families. */
const OWN_SAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Noto Sans Symbols 2': { Zsym: '★♞' },
};

function sampleOf(family: string, script: string): string {
  const sample = OWN_SAMPLES[family]?.[script] ?? SAMPLES[script];
  if (sample === undefined) throw new Error(`there is no sample of ${script}`);
  return sample;
}

const known = new Map<string, FontFacts>();

function factsOf({ file, facts }: FontFile): FontFacts {
  const found = facts ?? known.get(file) ?? readFont(fs.readFileSync(file));
  known.set(file, found);
  return found;
}

/** The characters of a text that no file of one weight of the family draws. */
function missingFrom(files: readonly FontFile[], text: string): string[] {
  return Array.from(text).filter((character) => {
    const codePoint = character.codePointAt(0)!;
    const wanted = files.filter(({ isFor }) => !isFor || isFor(codePoint));
    return !wanted.some((font) => factsOf(font).covers(codePoint));
  });
}

function sorted(values: Iterable<unknown>): unknown[] {
  return [...new Set(values)].sort();
}

describe('the list of shipped fonts', () => {
  it('has every shipped family once, and every font package of package.json is one', () => {
    const names = SHIPPED_FONTS.map(({ family }) => family);
    expect(names.toSorted()).toEqual(SHIPPED_FAMILIES.toSorted());
    const root = JSON.parse(fs.readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const packages = Object.keys(root.dependencies).filter((name) => name.startsWith('@fontsource'));
    expect(names).toHaveLength(packages.length);
  });

  it.each(SHIPPED_FONTS.map((font) => [font.family, font] as const))('is right about %s', (family, font) => {
    const files = shippedFamily(family)!;
    const axes = axesOf(files);
    expect(font.variableAxes).toEqual(axes);
    const [axis] = axes;
    const weights = axis
      ? [100, 200, 300, 400, 500, 600, 700, 800, 900].filter((weight) => weight >= axis.min && weight <= axis.max)
      : files.map(({ weight }) => weight);
    expect(font.weights).toEqual(sorted(weights));
    expect(sorted(font.styles)).toEqual(sorted(files.map(({ italic }) => (italic ? 'italic' : 'normal'))));
    const upright = files.filter(({ italic }) => !italic);
    const oneWeight = upright.filter(({ weight }) => weight === upright[0]!.weight);
    const missing = font.scripts.map((script) => [script, missingFrom(oneWeight, sampleOf(family, script))]);
    expect(missing.filter(([, characters]) => characters!.length > 0)).toEqual([]);
  });
});

function axesOf(files: readonly FontFile[]): ShippedFont['variableAxes'] {
  const [file] = files.filter(({ weight }) => weight === 'variable');
  if (!file) return [];
  const font = create(fs.readFileSync(file.file));
  if (!('variationAxes' in font)) throw new Error('a collection');
  return Object.entries(font.variationAxes).map(([tag, axis]) => ({ tag, min: axis!.min, max: axis!.max }));
}

describe('every listed family', () => {
  const renderers = specRenderers();

  it.each(SHIPPED_FONTS.map(({ family, scripts }) => [family, scripts[scripts.length - 1]!] as const))(
    '%s draws its script %s without a warning',
    async (family, script) => {
      const text = sampleOf(family, script);
      const layer = { ...HEADLINE, text };
      const renderer = await renderers.render({ layers: [{ ...layer, font_family: family }] });
      expect(renderer.warnings).toEqual([]);
      const frame = Buffer.from(await renderer.render(0));
      await renderer.close();
      const empty = await renderers.frame({ layers: [{ ...layer, font_family: family, text: '' }] });
      expect(frame.equals(empty)).toBe(false);
    },
  );

  it('of those for Latin has shapes of its own', async () => {
    const latin = ['Inter', 'Roboto', 'Playfair Display', 'Noto Sans', 'DejaVu Sans', 'Roboto Mono'];
    const frames = new Set<string>();
    for (const font_family of latin) {
      const layer = { ...HEADLINE, text: 'Rag', font_family };
      const frame = await renderers.frame({ layers: [layer] });
      frames.add(frame.toString('base64'));
    }
    expect(frames.size).toBe(latin.length);
  });

  it('of fixed width gives every letter the same, in each weight and slope', async () => {
    const code = { ...HEADLINE, font_family: 'Roboto Mono', font_size: 20, line_through: true };
    for (const look of [{ weight: 400 }, { weight: 700 }, { italic: true }]) {
      // The line through a text is as long as the text.
      const [narrow, wide] = await Promise.all(
        ['iil.ж', 'MW@0Ω'].map((text) =>
          renderers.frame({ layers: [{ ...code, ...look, text, text_color: '#000000' }] }),
        ),
      );
      expect(lineEnd(wide!)).toBe(lineEnd(narrow!));
    }
  });
});

/** The column after the last one with ink in the row of the line through the letters of a headline. */
function lineEnd(frame: Uint8Array): number {
  const columns = Array.from({ length: SIZE.width }, (_, x) => x);
  const rows = Array.from({ length: SIZE.height }, (_, y) => y);
  const isInked = (x: number, y: number): boolean => frame[y * SIZE.width + x]! < 128;
  const longest = rows.map((y) => columns.filter((x) => isInked(x, y)).length);
  const row = longest.indexOf(Math.max(...longest));
  return columns.findLast((x) => isInked(x, row))! + 1;
}
