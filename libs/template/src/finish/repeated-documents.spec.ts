import { describe, expect, it } from '@jest/globals';
import type { TemplateDocument } from '../document.js';
import { validateTemplate } from '../validate-template.js';
import { type AppliedDocument, applyModifications } from './apply-modifications.js';
import { atOrigin } from './origins.js';
import { sampleDocument } from './sample-document.js';

const LISTINGS = [
  { title: 'Mill', price: 10 },
  { title: 'Loft', price: 20, width: '50%' },
];
const DOCUMENT = {
  name: 'Listings',
  width: 640,
  height: 360,
  variables: {
    listings: {
      type: 'list',
      example: LISTINGS,
      fields: { title: { type: 'string' }, price: { type: 'number' }, width: { type: 'string', default: '100%' } },
    },
  },
  pages: [
    {
      number: 1,
      duration: 1,
      when: 'size(listings) != 1',
      layers: [{ name: 'intro', type: 'text', text: 'Welcome' }],
    },
    {
      number: 2,
      duration: 1,
      repeat: { list: 'listings' },
      transition: { type: 'fade', duration: 0.5 },
      layers: [{ name: 'title', type: 'text', text: '{{item.title}}', width: '{{item.width}}' }],
    },
  ],
};

function template(document: object = DOCUMENT): TemplateDocument {
  const checked = validateTemplate(document);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return checked.value;
}

function apply(listings: unknown, more: object = {}): AppliedDocument {
  return applyModifications(template(), { variables: { listings }, ...more }, 'modifications');
}

function faultsOf(listings: unknown, more: object = {}): string[] {
  const applied = apply(listings, more);
  return applied.ok ? [] : applied.faults.map(({ field, message }) => `${field}: ${message}`);
}

describe('modifications', () => {
  it('name a page and a layer of the template, and change every copy', () => {
    const pages = [{ number: 2, background_color: 'red', layers: [{ name: 'title', text: '{{item.title}}!' }] }];
    const applied = apply(LISTINGS, { pages });
    if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
    const copy = { background_color: 'red', layers: [{ text: '{{item.title}}!' }] };
    expect(applied.value.pages).toMatchObject([{ number: 1 }, { number: 2, ...copy }, { number: 3, ...copy }]);
    const finding = { field: 'pages[2].layers[0].text', message: 'does not fit' };
    expect(atOrigin(finding, applied.origins).field).toBe('modifications.pages[0].layers[0].text');
  });

  it('of a page that is left out are accepted', () => {
    expect(apply([LISTINGS[0]], { pages: [{ number: 1, background_color: 'red' }] })).toMatchObject({
      ok: true,
      value: { pages: [{ number: 1, layers: [{ text: 'Mill' }] }] },
    });
  });
});

describe('a fault in a copy', () => {
  it('is reported at the item of the request, and names the place in the template', () => {
    expect(faultsOf([LISTINGS[0], { title: 'Loft', price: 1, width: '-5%' }])).toEqual([
      expect.stringMatching(
        /^modifications\.variables\.listings\[1\].*: pages\[1\]\.layers\[0\]\.width for listings\[1\]: /,
      ),
    ]);
  });

  it('of a missing field too', () => {
    expect(faultsOf([{ price: 10 }, LISTINGS[1]])).toEqual([
      expect.stringMatching(
        /^modifications\.variables\.listings\[0\].*: pages\[1\]\.layers\[0\]\.text for listings\[0\]: /,
      ),
    ]);
  });

  it('of a value of the wrong type is reported alone', () => {
    expect(faultsOf([{ title: 1 }])).toEqual([
      expect.stringMatching(/^modifications\.variables\.listings\[0\]\.title: /),
    ]);
  });

  it('of times names the place in the template and the item', () => {
    const pages = DOCUMENT.pages.map((page) => ({
      ...page,
      ...(page.transition && { transition: { type: 'fade', duration: 0.9 } }),
    }));
    const checked = validateTemplate({ ...DOCUMENT, pages });
    expect(checked.ok ? [] : checked.faults).toMatchObject([
      {
        field: 'pages[1].transition.duration',
        message: expect.stringMatching(/^for listings\[1\]: duration leaves page 2/),
      },
    ]);
  });
});

