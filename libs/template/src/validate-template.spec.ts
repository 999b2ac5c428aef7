import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Fault } from './fault.js';
import { GroupLayer } from './layers/group-layer.js';
import { TextLayer } from './layers/text-layer.js';
import { validateTemplate } from './validate-template.js';

type Json = Record<string, unknown>;

function text(name: string, more: Json = {}): Json {
  return { type: 'text', name, text: 'Hello', ...more };
}

function image(name: string, more: Json = {}): Json {
  return { type: 'image', name, source_url: 'https://example.com/a.png', ...more };
}

function page(number: number, more: Json = {}): Json {
  return { number, duration: 4, layers: [], ...more };
}

function template(more: Json = {}): Json {
  return { name: 'Promo', width: 1920, height: 1080, pages: [page(1)], ...more };
}

/** A document whose first page holds these layers. */
function withLayers(...layers: Json[]): Json {
  return template({ pages: [page(1, { layers })] });
}

function faultsOf(document: unknown): Fault[] {
  const checked = validateTemplate(document);
  return checked.ok ? [] : checked.faults;
}

function summary(document: unknown): [field: string, code: string][] {
  return faultsOf(document).map(({ field, code }) => [field, code]);
}

describe('a valid template', () => {
  const document = template({
    background_color: 'oklch(60% 0.2 20)',
    fonts: [{ family: 'Mine', source_url: 'https://example.com/a.woff2', weight: 700, italic: true }],
    variables: { who: { type: 'string', default: 'you' }, accent: { type: 'color' } },
    audio: [{ source_url: 'https://example.com/a.mp3', trim_start: 1, trim_end: 9, duck: true }],
    loudness: -16,
    poster_time: 1,
    pages: [
      page(1, {
        background_color: 'linear-gradient(red, blue)',
        layers: [
          text('title', {
            text: 'Hi {{who}}',
            text_color: '{{accent}}',
            x: '50%',
            width: '40%',
            keyframes: { x: [{ time: 0, value: '10%' }] },
          }),
          image('logo', { enter: { type: 'slide', direction: 'up', distance: '10%', easing: 'spring' } }),
          { type: 'shape', name: 'bar', shape: 'star', points: 5, exit: { type: 'fade' } },
        ],
      }),
      page(2, { transition: { type: 'fade', duration: 1 } }),
      page(3, { transition: { type: 'none' } }),
    ],
  });

  it('is returned as instances with every value as written', () => {
    const checked = validateTemplate(document);
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    expect(checked.value.pages[0]?.layers?.[0]).toBeInstanceOf(TextLayer);
    expect(JSON.parse(JSON.stringify(checked.value))).toEqual(document);
  });

  it('may have pages without layers', () => {
    expect(summary(template({ pages: [{ number: 1, duration: 1 }] }))).toEqual([]);
  });
});

