import type { AnyObject } from './json.ts';

/** A request of a user, and what a program can check of its outcome. */
export interface Brief {
  /** In the user's words. */
  ask: string;
  outcome: Outcome;
}

export interface Outcome {
  width: number;
  height: number;
  /** Seconds of the whole video. */
  seconds: number;
  pages: number;
  /** Texts that appear, each in a layer of its own. */
  texts: readonly string[];
  /** Layers of further kinds, at least one of each. */
  kinds: readonly Kind[];
}

export const KINDS = ['shape', 'progress', 'rating', 'machine_code', 'chart', 'caption'] as const;
export type Kind = (typeof KINDS)[number];

const SHAPES = [
  ['a wide video', 1_280, 720],
  ['a story', 1_080, 1_920],
  ['a square post', 1_080, 1_080],
  ['a portrait post', 1_080, 1_350],
] as const;

const SUBJECTS = [
  ['a bakery opens', ['Fresh bread', 'Opening on Saturday'], ['shape']],
  ['a flat is for rent', ['Two rooms', '890 a month'], ['machine_code']],
  ['a shop has a sale', ['Half price', 'Until Sunday'], ['progress']],
  ['guests like a hotel', ['Rated by 1,204 guests'], ['rating']],
  ['sales have grown', ['Third quarter', 'Up by 12 %'], ['chart']],
  ['someone has a birthday', ['Happy birthday, Ada'], []],
  ['a concert is announced', ['Live in Vienna', '21 November', 'Doors open at 19:00'], ['shape']],
  ['a lesson has subtitles', ['Lesson 4'], ['caption']],
  ['a team is hiring', ['We are hiring', 'Engineers and designers'], ['progress', 'shape']],
  ['a dish is cooked', ['Soup in 20 minutes', 'Serves four'], ['rating', 'shape']],
] as const satisfies readonly (readonly [string, readonly string[], readonly Kind[]])[];

/** Forty briefs: ten subjects in four shapes. */
export const BRIEFS: readonly Brief[] = SUBJECTS.flatMap(([subject, texts, kinds], at) =>
  SHAPES.map(([shape, width, height], index) => {
    const [seconds, pages] = [4 + ((at + index) % 5), 1 + ((at + 2 * index) % 2)];
    const shown = kinds.length === 0 ? '' : ` It has layers of the kinds ${kinds.join(' and ')}.`;
    const shownTexts = texts.map((text) => `"${text}"`).join(', ');
    return {
      ask: `Make ${shape} of ${width} × ${height} pixels and ${seconds} seconds with ${pages} page(s): ${subject}. It says ${shownTexts}, each text in a layer of its own.${shown} It uses no files.`,
      outcome: { width, height, seconds, pages, texts, kinds },
    };
  }),
);

/** The parts of the outcome that a document misses, as sentences; none for one that is as it was asked for. */
export function missed(document: AnyObject, { width, height, pages, texts, kinds }: Outcome): string[] {
  const found = layersOf(document);
  const pagesFound = Array.isArray(document['pages']) ? document['pages'].length : 0;
  return [
    ...(document['width'] === width && document['height'] === height ? [] : [`it is not ${width} × ${height}`]),
    ...(pagesFound === pages ? [] : [`it has not ${pages} pages`]),
    ...texts.filter((text) => !found.some((layer) => layer['text'] === text)).map((text) => `it does not say ${text}`),
    ...kinds.filter((kind) => !found.some((layer) => layer['type'] === kind)).map((kind) => `it has no ${kind}`),
  ];
}

/** The layers of all pages. */
export function layersOf(document: AnyObject): AnyObject[] {
  const pages = (document['pages'] ?? []) as AnyObject[];
  return pages.flatMap((page) => (page['layers'] ?? []) as AnyObject[]);
}

const LOOKS: Record<Kind, AnyObject> = {
  shape: { type: 'shape', shape: 'ellipse', fill_color: '#e07b39' },
  progress: { type: 'progress', value: 0.6 },
  rating: { type: 'rating', rating: 4.5 },
  machine_code: { type: 'machine_code', text: 'https://example.com' },
  chart: {
    type: 'chart',
    chart_type: 'bar',
    chart_data: [
      { label: 'A', value: 3 },
      { label: 'B', value: 5 },
    ],
  },
  caption: { type: 'caption', cues: [{ start: 0, end: 1, text: 'Hello' }] },
};

/** A document without faults for an outcome: what an agent means to write. */
export function documentFor({ width, height, seconds, pages, texts, kinds }: Outcome): AnyObject {
  const rows = texts.length + kinds.length;
  const at = (row: number) => ({
    x: Math.round(width * 0.1),
    y: Math.round((height * (row + 0.5)) / (rows + 1)),
    width: Math.round(width * 0.8),
    height: Math.round((height * 0.8) / (rows + 1)),
  });
  const written = texts.map((text, row) => ({
    name: `text ${row + 1}`,
    type: 'text',
    text,
    ...at(row),
    font_size: 40,
    font_family: 'Roboto',
    weight: 700,
    opacity: 1,
    align: 'center',
    text_color: '#ffffff',
    enter: { type: 'fade', duration: 0.5, easing: 'ease-out' },
  }));
  const others = kinds.map((kind, row) => ({ name: kind, ...LOOKS[kind], ...at(texts.length + row) }));
  return {
    name: 'Brief',
    width,
    height,
    variables: { brand: { type: 'color', default: '#123456' } },
    pages: Array.from({ length: pages }, (_, index) => ({
      number: index + 1,
      duration: seconds / pages,
      background_color: '{{brand}}',
      layers: index === 0 ? [...written, ...others] : [{ ...written[0], name: 'again' }],
    })),
  };
}