it('a finding in a copy moves to the item', () => {
  const applied = apply(LISTINGS);
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  const finding = (field: string) => atOrigin({ field, message: 'does not fit' }, applied.origins);
  expect(finding('pages[2].layers[0].text')).toEqual({
    field: 'modifications.variables.listings[1]',
    message: 'pages[1].layers[0].text for listings[1]: does not fit',
  });
  expect(finding('pages[2].layers[0]')).toEqual({
    field: 'pages[1].layers[0]',
    message: 'for listings[1]: does not fit',
  });
  expect(finding('pages[0].layers[0].text').field).toBe('pages[0].layers[0].text');
});

describe('a template', () => {
  it('is sampled with the examples of its variables, which no video has', () => {
    expect(sampleDocument(template()).pages).toHaveLength(3);
    expect(applyModifications(template(), {}, 'modifications')).toMatchObject({
      faults: [{ field: 'modifications.variables.listings', code: 'REQUIRED_FIELD' }],
    });
  });

  it('without any data is sampled with every page once', () => {
    const { type, fields } = DOCUMENT.variables.listings;
    expect(sampleDocument(template({ ...DOCUMENT, variables: { listings: { type, fields } } })).pages).toHaveLength(2);
  });

  it.each<[what: string, page: object, fault: string]>([
    [
      'an unknown name',
      { when: 'listing != 1' },
      'pages[0].when: there is no variable or item listing; did you mean "listings"?',
    ],
    ['an item outside of its copies', { when: 'item.price > 1' }, 'pages[0].when: there is no variable or item item'],
    [
      'a number in place of a truth',
      { when: 'size(listings)' },
      'pages[0].when: when must be true or false, not a number',
    ],
    ['a text in place of a truth', { when: 'listings[0].title' }, 'when must be true or false, not a string'],
    ['types that do not fit', { when: 'listings > 1' }, 'pages[0].when: no such overload: list'],
    [
      'a text in place of a list',
      { repeat: { list: 'listings[0].title' } },
      'pages[0].repeat.list: list must be a list, not a string',
    ],
    ['an item in place of a list', { repeat: { list: 'listings[0]' } }, 'list must be a list, not an object'],
    ['no expression', { when: '1 +' }, 'pages[0].when: when is no expression'],
    [
      'a list that is too long an expression',
      { repeat: { list: 'a'.repeat(65_536) } },
      'pages[0].repeat.list: list must be at most',
    ],
    [
      'more than 200 copies',
      { repeat: { list: 'listings', most: 201 } },
      'pages[0].repeat.most: most must not be greater than 200',
    ],
    [
      'index as the name of the item',
      { repeat: { list: 'listings', as: 'index' } },
      'pages[0].repeat.as: as must be a letter',
    ],
  ])('with %s is refused', (_, page, fault) => {
    const [first, ...others] = DOCUMENT.pages;
    const checked = validateTemplate({ ...DOCUMENT, pages: [{ ...first, ...page }, ...others] });
    const [found] = checked.ok ? [] : checked.faults;
    expect(`${found?.field}: ${found?.message}`).toContain(fault);
  });
});

describe('the names of a copy', () => {
  const rooms = { type: 'list', fields: { parts: { type: 'list', fields: { name: { type: 'string' } } } } };
  const layer = (name: string, text: string, more: object) => ({ name, type: 'text', text, ...more });
  const documentOf = (layers: object[]): TemplateDocument => {
    const variables = { rooms, item: { type: 'string', default: 'outer' }, index: { type: 'string', default: 'a' } };
    return template({ ...DOCUMENT, variables, pages: [{ number: 1, duration: 1, layers }] });
  };
  const textsOf = (layers: object[]) => {
    const applied = applyModifications(documentOf(layers), { variables: { rooms: [{ parts: [{ name: 'Desk' }] }] } });
    if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
    return applied.value.pages[0]!.layers;
  };

  it('hide variables', () => {
    const layers = [
      layer('in', '{{item.parts.size() + index}}', { repeat: { list: 'rooms' } }),
      layer('out', '{{item + index}}', {}),
    ];
    expect(textsOf(layers)).toMatchObject([{ text: '1' }, { text: 'outera' }]);
  });

  it('hide those of a copy around it', () => {
    const part = layer('part', '{{item.name.upper()}}', { repeat: { list: 'item.parts' } });
    const layers = [{ name: 'room', type: 'group', repeat: { list: 'rooms' }, layers: [part] }];
    expect(textsOf(layers)).toMatchObject([{ layers: [{ text: 'DESK' }] }]);
  });
});