describe('each rule of the format refuses what breaks it', () => {
  it.each<[what: string, document: Json, field: string, code: Fault['code']]>([
    ['no name', template({ name: undefined }), 'name', 'REQUIRED_FIELD'],
    ['no pages', template({ pages: [] }), 'pages', 'VALUE_TOO_SMALL'],
    [
      'too many pages',
      template({ pages: Array.from({ length: 201 }, (_, i) => page(i + 1)) }),
      'pages',
      'VALUE_TOO_LARGE',
    ],
    ['an odd width', template({ width: 641 }), 'width', 'INVALID_VALUE'],
    ['too narrow', template({ width: 14 }), 'width', 'VALUE_TOO_SMALL'],
    ['too many pixels', template({ width: 3840, height: 2162 }), 'height', 'VALUE_TOO_LARGE'],
    [
      'a gradient as the document background',
      template({ background_color: 'linear-gradient(red, blue)' }),
      'background_color',
      'INVALID_VALUE',
    ],
    ['an unusual loudness', template({ loudness: -15 }), 'loudness', 'INVALID_VALUE'],
    ['page numbers with a gap', template({ pages: [page(1), page(3)] }), 'pages[1].number', 'INVALID_VALUE'],
    ['page numbers out of order', template({ pages: [page(2)] }), 'pages[0].number', 'INVALID_VALUE'],
    ['a page without time', template({ pages: [page(1, { duration: 0 })] }), 'pages[0].duration', 'VALUE_TOO_SMALL'],
    [
      'more than an hour',
      template({ pages: [page(1, { duration: 3_000 }), page(2, { duration: 601 })] }),
      'pages',
      'VALUE_TOO_LARGE',
    ],
    [
      'a transition into page 1',
      template({ pages: [page(1, { transition: { type: 'fade' } })] }),
      'pages[0].transition',
      'INVALID_VALUE',
    ],
    [
      'a transition longer than its page',
      template({ pages: [page(1), page(2, { duration: 1, transition: { type: 'fade', duration: 2 } })] }),
      'pages[1].transition.duration',
      'VALUE_TOO_LARGE',
    ],
    [
      'a transition longer than the page before',
      template({ pages: [page(1, { duration: 0.4 }), page(2, { transition: { type: 'fade' } })] }),
      'pages[1].transition.duration',
      'VALUE_TOO_LARGE',
    ],
    [
      'two transitions that fill more than a page',
      template({
        pages: [
          page(1),
          page(2, { transition: { type: 'fade', duration: 2.5 } }),
          page(3, { transition: { type: 'fade', duration: 2 } }),
        ],
      }),
      'pages[2].transition.duration',
      'VALUE_TOO_LARGE',
    ],
    ['two layers of one name', withLayers(text('a'), image('a')), 'pages[0].layers[1].name', 'INVALID_VALUE'],
    [
      '401 layers',
      withLayers(...Array.from({ length: 401 }, (_, i) => text(`t${i}`))),
      'pages[0].layers',
      'VALUE_TOO_LARGE',
    ],
    [
      'too long a text',
      withLayers(text('a', { text: 'x'.repeat(10_001) })),
      'pages[0].layers[0].text',
      'VALUE_TOO_LARGE',
    ],
    [
      'an image without a source',
      withLayers({ type: 'image', name: 'a' }),
      'pages[0].layers[0].source_url',
      'REQUIRED_FIELD',
    ],
    ['a property of another kind', withLayers(image('a', { text: 'x' })), 'pages[0].layers[0].text', 'INVALID_VALUE'],
    ['a weight between', withLayers(text('a', { weight: 450 })), 'pages[0].layers[0].weight', 'INVALID_VALUE'],
    ['a negative width', withLayers(text('a', { width: '-5%' })), 'pages[0].layers[0].width', 'INVALID_VALUE'],
    ['a unit', withLayers(text('a', { x: '5px' })), 'pages[0].layers[0].x', 'INVALID_VALUE'],
    ['opacity over 1', withLayers(text('a', { opacity: 1.1 })), 'pages[0].layers[0].opacity', 'VALUE_TOO_LARGE'],
    ['a false color', withLayers(text('a', { text_color: 'redd' })), 'pages[0].layers[0].text_color', 'INVALID_VALUE'],
    [
      'a false easing',
      withLayers(text('a', { enter: { type: 'fade', easing: 'zoom' } })),
      'pages[0].layers[0].enter.easing',
      'INVALID_VALUE',
    ],
    [
      'a keyframed unknown',
      withLayers(text('a', { keyframes: { text: [{ time: 0, value: 1 }] } })),
      'pages[0].layers[0].keyframes.text',
      'INVALID_VALUE',
    ],
    [
      'a keyframe without a value',
      withLayers(text('a', { keyframes: { x: [{ time: 0 }] } })),
      'pages[0].layers[0].keyframes.x[0].value',
      'REQUIRED_FIELD',
    ],
    [
      'no keyframes',
      withLayers(text('a', { keyframes: { x: [] } })),
      'pages[0].layers[0].keyframes.x',
      'VALUE_TOO_SMALL',
    ],
    [
      'a path without data',
      withLayers({ type: 'shape', name: 'a', shape: 'path' }),
      'pages[0].layers[0].path',
      'REQUIRED_FIELD',
    ],
    [
      'sound trimmed to nothing',
      template({ audio: [{ source_url: 'https://example.com/a', trim_start: 5, trim_end: 5 }] }),
      'audio[0].trim_end',
      'VALUE_TOO_SMALL',
    ],
    [
      'an undeclared variable',
      withLayers(text('a', { text: '{{absent}}' })),
      'pages[0].layers[0].text',
      'INVALID_VALUE',
    ],
    [
      'a default of another type',
      template({ variables: { n: { type: 'number', default: '5' } } }),
      'variables.n.default',
      'INVALID_TYPE',
    ],
    [
      'a default that is no color',
      template({ variables: { c: { type: 'color', default: 'redd' } } }),
      'variables.c.default',
      'INVALID_VALUE',
    ],
    [
      'a default that fits no place it is used in',
      { ...withLayers(text('a', { x: '{{n}}' })), variables: { n: { type: 'string', default: 'left' } } },
      'pages[0].layers[0].x',
      'INVALID_VALUE',
    ],
    [
      'a variable with a strange name',
      template({ variables: { 'a-b': { type: 'string' } } }),
      'variables.a-b',
      'INVALID_VALUE',
    ],
  ])('%s', (_, document, field, code) => {
    expect(summary(document)).toEqual([[field, code]]);
  });

  it('accepts the limits themselves', () => {
    const pages = Array.from({ length: 200 }, (_, i) =>
      page(i + 1, { duration: 12, ...(i > 0 && { transition: { type: 'fade', duration: 0.1 } }) }),
    );
    expect(summary(template({ width: 3840, height: 2160, pages }))).toEqual([]);
    expect(summary(withLayers(...Array.from({ length: 400 }, (_, i) => text(`t${i}`))))).toEqual([]);
  });

  it('sums tenths of a second exactly', () => {
    const pages = [
      page(1, { duration: 0.3 }),
      page(2, { duration: 0.3, transition: { type: 'fade', duration: 0.1 } }),
      page(3, { transition: { type: 'fade', duration: 0.2 } }),
    ];
    expect(summary(template({ pages }))).toEqual([]);
  });

  it('reports faults of the shape and of other rules together, in document order', () => {
    const layers = [text('a', { weight: 'bold' }), text('a', { font_size: -1 }), image('b', { bogus: 1 })];
    expect(summary({ ...template({ pages: [page(1), page(1, { layers })] }), width: 'x' })).toEqual([
      ['width', 'INVALID_TYPE'],
      ['pages[1].number', 'INVALID_VALUE'],
      ['pages[1].layers[0].weight', 'INVALID_TYPE'],
      ['pages[1].layers[1].name', 'INVALID_VALUE'],
      ['pages[1].layers[1].font_size', 'VALUE_TOO_SMALL'],
      ['pages[1].layers[2].bogus', 'INVALID_VALUE'],
    ]);
  });
});

