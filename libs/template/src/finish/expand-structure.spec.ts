import { describe, expect, it } from '@jest/globals';
import { fieldName } from '../fault-list.js';
import { type Expanded, expandStructure } from './expand-structure.js';
import { namedSource, sourceOf } from './places.js';
import { scopeOf } from './scope-of.js';
import type { SourceFault } from './structure-values.js';
import { tokensOf } from '../reuse/brand-tokens.js';

const LISTINGS = [
  { title: 'Mill', sold: false, features: ['Garden', 'Garage'] },
  { title: 'Loft', sold: true, features: [] },
  { title: 'Barn', sold: false, features: ['Pond'] },
];

type Json = Record<string, unknown>;

function expand(pages: unknown[], values: Json = { listings: LISTINGS }, more: Json = {}) {
  const faults: string[] = [];
  const declared = new Set([...Object.keys(values), 'absent']);
  const scope = scopeOf({ declared, values: new Map(Object.entries(values)), tokens: tokensOf({}) });
  const source = { pages: pages.map((page, index) => ({ number: index + 1, ...(page as Json) })), ...more };
  const before = JSON.stringify(source);
  const refuse = ({ source: at, message }: SourceFault) => faults.push(`${namedSource(at)}: ${message}`);
  const expanded = expandStructure(source, { scope, declared, overrides: [], refuse });
  expect(JSON.stringify(source)).toBe(before);
  const { document, places }: Expanded = expanded ?? { document: {}, places: new Map() };
  return { faults, document, places, pages: (document['pages'] ?? []) as Json[] };
}

function namesOf(page: Json | undefined): unknown[] {
  const layers = (page?.['layers'] ?? []) as Json[];
  return layers.map(({ name, layers: inner }) => (inner ? [name, ...namesOf({ layers: inner })] : name));
}

const REPEAT = { list: 'listings' };
const page = (more: Json = {}) => ({ duration: 2, layers: [{ name: 'title', type: 'text', text: 'x' }], ...more });
const layer = (name: string, more: Json = {}) => ({ name, type: 'text', text: name, ...more });

