import { AMBER, CARD, type Exhibit, INK, type Json, LOGO, moving, PAPER, ROSE, still, TEAL } from '../exhibit.ts';

const WORD = { type: 'text', font_size: 20, text_color: INK };

/** The background of a stack. */
function plate(fill_color: string, border_radius: number): Json {
  return { name: `plate ${fill_color}`, type: 'shape', in_flow: false, fill_color, border_radius };
}

function word(text: string, more: Json = {}): Json {
  return { ...WORD, name: text, text, ...more };
}

function chip(text: string, index: number): Json {
  const background_color = [TEAL, AMBER, ROSE, INK][index % 4];
  return word(text, { background_color, text_color: PAPER, font_size: 16, padding: 7, border_radius: 16 });
}

/** A price, its former one and a badge, as wide as they are. */
function price(y: number, layers: readonly Json[]): Json {
  return {
    ...{ name: `price ${y}`, type: 'stack', direction: 'row', x: 160, y, anchor_x: 0.5, width: 'auto', height: 'auto' },
    ...{ padding_x: 16, padding_y: 6, gap: 12, align: 'baseline' },
    layers: [{ ...plate(INK, 14), name: `plate ${y}` }, ...layers],
  };
}

const NOW = { font_size: 44, weight: 700, text_color: PAPER };
const FORMER = { font_size: 20, text_color: AMBER, line_through: true };

function row(place: number, team: string, points: number): Json {
  const name = (part: string): string => `${part} ${place}`;
  const cell = { ...WORD, font_size: 15, text_color: INK };
  return {
    ...{ name: name('row'), type: 'stack', direction: 'row', gap: 8, padding_x: 10, padding_y: 4, align: 'center' },
    width: '100%',
    layers: [
      { ...plate(place % 2 === 0 ? '#ffffff' : '#e6ddcc', 6), name: name('plate') },
      { ...cell, name: name('place'), text: `${place}`, width: 18, align: 'end', weight: 700 },
      { ...cell, name: name('team'), text: team, grow: 1, max_lines: 1 },
      { ...cell, name: name('points'), text: `${points}`, font_variant_numeric: 'tabular-nums' },
    ],
  };
}

const LOWER_THIRD = {
  ...{ name: 'lower third', type: 'stack', direction: 'row', x: 16, y: 164, anchor_y: 1, max_width: 288 },
  ...{ width: 'auto', height: 'auto', padding: 10, gap: 10, align: 'center' },
};

function lowerThird(name: string, role: string): Json {
  return {
    ...LOWER_THIRD,
    layers: [
      plate(INK, 10),
      { ...LOGO, width: 36, height: 36, image_size: 'contain' },
      {
        ...{ name: 'words', type: 'stack', gap: 2 },
        layers: [
          { ...WORD, name: 'name', text: name, text_color: PAPER, font_size: 22, weight: 700, line_height: 1.1 },
          { ...WORD, name: 'role', text: role, text_color: AMBER, font_size: 14 },
        ],
      },
    ],
  };
}

const QUOTE = {
  ...{ name: 'quote', type: 'text', text: 'Light remains\nwhen day\nis over.' },
  ...{ font_size: 15, text_color: PAPER, background_color: TEAL, padding: 5, border_radius: 6, width: 145, height: 72 },
};

/** Layers whose places follow from what the others contain. */
export const STACKS: readonly Exhibit[] = [
  still('stacks', 'stack-price', [
    price(20, [word('79 €', NOW), word('129 €', FORMER)]),
    price(104, [
      { ...word('1,079 €', NOW), name: 'plain' },
      { ...word('9 €', FORMER), name: 'none', visible: false },
    ]),
  ]),
  still('stacks', 'stack-table', [
    {
      ...{ name: 'table', type: 'stack', x: 20, y: 14, width: 280, height: 152, gap: 4, distribute: 'space-between' },
      layers: [
        row(1, 'Harbor United', 61),
        row(2, 'Old Mill', 58),
        row(3, 'Athletic Club of the Northern Quarter', 44),
        row(4, 'Rovers', 9),
      ],
    },
  ]),
  still('stacks', 'stack-lower-third', [
    lowerThird('Maximiliane von Hohenberg-Schwarzenau', 'Chair of the board, Evening Light Foundation'),
  ]),
  still('stacks', 'stack-wrap', [
    {
      ...{ name: 'chips', type: 'stack', direction: 'row', wrap: true, x: 20, y: 12, width: 280, height: 'auto' },
      ...{ gap: 8, line_gap: 6, align: 'center', distribute: 'center' },
      layers: ['dusk', 'harbor lights', 'long exposure', 'sea', 'evening', 'blue hour', 'tide'].map(chip),
    },
    {
      ...{ name: 'reversed', type: 'stack', direction: 'row', reverse: true, x: 20, y: 138, width: 280, height: 30 },
      ...{ gap: 8, align: 'stretch' },
      layers: [1, 2, 3].map((grow) => ({ ...CARD, name: `bar ${grow}`, x: 0, y: 0, width: 0, height: '100%', grow })),
    },
  ]),
  moving(
    'stacks',
    'stack-moving',
    [
      {
        ...{ name: 'list', type: 'stack', x: 20, y: 20, width: 280, height: 'auto', gap: 8 },
        layers: ['First things first', 'Then the second', 'And so on'].map((text, index) => ({
          ...chip(text, index),
          enter: { type: 'slide', direction: 'right', duration: 0.6, delay: index * 0.2 },
          ...(index === 1 && { keyframes: { x: [{ time: 0.8, value: 0 }, { time: 1.6, value: 60 }] } }), // prettier-ignore
        })),
      },
    ],
    [0.3, 0.6, 1, 1.4, 1.8],
  ),
  still('stacks', 'text-ground', [
    { ...QUOTE, name: 'of the box', x: 10, y: 10 },
    { ...QUOTE, name: 'of the text', x: 165, y: 10, background_area: 'text' },
    { ...QUOTE, name: 'of lines', x: 10, y: 98, align: 'center', background_area: 'lines' },
    { ...QUOTE, name: 'hugging', x: 165, y: 98, width: 'auto', height: 'auto', background_color: ROSE },
  ]),
];
