import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FontFacts } from './font-facts.js';

const require = createRequire(import.meta.url);

/** One font file: a weight and slope of a family, for some characters. */
export interface FontFile {
  readonly file: string;
  /** 100..900, or all weights in one variable font. */
  readonly weight: number | 'variable';
  readonly italic: boolean;
  /** Whether the file is for a character. Undefined: it is the only file of its family, for all its characters. */
  readonly isFor?: (codePoint: number) => boolean;
  /** The properties of the file if they are known without reading it. */
  readonly facts?: FontFacts;
}

/** Families with a file per weight that templates may use without providing a font, and their packages. */
const STATIC_PACKAGES: Readonly<Record<string, string>> = {
  Inter: '@fontsource/inter',
  Roboto: '@fontsource/roboto',
  'Playfair Display': '@fontsource/playfair-display',
  'Noto Sans': '@fontsource/noto-sans',
  'Noto Color Emoji': '@fontsource/noto-color-emoji',
  'Noto Sans Math': '@fontsource/noto-sans-math',
  'Noto Sans Symbols 2': '@fontsource/noto-sans-symbols-2',
  'DejaVu Sans': '@fontsource/dejavu-sans',
};

/** Scripts whose Noto Sans is one variable font. The family is `Noto Sans` followed by this name. */
const VARIABLE_NOTO = [
  ...['Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam', 'Oriya', 'Tamil'],
  ...[
    'Telugu',
    'Sinhala',
    'Thai',
    'Khmer',
    'Lao',
    'Myanmar',
    'Javanese',
    'Georgian',
    'Armenian',
    'Ethiopic',
    'Symbols',
  ],
  ...['JP', 'KR', 'SC', 'TC'],
];

const PACKAGES: Readonly<Record<string, string>> = {
  ...STATIC_PACKAGES,
  ...Object.fromEntries(
    VARIABLE_NOTO.map((script) => [`Noto Sans ${script}`, `@fontsource-variable/noto-sans-${script.toLowerCase()}`]),
  ),
};

const HAN_FAMILIES = ['Noto Sans JP', 'Noto Sans KR', 'Noto Sans SC', 'Noto Sans TC'];
/** For characters missing in the Noto packages: subscripts, fractions, mathematical letters, small scripts. */
const LAST_FAMILIES = ['Roboto', 'Noto Sans Math', 'DejaVu Sans'];
const OTHER_FAMILIES = Object.keys(PACKAGES).filter(
  (family) => /^Noto Sans ./.test(family) && !HAN_FAMILIES.includes(family) && !LAST_FAMILIES.includes(family),
);

/**
 * The families searched in order for characters that the family of a layer lacks, emoji aside. Chinese, Japanese and Korean share
 * code points with different glyphs: a text with kana is taken for Japanese, with hangul for Korean, otherwise for
 * Chinese.
 */
export function fallbackFamilies(text: string): readonly string[] {
  const first = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'Noto Sans JP'
    : /\p{Script=Hangul}/u.test(text)
      ? 'Noto Sans KR'
      : 'Noto Sans SC';
  return ['Noto Sans', first, ...OTHER_FAMILIES, ...HAN_FAMILIES, ...LAST_FAMILIES];
}

/** The family of characters that are drawn as emoji, and the last fallback for all others. */
export const EMOJI_FAMILY = 'Noto Color Emoji';

/**
 * The families searched first for signs that have an emoji and are written as text: `☎ ❤`. In one family they look
 * alike.
 */
export const SYMBOL_FAMILIES: readonly string[] = ['Noto Sans', 'Noto Sans Symbols 2', 'Noto Sans Symbols'];

/** The family used if that of a layer is not available. */
export const DEFAULT_FAMILY = 'Inter';

/** The names of the shipped families. */
export const SHIPPED_FAMILIES: readonly string[] = Object.keys(PACKAGES);

const cache = new Map<string, readonly FontFile[] | undefined>();

/** All files of a shipped family, by its name in any case; undefined for an unknown family. */
export function shippedFamily(name: string): readonly FontFile[] | undefined {
  const key = name.toLowerCase();
  if (!cache.has(key)) cache.set(key, listFiles(key));
  return cache.get(key);
}

function listFiles(key: string): readonly FontFile[] | undefined {
  const found = Object.entries(PACKAGES).find(([family]) => family.toLowerCase() === key);
  if (!found) return undefined;
  const folder = path.dirname(require.resolve(`${found[1]}/unicode.json`));
  const subsets = JSON.parse(fs.readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  const pattern = new RegExp(`^${path.basename(folder)}-(.+)-(\\d+|wght)-(normal|italic)\\.woff2$`);
  return fs.readdirSync(path.join(folder, 'files')).flatMap((name): FontFile[] => {
    const [, subset, weight, slope] = pattern.exec(name) ?? [];
    if (subset === undefined) return [];
    const font: FontFile = {
      file: path.join(folder, 'files', name),
      weight: weight === 'wght' ? 'variable' : Number(weight),
      italic: slope === 'italic',
    };
    // Emoji sequences need the complete file; its numbered slices are skipped.
    if (subset === 'emoji') return [{ ...font, isFor: isEmoji, facts: EMOJI_FACTS }];
    // One complete file, so the character lists of its package for browsers do not matter.
    if (Object.keys(subsets).length < 2) return [font];
    const ranges = subsets[subset] ?? (isEmojiFamily(found[0]) ? undefined : subsets[`[${subset}]`]);
    return ranges === undefined ? [] : [{ ...font, isFor: inRanges(ranges) }];
  });
}

function isEmojiFamily(family: string): boolean {
  return family === EMOJI_FAMILY;
}

/** Parses a CSS unicode-range list: `U+0-FF,U+131`. */
function inRanges(list: string): (codePoint: number) => boolean {
  const ranges = list.split(',').map((range) => {
    const [first, last] = range.trim().replace(/^U\+/i, '').split('-');
    return { first: Number.parseInt(first!, 16), last: Number.parseInt(last ?? first!, 16) };
  });
  return (codePoint) => ranges.some(({ first, last }) => codePoint >= first && codePoint <= last);
}

/** Whether a character has an emoji, which need not be how it is drawn. */
export function isEmoji(codePoint: number): boolean {
  return /[\p{Emoji}\u20e3]/u.test(String.fromCodePoint(codePoint));
}

/** Properties of Noto Color Emoji, which has every emoji. Reading its 6 MB for known values would take 0.4 s. */
const EMOJI_FACTS: FontFacts = {
  ascent: 0.928,
  descent: 0.244,
  underlinePosition: -0.075,
  lineThickness: 0.05,
  strikeoutPosition: 0.3,
  covers: isEmoji,
};
