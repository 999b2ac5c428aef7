import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyModifications } from './apply-modifications.js';
import type { TemplateDocument } from '../document.js';
import type { Fault } from '../fault.js';
import type { Modifications } from '../modifications.js';
import { validateTemplate } from '../validate-template.js';

function load(document: object): TemplateDocument {
  const checked = validateTemplate(document);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return checked.value;
}

const TEMPLATE = load({
  name: 'Promo',
  width: 640,
  height: 360,
  variables: {
    who: { type: 'string', default: 'you' },
    accent: { type: 'color', default: 'teal' },
    photo: { type: 'url' },
    percent: { type: 'number', default: 50 },
  },
  pages: [
    {
      number: 1,
      duration: 2,
      layers: [
        {
          type: 'text',
          name: 'title',
          text: 'Hi {{who}}, {{ who }}!',
          text_color: '{{accent}}',
          width: '{{percent}}%',
        },
        { type: 'shape', name: 'bar', fill_color: 'linear-gradient({{accent}}, black)' },
      ],
    },
    { number: 2, duration: 2, layers: [{ type: 'image', name: 'photo', source_url: '{{photo}}' }] },
  ],
});

const PHOTO = { variables: { photo: 'https://example.com/p.jpg' } };

const OPENED = load({
  name: 'Opened',
  width: 640,
  height: 360,
  pages: [
    {
      number: 1,
      duration: 2,
      layers: [
        { type: 'text', name: 'title', text: 'Hi', open: ['x', 'y', 'font_family', 'start'] },
        { type: 'video', name: 'footage', source_url: 'https://example.com/c.mp4', open: ['trim_start', 'trim_end'] },
      ],
    },
  ],
});

function applyToLayer(layer: object): TemplateDocument | string[] {
  const applied = applyModifications(OPENED, { pages: [{ number: 1, layers: [layer] }] } as Modifications, '');
  return applied.ok ? applied.value : applied.faults.map(({ field, code, message }) => `${field} ${code} ${message}`);
}

describe('what a layer opens', () => {
  it('may be set by a caller, by the rules of the property', () => {
    const moved = applyToLayer({ name: 'title', x: '10%', y: 40, font_family: 'Noto Serif', start: 0.5 });
    expect(moved).toMatchObject({
      pages: [{ layers: [{ x: '10%', y: 40, font_family: 'Noto Serif', start: 0.5 }, {}] }],
    });
    expect(applyToLayer({ name: 'title', x: 'left' })).toEqual([
      'pages[0].layers[0].x INVALID_VALUE x must be a number of pixels or a length such as "50%" or "12vw"',
    ]);
    expect(applyToLayer({ name: 'title', start: -1 })).toEqual([expect.stringContaining('VALUE_TOO_SMALL')]);
    expect(applyToLayer({ name: 'footage', trim_start: 5, trim_end: 4 })).toEqual([
      'pages[0].layers[0].trim_end VALUE_TOO_SMALL trim_end must be greater than trim_start',
    ]);
  });

  it('is all that may be set: another property of the kind is refused with what the author can do', () => {
    expect(applyToLayer({ name: 'title', width: 10 })).toEqual([
      'pages[0].layers[0].width INVALID_VALUE width is not modifiable by a caller: the template does not open it; its author may, by "open": ["width"] of the layer',
    ]);
    expect(applyToLayer({ name: 'title', trim_start: 1 })).toEqual([
      'pages[0].layers[0].trim_start INVALID_VALUE trim_start cannot be set on a layer of type text',
    ]);
    expect(applyToLayer({ name: 'title', open: ['width'] })).toEqual([
      'pages[0].layers[0].open INVALID_VALUE open is not modifiable by a caller: only the template sets it',
    ]);
  });

  it('is a list of properties that the layer has, with a bound', () => {
    const judge = (open: unknown) => {
      const layers = [{ type: 'text', name: 'title', text: 'Hi', open }];
      const pages = [{ number: 1, duration: 1, layers }];
      const checked = validateTemplate({ name: 'A', width: 64, height: 64, pages });
      return checked.ok ? [] : checked.faults.map(({ field, code }) => `${field} ${code}`);
    };
    expect(judge(['x', 'width', 'font_family'])).toEqual([]);
    expect(judge(['x', 'trim_start'])).toEqual(['pages[0].layers[0].open[1] INVALID_VALUE']);
    expect(judge(['name'])).toEqual(['pages[0].layers[0].open[0] INVALID_VALUE']);
    expect(judge('x')).toEqual(['pages[0].layers[0].open INVALID_TYPE']);
    expect(judge(Array.from({ length: 100_000 }, () => 'x'))).toEqual(['pages[0].layers[0].open VALUE_TOO_LARGE']);
  });
});

