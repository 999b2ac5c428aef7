import { TEXTS as COUNTERPARTS } from '../counterparts/texts.ts';
import { AMBER, type Exhibit, grid, INK, type Json, moving, ROSE, still, TEAL, TITLE } from '../exhibit.ts';

function text(name: string, ...layers: readonly Json[]): Exhibit {
  return still('texts', `text-${name}`, layers);
}

const BOX = { ...TITLE, x: 20, y: 20, width: 280, height: 140 };
const WORDS = {
  ...{ ...BOX, font_family: 'Inter', weight: 400, font_size: 17, align: 'left', vertical_align: 'top' },
  text: 'The lamp by the window knows the hour better than any clock in the house, and says so softly.',
};
const SHADOW = { text_shadow: '2px 3px 4px rgba(0,0,0,0.4)' };

const LETTERS = [
  text('plain', TITLE),
  text('on-a-ground', { ...TITLE, ...SHADOW, underline: true, background_color: '#ffffff', border_radius: 12 }),
  text(
    'outlines',
    ...grid(
      1,
      3,
      ['thin', 'medium', 'thick'].map((outline_width) => ({
        ...{ ...TITLE, outline_width, outline_color: ROSE, text_color: '#ffffff' },
      })),
    ),
  ),
  text(
    'translucent-outlines',
    ...grid(
      1,
      3,
      ['rgba(255, 255, 255, 0.5)', 'transparent', 'linear-gradient(90deg, transparent, #ffffff)'].map((text_color) => ({
        ...{ ...TITLE, ...SHADOW, font_family: 'Inter', text_color, outline_width: 'medium', outline_color: ROSE },
      })),
    ),
  ),
  text(
    'weight-of-colors',
    ...grid(
      1,
      7,
      ['#000000', '#ffffff', ROSE, AMBER, 'linear-gradient(90deg, black, white)', 'radial-gradient(white, black)'].map(
        (text_color) => ({ ...WORDS, text_color, font_size: 14, max_lines: 1, background_color: '#808080' }),
      ),
      2,
    ),
  ),
  text(
    'gradients',
    ...grid(
      1,
      3,
      [
        `linear-gradient(90deg, ${TEAL}, ${AMBER}, ${ROSE})`,
        `radial-gradient(circle, ${ROSE}, ${INK})`,
        `conic-gradient(${TEAL}, ${AMBER}, ${ROSE}, ${TEAL})`,
      ].map((text_color) => ({ ...TITLE, text_color, weight: 900 })),
    ),
  ),
  text(
    'shadows',
    ...grid(
      1,
      3,
      [
        '0 0 12px #e2a03f, 0 0 24px #c2415b',
        '2px 2px 0 #e2a03f, 4px 4px 0 #c2415b, 6px 6px 0 #0f766e',
        '0 8px 10px rgba(0,0,0,0.5)',
      ].map((text_shadow) => ({ ...TITLE, text_shadow })),
    ),
  ),
  text('decorations', {
    ...WORDS,
    underline: true,
    overline: true,
    line_through: true,
    line_height: 1.6,
    font_size: 15,
  }),
  text('decorated-lines', { ...BOX, text: 'Light, late\nin the long\nevening', font_size: 34, underline: true }),
  text(
    'slanted',
    ...grid(1, 3, [
      { ...TITLE, italic: true },
      { ...TITLE, italic: true, font_family: 'Inter' },
      { ...TITLE, text: 'مساء الخير', italic: true },
    ]),
  ),
  text('ligatures', { ...BOX, text: 'office fjord\nAVAToWa Ty.\nÅé ñ ễ ȧ̈', font_size: 34 }),
  text(
    'transforms',
    ...grid(
      1,
      3,
      ['uppercase', 'lowercase', 'capitalize'].map((text_transform) => ({
        ...TITLE,
        text: 'straße & İzmir',
        font_size: 28,
        text_transform,
      })),
    ),
  ),
];

const LINES = [
  ...['left', 'center', 'right', 'justify'].map((align) => text(`align-${align}`, { ...WORDS, align })),
  text(
    'tracking',
    ...grid(
      1,
      3,
      [-2, 4, 12].map((tracking) => ({ ...TITLE, font_size: 26, tracking })),
    ),
  ),
  text(
    'line-heights',
    ...grid(
      3,
      1,
      [0.9, 1.2, 1.8].map((line_height) => ({ ...WORDS, font_size: 11, line_height })),
    ),
  ),
  text(
    'fit-filled',
    ...grid(
      2,
      2,
      ['Short', WORDS.text, '12', 'مساء الخير'].map((words) => ({
        ...{ ...WORDS, text: words, align: 'center', vertical_align: 'middle' },
        ...{ fit_text: true, background_color: '#ffffff' },
      })),
    ),
  ),
  text('padding', { ...WORDS, padding: 24, background_color: '#ffffff', border_radius: 20, height: 160, y: 10 }),
  text(
    'fit',
    ...grid(
      2,
      1,
      ['Short', WORDS.text].map((words) => ({
        ...WORDS,
        text: words,
        font_size: 40,
        fit_text: 'shrink',
        background_color: '#ffffff',
      })),
    ),
  ),
  text('max-lines', { ...WORDS, max_lines: 2, overflow: 'ellipsis', background_color: '#ffffff' }),
  text('clip', { ...WORDS, height: 52, overflow: 'clip', background_color: '#ffffff', border_radius: 14 }),
];

