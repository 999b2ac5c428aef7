import { describe, expect, it } from '@jest/globals';
import { LAYER_KINDS } from '#libs/document';
import { propertiesInSize } from '../layers/in-size.js';
import { LAYER_CLASSES } from '../layers/layer.js';
import { propertiesOf } from '../shape/property-shape.js';
import { FORMAT_LIMITS } from '../document-limits.js';
import { validateTemplate } from '../validate-template.js';
import { applyModifications } from './apply-modifications.js';

type Json = Record<string, unknown>;

const SIZES = { portrait: { width: 1080, height: 1920 } };
const TEXT = { name: 'title', type: 'text', text: 'Hello' };

function template(layer: Json, more: Json = {}): Json {
  const pages = [{ number: 1, duration: 4, layers: [{ ...TEXT, ...layer }] }];
  return { name: 'Promo', width: 1920, height: 1080, sizes: SIZES, pages, ...more };
}

function faultsOf(document: unknown): [string, string][] {
  const checked = validateTemplate(document);
  return checked.ok ? [] : checked.faults.map(({ field, message }) => [field, message]);
}

const AT = 'pages[0].layers[0].for_size';

describe('a document with sizes', () => {
  it('is accepted with new values, also those of variables', () => {
    const portrait = {
      x: 10,
      y: '5%',
      font_size: 40,
      text_color: '{{accent}}',
      keyframes: { y: [{ time: 0, value: 1 }] },
    };
    const variables = { accent: { type: 'color', default: 'red' } };
    expect(faultsOf(template({ for_size: { portrait } }, { variables }))).toEqual([]);
  });

  it.each([
    [
      { portrait: { x: 'far' } },
      `${AT}.portrait.x`,
      'x must be a number of pixels or a length such as "50%" or "12vw"',
    ],
    [{ portrait: { text: 'Bye' } }, `${AT}.portrait.text`, 'text is the same in every size'],
    [{ portrait: { start: 1 } }, `${AT}.portrait.start`, 'start is the same in every size'],
    [{ portrait: { open: ['x'] } }, `${AT}.portrait.open`, 'open is the same in every size'],
    [
      { portrait: { fontsize: 1 } },
      `${AT}.portrait.fontsize`,
      'fontsize is not a known field; did you mean "font_size"?',
    ],
    [
      { portrait: { fill_color: 'red' } },
      `${AT}.portrait.fill_color`,
      'fill_color is not a known field; did you mean "text_color" or "outline_color" or "background_color"?',
    ],
    [{ portrait: { text_color: '{{no}}' } }, `${AT}.portrait.text_color`, 'the document declares no variable no'],
    [{ portrai: {} }, `${AT}.portrai`, 'the document declares no size portrai; did you mean "portrait"?'],
    [{ default: {} }, `${AT}.default`, 'the document declares no size default'],
    [{ portrait: { for_size: {} } }, `${AT}.portrait.for_size`, 'for_size is the same in every size'],
    [
      { portrait: { keyframes: { font_size: [{ time: 0, value: 9_000 }] } } },
      `${AT}.portrait.keyframes.font_size[0].value`,
      'value must not be greater than 2000',
    ],
    [{ portrait: { mask: { layer: 'none' } } }, `${AT}.portrait.mask.layer`, 'layer must be a layer of this page'],
  ])('is refused at the value of its size: %j', (for_size, field, message) => {
    expect(faultsOf(template({ for_size }))).toEqual([[field, message]]);
  });

  it('has one fault for a value that is wrong in every size', () => {
    const faults = faultsOf(template({ keyframes: { font_size: [{ time: 0, value: 9_000 }] } }));
    expect(faults.map(([field]) => field)).toEqual(['pages[0].layers[0].keyframes.font_size[0].value']);
  });

  it('keeps the size of frames within the limits, and the name of its own size', () => {
    const sizes = {
      large: { width: 3840, height: 3840 },
      default: { width: 100, height: 100 },
      odd: { width: 101, height: 2 },
    };
    expect(faultsOf(template({}, { sizes }))).toEqual([
      ['sizes.large.height', 'width × height must not be greater than 8294400'],
      ['sizes.default', 'default is the name of the size that width and height are'],
      ['sizes.odd.width', 'width must be divisible by 2'],
      ['sizes.odd.height', 'height must not be less than 16'],
    ]);
    const many = Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`s${n}`, { width: 100, height: 100 }]));
    expect(faultsOf(template({}, { sizes: many }))).toEqual([['sizes', 'sizes must have at most 12 entries']]);
  });

  it('with copies is also judged as it is finished', () => {
    const variables = { lots: { type: 'list', fields: { price: { type: 'number' } }, default: [{ price: 0.5 }] } };
    const copied = (portrait: Json) => template({ repeat: { list: 'lots' }, for_size: { portrait } }, { variables });
    expect(faultsOf(copied({ opacity: '{{item.price}}' }))).toEqual([]);
    expect(faultsOf(copied({ opacity: '{{item.price * 4}}' }))).toEqual([
      [`${AT}.portrait.opacity`, expect.stringContaining('for lots[0]: opacity must not be greater than')],
    ]);
  });

  it('with very many copies is judged in the first sizes, and in the others for each video', () => {
    const variables = { lots: { type: 'list', fields: { v: { type: 'number' } }, default: Array(200).fill({ v: 1 }) } };
    const sizes = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, SIZES.portrait]));
    const pages = (wrong: string) =>
      Array.from({ length: 25 }, (_, page) => {
        const for_size = Object.fromEntries(
          Object.keys(sizes).map((size) => [
            size,
            { x: '{{item.v}}', ...(size === wrong && { opacity: '{{item.v + 4}}' }) },
          ]),
        );
        return { number: page + 1, duration: 1, layers: [{ ...TEXT, repeat: { list: 'lots' }, for_size }] };
      });
    const of = (wrong: string) => template({}, { sizes, variables, pages: pages(wrong) });
    expect(faultsOf(of('a'))[0]).toEqual([`${AT}.a.opacity`, expect.stringContaining('must not be greater than 1')]);
    const checked = validateTemplate(of('d'));
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    const applied = applyModifications(checked.value, {}, '', { ...FORMAT_LIMITS, size: 'd' });
    expect(applied).toMatchObject({ ok: false });
  });

  it('has one sound', () => {
    const video = { name: 'clip', type: 'video', source_url: 'https://example.com/a.mp4' };
    const for_size = { portrait: { visible: false, keyframes: { volume: [{ time: 0, value: 0 }] } } };
    const pages = [{ number: 1, duration: 4, layers: [{ ...video, for_size }] }];
    expect(faultsOf(template({}, { pages }))).toEqual([
      [`${AT}.portrait.visible`, 'visible is the same in every size'],
      [`${AT}.portrait.keyframes.volume`, 'volume is the same in every size'],
    ]);
  });

  it('shows pages for the same time', () => {
    const pages = [
      { number: 1, duration: 4, for_size: { portrait: { duration: 3, background_color: 'red', name: 'a' } } },
    ];
    expect(faultsOf(template({}, { pages }))).toEqual([
      ['pages[0].for_size.portrait.duration', 'duration is the same in every size'],
      ['pages[0].for_size.portrait.name', 'name is the same in every size'],
    ]);
  });
});