describe('keyframes', () => {
  const track = (value: unknown): Json[] => [{ time: 0, value }];

  it.each<[fault: string, layer: Json]>([
    ['keyframes.font_size INVALID_VALUE', image('a', { keyframes: { font_size: track(20) } })],
    ['keyframes.rating INVALID_VALUE', text('a', { keyframes: { rating: track(3) } })],
    ['keyframes.opacity[0].value VALUE_TOO_LARGE', text('a', { keyframes: { opacity: track(1.5) } })],
    ['keyframes.font_size[0].value VALUE_TOO_SMALL', text('a', { keyframes: { font_size: track(0) } })],
    ['keyframes.width[0].value VALUE_TOO_SMALL', text('a', { keyframes: { width: track(-1) } })],
    ['keyframes.weight[0].value VALUE_TOO_LARGE', text('a', { keyframes: { weight: track(1000) } })],
  ])('%s', (fault, layer) => expect(summary(withLayers(layer))).toEqual([faultOfFirstLayer(fault)]));
});

describe('masks', () => {
  const masked = (name: string, mask: Json): Json => image(name, { mask });
  const picture = { source_url: 'https://example.com/m.png' };

  it.each<[fault: string, layers: Json[]]>([
    ['mask.layer INVALID_VALUE', [masked('a', { layer: 'b' })]],
    ['mask.layer INVALID_VALUE', [masked('a', { layer: 'a' })]],
    ['mask INVALID_VALUE', [masked('a', {})]],
    ['mask INVALID_VALUE', [masked('a', { layer: 'b', ...picture }), image('b')]],
    ['mask.layer INVALID_VALUE', [masked('a', { layer: 'b' }), masked('b', picture)]],
    [
      'mask.layer INVALID_VALUE',
      [masked('a', { layer: 'g' }), { type: 'group', name: 'g', layers: [masked('b', picture)] }],
    ],
  ])('%s', (fault, layers) => expect(placesOf(withLayers(...layers))).toContainEqual(faultOfFirstLayer(fault)));

  it('may be pictures, and layers before or after, in groups too', () => {
    const group = { type: 'group', name: 'g', layers: [image('b')] };
    expect(
      placesOf(withLayers(masked('a', { layer: 'b' }), group, masked('c', picture), masked('d', { layer: 'g' }))),
    ).toEqual([]);
  });
});