describe('a page with repeat', () => {
  it('is made once for each item, with the item, its index and the count in the scope', () => {
    const { pages, places, faults } = expand([page(), page({ repeat: { ...REPEAT, as: 'home' } }), page()]);
    expect(faults).toEqual([]);
    expect(pages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(pages[2]).toEqual({ ...page(), number: 3 });
    const { values } = places.get(pages[2])!.scope;
    expect([values.get('home'), values.get('index'), values.get('count')]).toEqual([LISTINGS[1], 1n, 3n]);
    expect(places.get(pages[4])!.scope.values.has('home')).toBe(false);
  });

  it('is left out for an empty list', () => {
    expect(expand([page(), page({ repeat: REPEAT })], { listings: [] }).pages).toHaveLength(1);
  });

  it('leaves out what is above most', () => {
    const { pages, places } = expand([page({ repeat: { ...REPEAT, most: 2 } })]);
    expect(pages).toHaveLength(2);
    expect(places.get(pages[1])!.scope.values.get('count')).toBe(2n);
  });

  it('asks when for each of its copies', () => {
    const { pages, places } = expand([page({ repeat: REPEAT, when: '!item.sold' })]);
    expect(pages.map((each) => places.get(each)!.scope.values.get('index'))).toEqual([0n, 2n]);
  });

  it('loses its transition where no page is before it', () => {
    const transition = { type: 'fade' };
    const seen = (pages: unknown[]) => expand(pages).pages.map((each) => each['transition']);
    expect(seen([page({ when: 'false' }), page({ transition })])).toEqual([undefined]);
    expect(seen([page({ repeat: REPEAT, transition })])).toEqual([undefined, transition, transition]);
    expect(seen([page(), page({ transition: { ...transition, when: 'size(listings) > 5' } })])).toEqual([
      undefined,
      undefined,
    ]);
    expect(seen([page(), page({ transition: { ...transition, when: 'true' } })])).toEqual([undefined, transition]);
  });
});

describe('a layer with repeat', () => {
  it('has copies with names of their own, also of what is in it', () => {
    const card = layer('card', { type: 'group', repeat: REPEAT, layers: [layer('title'), layer('price')] });
    const { pages, faults } = expand([page({ layers: [layer('card_2'), card, layer('end')] })]);
    expect(faults).toEqual([]);
    expect(namesOf(pages[0])).toEqual([
      'card_2',
      ['card', 'title', 'price'],
      ['card_2_', 'title_2', 'price_2'],
      ['card_3', 'title_3', 'price_3'],
      'end',
    ]);
  });

  it('may repeat within a repeat, whose item it sees', () => {
    const feature = layer('feature', { repeat: { list: 'item.features', as: 'feature' } });
    const card = layer('card', { type: 'group', repeat: REPEAT, layers: [feature] });
    const { pages, document, places } = expand([page({ layers: [card] })]);
    expect(namesOf(pages[0])).toEqual([['card', 'feature', 'feature_1_2'], ['card_2'], ['card_3', 'feature_3_1']]);
    const at = sourceOf(['pages', 0, 'layers', 2, 'layers', 0, 'text'], document, places);
    expect(namedSource(at)).toBe('pages[0].layers[0].layers[0].text for listings[2].features[0]');
  });

  it('has names of at most 120 characters', () => {
    const { pages } = expand([page({ layers: [layer('n'.repeat(120), { repeat: REPEAT })] })]);
    const names = namesOf(pages[0]).map(String);
    expect(names.map((name) => name.length)).toEqual([120, 120, 120]);
    expect(new Set(names).size).toBe(3);
  });

  it('refers to the layers of its own copy', () => {
    const photo = layer('photo', { mask: { layer: 'window' }, start: { after: 'intro' } });
    const card = layer('card', { type: 'group', repeat: REPEAT, layers: [photo, layer('window')] });
    const { pages } = expand([page({ layers: [layer('intro'), card, layer('end', { start: { with: 'window' } })] })]);
    const [, ...rest] = pages[0]!['layers'] as { layers: Json[]; start?: unknown }[];
    expect(rest.slice(0, 3).map(({ layers }) => layers[0])).toMatchObject([
      { mask: { layer: 'window' }, start: { after: 'intro' } },
      { mask: { layer: 'window_2' }, start: { after: 'intro' } },
      { mask: { layer: 'window_3' }, start: { after: 'intro' } },
    ]);
    expect(rest[3]!.start).toEqual({ with: 'window' });
  });

  it('loses a reference to a layer that is left out, or to the next copy that is left', () => {
    const photo = layer('photo', { mask: { layer: 'window' } });
    const out = expand([page({ layers: [photo, layer('window', { when: 'false' })] })]);
    expect(out.pages[0]!['layers']).toEqual([layer('photo')]);
    const next = expand([page({ layers: [photo, layer('window', { repeat: REPEAT, when: 'index > 0' })] })]);
    expect(next.pages[0]!['layers']).toMatchObject([{ mask: { layer: 'window_2' } }, {}, {}]);
  });
});

it('leaves out sound tracks, and knows where the others were', () => {
  const audio = [
    { source_url: 'a', when: 'size(listings) > 5' },
    { source_url: 'b', when: 'true' },
  ];
  const { document, places } = expand([page()], undefined, { audio });
  expect(document['audio']).toEqual([{ source_url: 'b' }]);
  expect(fieldName(sourceOf(['audio', 0, 'volume'], document, places).path)).toBe('audio[1].volume');
});

describe('a fault names its place in the source and the item', () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ features: ['x'] }));

  it.each<[what: string, pages: unknown[], values: Json | undefined, fault: string]>([
    [
      'a missing field',
      [page({ layers: [layer('a', { when: 'item.priced > 1', repeat: REPEAT })] })],
      { listings: [{ priced: 2 }, {}] },
      'pages[0].layers[0].when for listings[1]: no such key: priced (character 6)',
    ],
    [
      'a missing list of an item',
      [page({ repeat: REPEAT, layers: [layer('a', { repeat: { list: 'item.rooms' } })] })],
      undefined,
      'pages[0].layers[0].repeat.list for listings[0]: no such key: rooms (character 6)',
    ],
    [
      'no list',
      [page({ repeat: { list: 'listings[0]' } })],
      undefined,
      'pages[0].repeat.list: list must be a list, not an object',
    ],
    ['no truth', [page({ when: '1 + 1' })], undefined, 'pages[0].when: when must be true or false, not a number'],
    ['no value', [page({ when: 'absent' })], undefined, 'pages[0].when: absent is required by the template'],
    [
      'the 201st item',
      [page({ repeat: { ...REPEAT, most: 3 } })],
      { listings: many(201) },
      'pages[0].repeat.list: list has 201 items, at most 200 may be repeated',
    ],
    [
      'the 201st page',
      [page(), page({ repeat: REPEAT })],
      { listings: many(200) },
      'pages[1] for listings[199]: a video must have at most 200 pages',
    ],
    [
      'the 401st layer of a page',
      [page({ layers: [1, 2, 3].map((n) => layer(`l${n}`, { repeat: REPEAT })) })],
      { listings: many(150) },
      'pages[0].layers[2] for listings[100]: a page must have at most 400 layers',
    ],
    [
      'no page',
      [page({ when: 'false' }), page({ repeat: { list: '[]' } })],
      undefined,
      'pages: no page is left: each has a when that is false, or repeats an empty list',
    ],
    [
      'an item of a computed list',
      [page({ repeat: { list: 'listings.filter(l, !l.sold)' }, when: 'item.none' })],
      undefined,
      'pages[0].when for listings.filter(l, !l.sold)[0]: no such key: none (character 6)',
    ],
  ])('%s', (_, pages, values, fault) => {
    expect(expand(pages, values).faults[0]).toBe(fault);
  });
});