describe('a layer', () => {
  const COMMON = [
    ...['name', 'type', 'start', 'duration', 'enter', 'exit', 'loop_animation', 'for_size', 'when', 'repeat'],
    ...['open', 'style', 'locked'],
  ];
  const OWN = {
    text: ['text'],
    shape: [],
    image: ['source_url'],
    video: [
      ...['visible', 'source_url', 'mute', 'loop', 'volume', 'trim_start', 'trim_end', 'speed', 'fade_in', 'fade_out'],
    ],
    lottie: ['source_url', 'loop', 'speed'],
    caption: ['cues', 'source_url'],
    chart: ['chart_data'],
    progress: ['value', 'follows'],
    rating: ['rating', 'rating_max'],
    machine_code: ['text', 'code_type'],
    component: ['visible', 'component', 'values'],
    group: ['visible', 'layers'],
    stack: ['visible', 'layers'],
  };

  it.each(LAYER_KINDS)('of type %s says the same at the same times in every size', (kind) => {
    const free = propertiesInSize(LAYER_CLASSES[kind]);
    const same = [...propertiesOf(LAYER_CLASSES[kind]).keys()].filter((name) => !free.has(name));
    expect(same.toSorted()).toEqual([...COMMON, ...OWN[kind]].toSorted());
  });
});