/** A fault of the first layer of the document, in the form of `summary`. */
function faultOfFirstLayer(fault: string): [field: string, code: string] {
  const [field, code] = fault.split(' ') as [string, string];
  return [`pages[0].layers[0].${field}`, code];
}

function placesOf(document: Json): unknown[] {
  return faultsOf(document).map(({ field, code }) => [field, code]);
}

describe('values that change nothing', () => {
  it('pass', () => {
    expect(summary(withLayers(image('a', { effect: 'none', blend_mode: 'normal', blur: 0, brightness: 1 })))).toEqual(
      [],
    );
  });
});

describe('groups', () => {
  it('count towards the limit and share the names of their page', () => {
    const members = Array.from({ length: 400 }, (_, i) => text(`t${i}`));
    const group = { type: 'group', name: 't3', layers: members };
    expect(summary(withLayers(group))).toEqual([['pages[0].layers', 'VALUE_TOO_LARGE']]);
    expect(summary(withLayers({ ...group, layers: members.slice(0, 399) }))).toEqual([
      ['pages[0].layers[0].layers[3].name', 'INVALID_VALUE'],
    ]);
  });

  it('nest no deeper than a request may', () => {
    let group: Json = { type: 'group', name: 'g', layers: [] };
    const wrap = (depth: number) => (group = { type: 'group', name: `g${depth}`, layers: [group] });
    for (let depth = 0; depth < 50; depth += 1) wrap(depth);
    expect(faultsOf(withLayers(group)).some((fault) => fault.message.includes('nested deeper'))).toBe(true);
    for (let depth = 50; depth < 20_000; depth += 1) wrap(depth);
    expect(summary(withLayers(group))).toEqual([['pages[0].layers', 'VALUE_TOO_LARGE']]);
    expect(GroupLayer.name).toBe('GroupLayer');
  });
});

it('no input makes it throw: 2,000 documents with anything anywhere', () => {
  const base = withLayers(
    text('a', { enter: { type: 'fade' }, keyframes: { x: [{ time: 0, value: 1 }] } }),
    image('b'),
  );
  const hostile = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      null,
      '{{a}}',
      '{{__proto__}}',
      'a\0',
      1e308,
      -0,
      [],
      {},
      [[]],
      [null],
      { type: 'group' },
      { type: {} },
    ),
  );
  const places = [
    ['name'],
    ['width'],
    ['variables'],
    ['audio'],
    ['fonts'],
    ['pages'],
    ['pages', 0],
    ['pages', 0, 'transition'],
    ['pages', 0, 'layers'],
    ['pages', 0, 'layers', 0],
    ['pages', 0, 'layers', 0, 'enter'],
    ['pages', 0, 'layers', 0, 'keyframes'],
    ['pages', 0, 'layers', 1, 'type'],
    ['pages', 0, 'layers', 1, 'layers'],
  ];
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...places), hostile), { minLength: 1, maxLength: 4 }), (changes) => {
      const document = structuredClone(base);
      for (const [place, value] of changes) put(document, place, value);
      for (const fault of faultsOf(document)) expect(fault.message).not.toMatch(/undefined|\[object/);
    }),
    { numRuns: 2000 },
  );
});

/** Sets a value inside a document if its path still exists. */
function put(document: Json, place: readonly (string | number)[], value: unknown): void {
  let at: unknown = document;
  for (const step of place.slice(0, -1)) at = (at as Json | null | undefined)?.[step];
  if (typeof at === 'object' && at !== null) (at as Json)[place.at(-1)!] = value;
}