function apply(modifications: object, root?: string): TemplateDocument {
  const applied = applyModifications(TEMPLATE, modifications, root);
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return applied.value;
}

function faultsOf(modifications: unknown, root?: string): Fault[] {
  const applied = applyModifications(TEMPLATE, modifications as Modifications, root);
  return applied.ok ? [] : applied.faults;
}

function summary(modifications: unknown, root?: string): [field: string, code: string][] {
  return faultsOf(modifications, root).map(({ field, code }) => [field, code]);
}

describe('variables', () => {
  it('have their defaults if the caller gives no value', () => {
    const [title, bar] = apply(PHOTO).pages[0]!.layers!;
    expect(title).toMatchObject({ text: 'Hi you, you!', text_color: 'teal', width: '50%' });
    expect(bar).toMatchObject({ fill_color: 'linear-gradient(teal, black)' });
  });

  it("have the caller's values, whose own braces stay literal", () => {
    const { pages, variables } = apply({
      variables: { ...PHOTO.variables, who: '{{accent}} $& {{who}}', percent: 12.5 },
    });
    expect(pages[0]!.layers![0]).toMatchObject({
      text: 'Hi {{accent}} $& {{who}}, {{accent}} $& {{who}}!',
      width: '12.5%',
    });
    expect(variables).toBeUndefined();
  });

  it.each<[what: string, variables: object, name: string, code: Fault['code']]>([
    ['are required without a default', {}, 'photo', 'REQUIRED_FIELD'],
    ['must be declared', { ...PHOTO.variables, absent: 1 }, 'absent', 'INVALID_VALUE'],
    ['must be declared, whatever objects inherit', { ...PHOTO.variables, toString: 'x' }, 'toString', 'INVALID_VALUE'],
    ['must be of their type', { ...PHOTO.variables, percent: '50' }, 'percent', 'INVALID_TYPE'],
    ['must not be null', { ...PHOTO.variables, who: null }, 'who', 'INVALID_TYPE'],
    ['that are colors must be colors', { ...PHOTO.variables, accent: 'redd' }, 'accent', 'INVALID_VALUE'],
    ['that are urls must be urls', { photo: 'ftp://x' }, 'photo', 'INVALID_FORMAT'],
    ['must make sense where they are used', { ...PHOTO.variables, percent: -5 }, 'percent', 'INVALID_VALUE'],
    ['must not blow a text up', { ...PHOTO.variables, who: 'x'.repeat(6000) }, 'who', 'VALUE_TOO_LARGE'],
    ['must not contain U+0000', { ...PHOTO.variables, who: '\0' }, 'who', 'INVALID_VALUE'],
  ])('%s', (_, variables, name, code) => {
    expect(summary({ variables }, 'modifications')).toEqual([[`modifications.variables.${name}`, code]]);
    expect(summary({ variables })).toEqual([[`modifications.variables.${name}`, code]]);
  });

  it('need no value if the caller replaces the strings that use them', () => {
    const pages = [{ number: 2, layers: [{ name: 'photo', source_url: 'https://example.com/x.png' }] }];
    expect(apply({ pages }).pages[1]!.layers![0]).toMatchObject({ source_url: 'https://example.com/x.png' });
  });
});