const WEIGHTS = [100, 300, 500, 700, 900];
const WEB_FONT = { family: 'Lamplight', source_url: 'https://gallery.example/playfair-display-latin-900-italic.woff2' };
const VARIABLE_FONT = {
  family: 'Anywhere',
  source_url: 'https://gallery.example/noto-sans-hebrew-latin-wght-normal.woff2',
};
const FONTS = [
  ...['Inter', 'Roboto', 'Roboto Mono', 'Noto Sans', 'Noto Sans Arabic', 'Noto Sans JP'].map((font_family) =>
    text(
      `weights-${font_family.toLowerCase().replaceAll(' ', '-')}`,
      ...grid(
        1,
        5,
        WEIGHTS.map((weight) => ({ ...TITLE, text: `Light نور 光 ${weight}`, font_family, weight, font_size: 22 })),
        2,
      ),
    ),
  ),
  still('texts', 'text-web-font', [{ ...TITLE, font_family: 'Lamplight' }], { fonts: [WEB_FONT] }),
  still(
    'texts',
    'text-variable-web-font',
    grid(
      1,
      5,
      WEIGHTS.map((weight) => ({ ...TITLE, font_family: 'Anywhere', weight, font_size: 22 })),
      2,
    ),
    { fonts: [VARIABLE_FONT] },
  ),
];

/** Words in the scripts of the world: joined, stacked, unspaced, from right to left, mixed; emoji of several code points. */
const WORLD = [
  ...['مرحبًا بكم في معرضنا، ١٢٣ صورة', 'שָׁלוֹם, בְּרוּכִים הַבָּאִים 2026!', 'नमस्ते, हिन्दी में क्षत्रिय और ज्ञान'],
  ...[
    'สวัสดีชาวโลก ที่นี่ภาษาไทยไม่มีช่องว่าง',
    '你好，世界。歡迎光臨。',
    'こんにちは、「夕暮れ」の光ガギグゲゴ',
    '안녕하세요, 저녁 빛입니다',
  ],
  ...['Привет, Ελλάδα, Tiếng Việt, Łódź', 'வணக்கம் తెలుగు ಕನ್ನಡ മലയാളം', 'বাংলা ગુજરાતી ਪੰਜਾਬੀ ଓଡ଼ିଆ සිංහල'],
  ...['ខ្មែរ ລາວ မြန်မာ ქართული Հայերեն አማርኛ', '👨‍👩‍👧‍👦 👩🏽‍🚀 👋🏿👋🏻 🧑🏾‍🤝‍🧑🏼 🏳️‍🌈 🇯🇵🇧🇷 1️⃣ ❤️‍🔥'],
  ...['Tea costs ٢٠ ₪ in שוק הכרמל (Carmel)', 'قال «Hello, world» ثم ذهب 10:30'],
];
const WORLD_SIZE = { width: 720, height: 840 };

function worldPage(name: string, layers: readonly Json[]): Exhibit {
  const pages = [{ number: 1, duration: 2, background_color: '#ffffff', layers }];
  return { sheet: 'world', name, moments: [0.5], document: { name, ...WORLD_SIZE, pages } };
}

const WORLD_LINES = WORLD.map((line, index) => ({
  ...{ name: `line ${index}`, type: 'text', text: line, font_family: 'Noto Sans', font_size: 34, text_color: INK },
  ...{ x: 30, y: 20 + index * 57, width: 660, height: 50, vertical_align: 'middle' },
}));
/** The same words in narrow columns: where lines may break is what differs. */
const WORLD_COLUMNS = WORLD.map((words, index) => ({
  ...{ name: `words ${index}`, type: 'text', text: words, font_family: 'Noto Sans', font_size: 20, text_color: INK },
  ...{ x: 16 + (index % 4) * 175, y: 16 + Math.floor(index / 4) * 205, width: 160, height: 190, padding: 6 },
  background_color: '#f4efe6',
}));

/** A text that arrives letter by letter while its words keep the places that justification gives them. */
const TYPED = moving(
  'texts',
  'text-justified-arriving',
  [{ ...WORDS, align: 'justify', enter: { type: 'slide', split: 'word', duration: 0.4, stagger: 0.05, distance: 12 } }],
  [0.2, 0.5, 0.8, 1.2, 1.9],
);

/** No letter is painted over the outline or the shadow of another. */
const OUTLINED = moving(
  'texts',
  'text-outlined-arriving',
  [
    {
      ...{ ...TITLE, ...SHADOW, text: 'tiptop', font_size: 64, outline_width: 'medium', outline_color: '#ffffff' },
      enter: { type: 'slide', split: 'letter', duration: 0.4, stagger: 0.1 },
    },
  ],
  [0.2, 0.4, 0.6, 0.85, 1.9],
);

/** Everything about letters at rest, and the scripts of the world. */
export const TEXTS: readonly Exhibit[] = [
  ...[...LETTERS, ...LINES, ...FONTS, TYPED, OUTLINED],
  ...COUNTERPARTS.map(({ name, layers }) => still('texts', name, layers)),
  ...[worldPage('world-lines', WORLD_LINES), worldPage('world-columns', WORLD_COLUMNS)],
];
