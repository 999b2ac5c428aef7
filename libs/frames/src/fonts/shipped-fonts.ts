import type { FontFile } from './font-file.js';
import { listFontFiles } from './font-packages.js';

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
  'Roboto Mono': '@fontsource-variable/roboto-mono',
  ...Object.fromEntries(
    VARIABLE_NOTO.map((script) => [`Noto Sans ${script}`, `@fontsource-variable/noto-sans-${script.toLowerCase()}`]),
  ),
};

const HAN_FAMILIES = ['Noto Sans JP', 'Noto Sans KR', 'Noto Sans SC', 'Noto Sans TC'];
/** Families for characters missing in the Noto packages: subscripts, fractions, mathematical letters, small scripts. */
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

/** The packages of their files. */
export const SHIPPED_PACKAGES: readonly string[] = Object.values(PACKAGES);

const known = new Map<string, readonly FontFile[]>();

/** All files of a shipped family, by its name in any case; undefined for an unknown family. */
export function shippedFamily(name: string): readonly FontFile[] | undefined {
  const key = name.toLowerCase();
  const found = Object.entries(PACKAGES).find(([family]) => family.toLowerCase() === key);
  if (!found) return undefined;
  const files = known.get(key) ?? listFontFiles(found[1]);
  known.set(key, files);
  return files;
}