describe('pages', () => {
  it('take new values for page and layer properties, literally', () => {
    const applied = apply({
      ...PHOTO,
      pages: [
        {
          number: 1,
          background_color: 'conic-gradient(red, blue)',
          page_audio_url: 'https://example.com/a.mp3',
          layers: [
            { name: 'bar', visible: false, opacity: 0.5 },
            { name: 'title', text: '{{who}}', weight: 700 },
          ],
        },
      ],
    });
    const page = applied.pages[0]!;
    expect(page).toMatchObject({
      background_color: 'conic-gradient(red, blue)',
      page_audio_url: 'https://example.com/a.mp3',
    });
    expect(page.layers).toMatchObject([
      { name: 'title', text: '{{who}}', weight: 700, text_color: 'teal' },
      { name: 'bar', visible: false, opacity: 0.5 },
    ]);
  });

  it.each<[what: string, page: object, field: string, code: Fault['code']]>([
    ['an unknown page', { number: 3 }, 'number', 'INVALID_VALUE'],
    ['a page below 1', { number: 0 }, 'number', 'VALUE_TOO_SMALL'],
    ['a page without number', {}, 'number', 'REQUIRED_FIELD'],
    ['an unknown page property', { number: 1, duration: 4 }, 'duration', 'INVALID_VALUE'],
    ['an unknown layer', { number: 1, layers: [{ name: 'absent' }] }, 'layers[0].name', 'INVALID_VALUE'],
    ['a layer of another page', { number: 1, layers: [{ name: 'photo' }] }, 'layers[0].name', 'INVALID_VALUE'],
    [
      'a layer named twice',
      { number: 1, layers: [{ name: 'bar' }, { name: 'bar' }] },
      'layers[1].name',
      'INVALID_VALUE',
    ],
    [
      'a property of another kind',
      { number: 1, layers: [{ name: 'bar', text: 'x' }] },
      'layers[0].text',
      'INVALID_VALUE',
    ],
    ['a property that is fixed', { number: 1, layers: [{ name: 'bar', x: 5 }] }, 'layers[0].x', 'INVALID_VALUE'],
    [
      'a property of no layer kind',
      { number: 1, layers: [{ name: 'bar', bogus: 5 }] },
      'layers[0].bogus',
      'INVALID_VALUE',
    ],
    ['a bad value', { number: 1, layers: [{ name: 'title', weight: 450 }] }, 'layers[0].weight', 'INVALID_VALUE'],
    [
      'a value that suits another kind only',
      { number: 1, layers: [{ name: 'title', text: 'x'.repeat(10_001) }] },
      'layers[0].text',
      'VALUE_TOO_LARGE',
    ],
    [
      'a value that does not exist',
      { number: 2, layers: [{ name: 'photo', source_url: 'https://e.com/x', effect: 'sepia 9' }] },
      'layers[0].effect',
      'INVALID_VALUE',
    ],
    ['null', { number: 1, layers: [{ name: 'title', text: null }] }, 'layers[0].text', 'INVALID_TYPE'],
  ])('refuse %s', (_, page, field, code) => {
    expect(summary({ ...PHOTO, pages: [page] }, 'modifications')).toEqual([[`modifications.pages[0].${field}`, code]]);
    expect(summary({ ...PHOTO, pages: [page] })).toEqual([[`pages[0].${field}`, code]]);
  });

  it('refuse a page named twice', () => {
    expect(summary({ ...PHOTO, pages: [{ number: 1 }, { number: 2 }, { number: 1 }] })).toEqual([
      ['pages[2].number', 'INVALID_VALUE'],
    ]);
  });

  it('report all faults at once, in the order of the request', () => {
    const pages = [
      { number: 2, layers: [{ name: 'photo', rating: 3 }] },
      { number: 9 },
      { number: 1, layers: [{ name: 'bar', text: 'x', border_radius: 4 }, { name: 'absent' }] },
    ];
    expect(summary({ variables: { absent: 1 }, pages }, 'modifications').map(([field]) => field)).toEqual([
      'modifications.variables.absent',
      'modifications.variables.photo',
      'modifications.pages[0].layers[0].rating',
      'modifications.pages[1].number',
      'modifications.pages[2].layers[0].text',
      'modifications.pages[2].layers[0].border_radius',
      'modifications.pages[2].layers[1].name',
    ]);
  });
});

it('changes neither the template nor the modifications, and never throws', () => {
  const before = JSON.stringify(TEMPLATE);
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>('{{who}}', 'red', 1, true, 'https://example.com/'));
  const layer = fc.record(
    {
      name: fc.oneof(fc.constantFrom('title', 'bar', 'photo', '__proto__'), value),
      text: value,
      weight: value,
      fill_color: value,
      visible: value,
      cues: value,
    },
    { requiredKeys: [] },
  );
  const page = fc.record(
    { number: fc.oneof(fc.constantFrom(1, 2, 3), value), layers: fc.array(layer, { maxLength: 3 }) },
    { requiredKeys: [] },
  );
  const modifications = fc.record(
    {
      pages: fc.oneof(fc.array(page, { maxLength: 3 }), value),
      variables: fc.oneof(fc.record({ who: value, photo: value, accent: value }, { requiredKeys: [] }), value),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(modifications, (sent) => {
      const copy = JSON.stringify(sent);
      const applied = applyModifications(TEMPLATE, sent as Modifications, 'modifications');
      if (!applied.ok)
        expect(applied.faults.every((fault) => fault.field.startsWith('modifications') || fault.field === 'body')).toBe(
          true,
        );
      expect(JSON.stringify(sent)).toBe(copy);
      expect(JSON.stringify(TEMPLATE)).toBe(before);
    }),
    { numRuns: 2000 },
  );
});
