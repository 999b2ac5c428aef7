import type { Counterpart } from '../counterpart.ts';
import { placed } from '../counterpart.ts';
import { grid, INK, type Json } from '../exhibit.ts';

const FAMILIES = "'Noto Sans', 'Noto Sans Hebrew Variable', 'Noto Sans Arabic Variable'";
const PADDING = 4;

/** A text with the properties that a sheet varies, and the CSS that does the same. */
interface Sample {
  readonly text: string;
  readonly look?: Json;
  readonly css?: string;
}

/** Boxes of text in a grid. `plaintext` gives every paragraph the direction of its first letter. */
function texts(
  name: string,
  [columns, rows]: [number, number],
  samples: readonly Sample[],
  fontSize = 15,
): Counterpart {
  const style = { type: 'text', font_family: 'Noto Sans', font_size: fontSize, text_color: INK };
  const box = { background_color: '#ffffff', padding: PADDING };
  const layers = grid(
    columns,
    rows,
    samples.map(({ text, look }) => ({ name: 'letters', ...style, ...box, text, ...look })),
  );
  const inside = `font: ${fontSize}px/1.2 ${FAMILIES}; color: ${INK}; white-space: pre-line; unicode-bidi: plaintext;`;
  const html = samples.map(({ text, css = '' }, index) => {
    const outside = `${placed(layers[index]!)} background: #ffffff; padding: ${PADDING}px;`;
    return `<div style="${outside}"><div style="${inside} overflow-wrap: anywhere; ${css}">${text}</div></div>`;
  });
  return { name, layers, html: html.join('') };
}

const LATIN = 'The lamp by the window knows the hour better than any clock.';
const ARABIC = 'المصباح بجانب النافذة يعرف الساعة أفضل من أي ساعة.';
const HEBREW = 'המנורה ליד החלון יודעת את השעה טוב מכל שעון.';
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft';

const ONE_LINE = {
  look: { max_lines: 1 },
  css: 'white-space: nowrap; overflow: hidden; text-overflow: ellipsis;',
};
const TWO_LINES = {
  look: { max_lines: 2 },
  css: 'display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;',
};

/** Texts as CSS lays them out. */
export const TEXTS: readonly Counterpart[] = [
  texts(
    'text-aligned',
    [3, 2],
    ['start', 'end'].flatMap((align) =>
      [LATIN, ARABIC, '12 שלום Hx\nHx 12'].map((text) => ({ text, look: { align }, css: `text-align: ${align}` })),
    ),
  ),
  texts(
    'text-ellipses',
    [2, 4],
    [
      ...[LATIN, ARABIC, HEBREW, LONG_WORD].map((text) => ({ text, ...ONE_LINE })),
      ...[LATIN, ARABIC, HEBREW, `Short\n${HEBREW}`].map((text) => ({ text, ...TWO_LINES })),
    ],
    11,
  ),
  texts(
    'text-balanced',
    [3, 2],
    ['wrap', 'balance'].flatMap((text_wrap) =>
      [LATIN, ARABIC, 'Tea, late\nin the long and quiet evening'].map((text) => ({
        ...{ text, look: { text_wrap, align: 'center' }, css: `text-wrap: ${text_wrap}; text-align: center` },
      })),
    ),
    13,
  ),
  texts(
    'text-figures',
    [2, 4],
    ['normal', 'tabular-nums'].flatMap((numeric) =>
      ['1,111,111 km', '8,888,888 km', 'ש 1,117 ₪', 'ש 8,888 ₪'].map((text) => ({
        ...{ text, look: { font_variant_numeric: numeric, font_family: 'Inter' } },
        css: `font-variant-numeric: ${numeric}; font-family: Inter, ${FAMILIES}`,
      })),
    ),
  ),
  texts(
    'text-emoji',
    [2, 4],
    [
      ...['✔ ☎ ❤ ☀ ✈ ☺ ▶ ⚠', '✔️ ☎️ ❤️ ☀️ ✈️ ☺️ ▶️ ⚠️', '😀 ⌚ 🚀 1️⃣ 🇯🇵 👨‍👩‍👧', '😀︎ ❤ ❤️ ☎︎ 1 © ©️'],
      ...['☎ 555 1234', 'I ❤ tea, I ❤️ tea', 'שלום ❤ ❤️ 12', '✔ done ✔️ done'],
    ].map((text) => ({
      text,
      css: `font-family: ${FAMILIES}, 'Noto Sans Symbols 2', 'DejaVu Sans', 'Noto Color Emoji'`,
    })),
  ),
];