describe('hostile structure is refused before it is made', () => {
  const lots = Array.from({ length: 200 }, (_, index) => index);
  // Without bounds, most of them would not come to an end.
  const faultsOf = (pages: unknown[]) => expand(pages, { lots }).faults;
  const repeat = { list: 'lots' };

  it('50 pages × 200 items × 100 layers', () => {
    const layers = Array.from({ length: 100 }, (_, n) => layer(`l${n}`));
    expect(faultsOf(Array.from({ length: 50 }, () => page({ repeat, layers })))).toEqual([
      'pages[0].layers[0] for lots[50]: a video must have at most 5000 layers',
    ]);
  });

  it('large layers', () => {
    const layers = [layer('l', { text: 'x'.repeat(10_000), repeat }), layer('m', { text: 'x'.repeat(10_000), repeat })];
    expect(faultsOf([page({ layers })])[0]).toMatch('repeat must not make the document longer than 2000000 characters');
  });

  it('copies that are all left out', () => {
    const layers = Array.from({ length: 400 }, (_, n) => layer(`l${n}`, { repeat, when: 'item < 0' }));
    expect(faultsOf(Array.from({ length: 10 }, () => page({ layers })))[0]).toMatch(/more than 20000 copies/);
  });

  it('repeats in repeats', () => {
    let nested = layer('inner', { repeat });
    for (let depth = 0; depth < 20; depth += 1)
      nested = layer(`g${depth}`, { type: 'group', repeat, layers: [nested] });
    expect(faultsOf([page({ layers: [nested] })])).toHaveLength(1);
  });

  it('conditions that take long', () => {
    const when = 'lots.all(a, lots.all(b, lots.all(c, a + b + c >= 0)))';
    expect(faultsOf([page({ when })])[0]).toMatch(/pages\[0\].when: the expression may take more than/);
    const layers = Array.from({ length: 400 }, (_, n) =>
      layer(`l${n}`, { when: 'lots.all(a, lots.all(b, a + b >= 0))' }),
    );
    expect(faultsOf([page({ layers })])[0]).toMatch(/take too many steps together/);
  });
});
