import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FORMAT_LIMITS } from '../document-limits.js';
import type { TemplateDocument } from '../document.js';
import { applyModifications } from '../finish/apply-modifications.js';
import { atOrigin } from '../finish/origins.js';
import { sampleDocument } from '../finish/sample-document.js';
import type { Modifications } from '../modifications.js';
import { validateTemplate } from '../validate-template.js';
import { pinReuse, usedReuse } from './pin-reuse.js';
import type { Shared } from './shared.js';

type Json = Record<string, unknown>;

const text = (name: string, more: Json = {}) => ({ name, type: 'text', text: name, ...more });
const use = (name: string, component: string, values: Json = {}, more: Json = {}) => ({
  ...{ name, type: 'component', component, values },
  ...more,
});
const CARD = {
  width: 300,
  height: 100,
  variables: { title: { type: 'string', example: 'A title' }, tint: { type: 'color', default: '#00ff00' } },
  layers: [
    { name: 'back', type: 'shape', fill_color: '{{tint}}' },
    text('title', { text: '{{title}}', mask: { layer: 'back' } }),
  ],
};

function template(layers: unknown[], more: Json = {}): Json {
  return { name: 't', width: 640, height: 360, pages: [{ number: 1, duration: 2, layers }], ...more };
}

/** The faults of a document: their fields and messages. */
function faultsOf(document: Json, shared: Shared = {}): [string, string][] {
  const checked = validateTemplate(document, shared);
  return checked.ok ? [] : checked.faults.map(({ field, message }) => [field, message]);
}

function finished(document: Json, modifications: Modifications = {}, shared: Shared = {}): TemplateDocument {
  const checked = validateTemplate(document, shared);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const applied = applyModifications(checked.value, modifications, '', { ...FORMAT_LIMITS, ...shared });
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return applied.value;
}

/** The layers of the first page as JSON. */
function layersOf(document: TemplateDocument): Json[] {
  return JSON.parse(JSON.stringify(document.pages[0]?.layers)) as Json[];
}

describe('tokens of a brand', () => {
  const brand = { colors: { primary: '#112233', paper: 'white' }, logos: { main: 'https://example.com/{{a}}.png' } };
  const colored = (color: string) => template([text('a', { text_color: color })]);

  it('are those of the organization, or of the document, which come first', () => {
    const document = colored('{{brand.colors.primary}}');
    expect(layersOf(finished(document, {}, { brand }))).toMatchObject([{ text_color: '#112233' }]);
    const own = { ...document, brand: { colors: { primary: 'red' } } };
    expect(layersOf(finished(own, {}, { brand }))).toMatchObject([{ text_color: 'red' }]);
    expect(finished(own)).not.toHaveProperty('brand');
  });

  it('that are unknown are faults with the most similar name, except where the expression asks first', () => {
    expect(faultsOf(colored('{{brand.colors.primry}}'), { brand })).toEqual([
      ['pages[0].layers[0].text_color', 'brand.colors has no primry; did you mean "primary"? (character 3)'],
    ]);
    expect(faultsOf(colored('{{brand.color.primary}}'), { brand })[0]?.[1]).toContain('did you mean "colors"');
    expect(faultsOf(colored('{{brand.colors.primary}}'))).toHaveLength(1);
    const guarded = '{{has(brand.colors.accent) ? brand.colors.accent : brand.colors.primary}}';
    expect(layersOf(finished(colored(guarded), {}, { brand }))).toMatchObject([{ text_color: '#112233' }]);
    expect(faultsOf(template([text('a', { when: 'brand.colors.primry == "x"' })]), { brand })).toHaveLength(1);
  });

  it('are texts that no expression is read in', () => {
    const document = template([text('a', { text: '{{brand.logos.main}}' })]);
    expect(layersOf(finished(document, {}, { brand }))).toMatchObject([{ text: 'https://example.com/{{a}}.png' }]);
  });

  it('are hidden by a variable of their name, as in documents from before', () => {
    const variables = { brand: { type: 'string', default: 'Acme' } };
    const document = template([text('a', { text: '{{brand}} {{upper(brand)}}' })], { variables });
    expect(layersOf(finished(document, {}, { brand }))).toMatchObject([{ text: 'Acme ACME' }]);
  });

  it('have the rules of their kinds', () => {
    const wrong = { colors: { a: 'no color' }, fonts: { '1': 'x' }, logos: { a: 'ftp://x' }, sounds: { a: 1 } };
    expect(faultsOf(template([], { brand: wrong })).map(([field]) => field)).toEqual([
      ...['brand.colors', 'brand.fonts', 'brand.logos', 'brand.sounds'],
    ]);
  });
});

describe('a style', () => {
  const styles = {
    big: {
      font_size: 80,
      x: 10,
      keyframes: {
        opacity: [
          { time: 0, value: 0 },
          { time: 1, value: 1 },
        ],
      },
    },
    tinted: { font_size: 40, text_color: '{{tint}}', fill_color: '{{tint}}' },
  };
  const variables = { tint: { type: 'color', default: '#0000ff' } };

  it('lies beneath the properties of the layer, a later one above an earlier one', () => {
    const layers = [
      text('a', { style: 'big' }),
      text('b', { style: ['big', 'tinted'], left: 5 }),
      { name: 'c', type: 'shape', style: 'tinted' },
    ];
    const [a, b, c] = layersOf(finished(template(layers, { styles, variables })));
    expect(a).toEqual({ ...text('a'), ...styles.big });
    expect(b).toEqual({ ...text('b'), font_size: 40, text_color: '#0000ff', left: 5, keyframes: styles.big.keyframes });
    expect(c).toEqual({ name: 'c', type: 'shape', fill_color: '#0000ff' });
  });

  it('has values for sizes beneath those of the layer', () => {
    const sized = { big: { font_size: 80, for_size: { tall: { font_size: 50 } } } };
    const layers = [text('a', { style: 'big' }), text('b', { style: 'big', font_size: 20 })];
    const document = template(layers, { styles: sized, sizes: { tall: { width: 360, height: 640 } } });
    const checked = validateTemplate(document);
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    const applied = applyModifications(checked.value, {}, '', { ...FORMAT_LIMITS, size: 'tall' });
    expect(applied).toMatchObject({ ok: true, value: { pages: [{ layers: [{ font_size: 50 }, { font_size: 20 }] }] } });
  });

  it('sees the variables of the document in a component, too', () => {
    const components = {
      card: { variables: { tint: { type: 'color', default: 'red' } }, layers: [text('in', { style: 'tinted' })] },
    };
    const tinted = { text_color: '{{tint}}' };
    const document = template([use('u', 'card')], { styles: { tinted }, variables, components });
    const [card] = layersOf(finished(document));
    expect(card).toMatchObject({ layers: [{ text_color: '#0000ff' }] });
  });

  it('is refused at its path, with a layer that has it', () => {
    const wrong = {
      typo: { fnt_size: 3 },
      unused: { corner_radius: 3, fill_color: 'red' },
      late: { font_size: '{{size}}' },
      stale: { direction: 'up' },
    };
    const layers = [
      text('a', { style: ['unused', 'late', 'missing'] }),
      { name: 's', type: 'stack', layers: [], style: 'stale' },
    ];
    const of = { size: { type: 'number', example: 9999 } };
    const faults = faultsOf(template(layers, { styles: wrong, variables: of }));
    expect(faults).toEqual(
      expect.arrayContaining([
        ['styles.typo.fnt_size', 'fnt_size is not a known field; did you mean "font_size"?'],
        ['styles.unused.fill_color', 'a layer of type text has no fill_color: pages[0].layers[0] has this style'],
        ['styles.stale.direction', expect.stringContaining('pages[0].layers[1] has this style')],
        ['pages[0].layers[0].style', 'the document has no style missing'],
      ]),
    );
    const late = faultsOf(template([text('a', { style: 'late' })], { styles: { late: wrong.late }, variables: of }));
    expect(late).toEqual([['styles.late.font_size', expect.stringContaining('for pages[0].layers[0]: ')]]);
  });

  it('is the origin of findings about its values', () => {
    const document = template([text('a', { style: 'big' })], { styles: { big: styles.big } });
    const checked = validateTemplate(document);
    const applied = checked.ok && applyModifications(checked.value, {});
    if (!applied || !applied.ok) throw new Error('refused');
    const found = atOrigin({ field: 'pages[0].layers[0].font_size', message: 'large' }, applied.origins);
    expect(found).toEqual({ field: 'styles.big.font_size', message: 'for pages[0].layers[0]: large' });
  });

  it('of 5,000 layers takes linear time, and no more characters than a document has', () => {
    const tracks = Array.from({ length: 100 }, (_, index) => ({ time: index / 100, value: 0.5 }));
    const heavy = (count: number) => ({
      ...template([], { styles: { s: { keyframes: { opacity: tracks } } } }),
      pages: Array.from({ length: count / 100 }, (_, page) => ({
        ...{ number: page + 1, duration: 1 },
        layers: Array.from({ length: 100 }, (__, index) => text(`l${index}`, { style: 's' })),
      })),
    });
    const started = process.cpuUsage();
    expect(faultsOf(heavy(5_000))[0]?.[1]).toContain('must not make the document longer than 2000000 characters');
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(8_000);
    expect(faultsOf(heavy(100))).toEqual([]);
  });
});

describe('a layer that shows a component', () => {
  const components = { card: CARD };

  it('becomes a group with the layers of the component, their names and references made unique', () => {
    const layers = [
      use('a', 'card', { title: 'One' }),
      use('b', 'card', { title: 'Two', tint: 'red' }, { width: 50, x: 7 }),
    ];
    const document = finished(template(layers, { components }));
    expect(document).not.toHaveProperty('components');
    expect(layersOf(document)).toEqual([
      {
        ...{ name: 'a', type: 'group', width: 300, height: 100 },
        layers: [
          { name: 'back', type: 'shape', fill_color: '#00ff00' },
          { name: 'title', type: 'text', text: 'One', mask: { layer: 'back' } },
        ],
      },
      {
        ...{ name: 'b', type: 'group', width: 50, height: 100, x: 7 },
        layers: [
          { name: 'back_2', type: 'shape', fill_color: 'red' },
          { name: 'title_2', type: 'text', text: 'Two', mask: { layer: 'back_2' } },
        ],
      },
    ]);
  });

  it('takes values from the place at which it stands, of any type', () => {
    const list = { type: 'list', fields: { name: { type: 'string' }, price: { type: 'money' } } };
    const rows = [
      { name: 'Tea', price: { amount: 3, currency: 'EUR' } },
      { name: 'Jam', price: { amount: 4, currency: 'EUR' } },
    ];
    const line = {
      variables: { label: { type: 'string' }, price: { type: 'money' }, place: { type: 'number' } },
      layers: [text('label', { text: '{{label}} {{money(price)}}', font_size: '{{place}}' })],
    };
    const all = {
      variables: { rows: list },
      layers: [
        use(
          'row',
          'line',
          { label: '{{r.name}}!', price: '{{r.price}}', place: '{{index + 20}}' },
          { repeat: { list: 'rows', as: 'r' } },
        ),
      ],
    };
    const variables = { goods: { ...list, default: rows } };
    const document = finished(
      template([use('u', 'all', { rows: '{{goods}}' })], { variables, components: { line, all } }),
    );
    expect(layersOf(document)).toMatchObject([
      {
        layers: [
          { name: 'row', layers: [{ name: 'label', text: 'Tea! €3.00', font_size: 20 }] },
          { name: 'row_1_2', layers: [{ name: 'label_2', text: 'Jam! €4.00', font_size: 21 }] },
        ],
      },
    ]);
  });

  it('sees nothing of the document in its layers', () => {
    const variables = { secret: { type: 'string', default: 's' } };
    const leaking = { card: { layers: [text('a', { text: '{{secret}}' })] } };
    expect(faultsOf(template([use('u', 'card')], { variables, components: leaking }))).toEqual([
      ['components.card.layers[0].text', expect.stringContaining('declares no variable secret')],
    ]);
  });

  it('has values as its variables require', () => {
    const layers = [use('a', 'card'), use('b', 'card', { titel: 'x', title: 3, tint: '{{nothing}}' }), use('c', 'crd')];
    expect(faultsOf(template(layers, { components }))).toEqual([
      ['pages[0].layers[0].values.title', 'title is required by card'],
      ['pages[0].layers[1].values.titel', 'card has no variable titel; did you mean "title"?'],
      ['pages[0].layers[1].values.title', 'title must be a string'],
      ['pages[0].layers[1].values.tint', expect.stringContaining('no variable nothing')],
      ['pages[0].layers[2].component', 'the document has no component crd; did you mean "card"?'],
    ]);
  });

  it('needs the values of a request that its own values need', () => {
    const variables = { headline: { type: 'string' }, tint: { type: 'string', default: 'red' } };
    const layers = [use('a', 'card', { title: '{{headline}}', tint: '{{tint}}' })];
    const checked = validateTemplate(template(layers, { components, variables }));
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    expect(applyModifications(checked.value, {})).toMatchObject({
      faults: [{ field: 'modifications.variables.headline', code: 'REQUIRED_FIELD' }],
    });
    const wrong = { variables: { headline: 'x', tint: 'no color' } };
    expect(applyModifications(checked.value, wrong)).toMatchObject({
      faults: [
        { field: 'modifications.variables.tint', message: expect.stringContaining('pages[0].layers[0].values.tint') },
      ],
    });
    expect(sampleDocument(checked.value)).toMatchObject({ pages: [{ layers: [{ type: 'group' }] }] });
  });

  it('is changed by callers as its author allows', () => {
    const layers = [use('a', 'card', { title: '{{1 + 1}}' }, { open: ['values', 'x'] })];
    const document = template(layers, { components });
    const set = (values: Json): Modifications => ({ pages: [{ number: 1, layers: [{ name: 'a', ...values }] }] });
    const changed = finished(document, set({ values: { title: '{{literal}}' }, x: 9, opacity: 0.5 }));
    expect(layersOf(changed)).toMatchObject([{ x: 9, opacity: 0.5, layers: [{}, { text: '{{literal}}' }] }]);
    const checked = validateTemplate(document);
    const applied = checked.ok && applyModifications(checked.value, set({ values: { tint: 'no color', other: 1 } }));
    expect(applied).toMatchObject({
      faults: [{ field: 'pages[0].layers[0].values.tint' }, { field: 'pages[0].layers[0].values.other' }],
    });
  });

  it('is judged by itself with examples, and in each layer that shows it', () => {
    const sized = {
      variables: { size: { type: 'number', example: 5000 } },
      layers: [text('a', { font_size: '{{size}}' })],
    };
    const [alone] = faultsOf(template([], { components: { sized } }));
    expect(alone).toEqual(['components.sized.layers[0].font_size', expect.not.stringContaining('pages')]);
    const good = { ...sized, variables: { size: { type: 'number', example: 50 } } };
    const [used] = faultsOf(template([use('u', 'sized', { size: 5000 })], { components: { sized: good } }));
    expect(used).toEqual(['components.sized.layers[0].font_size', expect.stringContaining('for pages[0].layers[0]: ')]);
  });

  it('may be in sizes, and differ in them', () => {
    const sized = { card: { ...CARD, layers: [text('a', { font_size: 20, for_size: { tall: { font_size: 30 } } })] } };
    const document = template([use('u', 'card', { title: 'x' }, { for_size: { tall: { width: 100 } } })], {
      components: sized,
      sizes: { tall: { width: 360, height: 640 } },
    });
    const checked = validateTemplate(document);
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    expect(applyModifications(checked.value, {}, '', { ...FORMAT_LIMITS, size: 'tall' })).toMatchObject({
      value: { pages: [{ layers: [{ width: 100, height: 100, layers: [{ font_size: 30 }] }] }] },
    });
  });
});

describe('components in components', () => {
  it('never contain themselves', () => {
    const components = {
      a: { layers: [use('x', 'b')] },
      b: { layers: [use('x', 'c')] },
      c: { layers: [use('x', 'b')] },
    };
    expect(faultsOf(template([use('u', 'a')], { components }))).toEqual([
      ['components.c.layers[0].component', 'b contains itself: b → c → b'],
    ]);
  });

  it('nested 20 deep with 10 uses each are refused at once', () => {
    const names = Array.from({ length: 20 }, (_, index) => `c${index}`);
    const components = Object.fromEntries(
      names.map((name, index) => [
        name,
        {
          layers: Array.from({ length: 10 }, (_, at) =>
            index === 19 ? text(`t${at}`) : use(`u${at}`, `c${index + 1}`),
          ),
        },
      ]),
    );
    const started = process.cpuUsage();
    const faults = faultsOf(template([use('u', 'c0')], { components }));
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
    expect(faults.map(([field]) => field)).toContain('pages[0].layers');
    expect(faults.map(([, message]) => message)).toContain('components may contain components to a depth of 8');
  });

  it('finish to the same document each time, whose layers are as many as counted', () => {
    const shape = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(shape, { minLength: 1, maxLength: 4 }), (shapes) => {
        const layersFor = ([texts, uses]: [number, number[]], below: number) => [
          ...Array.from({ length: texts }, (_, index) => text(`t${index}`)),
          ...uses.filter((to) => to < below).map((to, index) => use(`u${index}`, `c${to}`)),
        ];
        const components = Object.fromEntries(
          shapes.map((one, index) => [`c${index}`, { layers: layersFor(one, index) }]),
        );
        const document = template([use('top', `c${shapes.length - 1}`)], { components });
        const sizes: number[] = [];
        for (const [index, [texts, uses]] of shapes.entries()) {
          sizes.push(texts + uses.filter((to) => to < index).reduce((sum, to) => sum + 1 + sizes[to]!, 0));
        }
        const [one, other] = [finished(document), finished(document)];
        expect(other).toEqual(one);
        const names = [...JSON.stringify(one.pages).matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name);
        expect(names).toHaveLength(1 + sizes.at(-1)!);
        expect(new Set(names).size).toBe(names.length);
        const plain = JSON.parse(JSON.stringify(one)) as Json;
        expect(JSON.stringify(finished(plain))).toBe(JSON.stringify(one));
      }),
      { numRuns: 30 },
    );
  });
});

describe('what an organization shares', () => {
  const shared: Shared = {
    brand: { colors: { primary: 'red', spare: 'blue' }, fonts: { heading: 'Inter' } },
    components: {
      'card@2': { layers: [use('inner', 'dot@1')] },
      'dot@1': { layers: [{ name: 'dot', type: 'shape', fill_color: '{{brand.colors.primary}}' }] },
      'spare@1': { layers: [] },
    },
  };
  const document = template([use('u', 'card@2')]);

  it('is used by name and version', () => {
    expect(layersOf(finished(document, {}, shared))).toMatchObject([
      { layers: [{ name: 'inner', layers: [{ fill_color: 'red' }] }] },
    ]);
    expect(faultsOf(document)).toEqual([
      ['pages[0].layers[0].component', 'the organization shares no component card@2'],
    ]);
    expect(validateTemplate(document, shared)).toEqual({ ok: true, value: expect.objectContaining(document) });
  });

  it('is pinned by a document that then needs nothing else', () => {
    expect(usedReuse(document, shared)).toEqual({ components: ['card@2', 'dot@1'], tokens: ['colors.primary'] });
    const pinned = pinReuse(document, shared);
    expect(Object.keys(pinned['components'] as Json)).toEqual(['card@2', 'dot@1']);
    expect(pinned['brand']).toMatchObject({ colors: { primary: 'red' } });
    expect(JSON.stringify(pinned)).not.toContain('spare');
    expect(layersOf(finished(pinned))).toEqual(layersOf(finished(document, {}, shared)));
    expect(pinReuse(pinned, { ...shared, brand: { colors: { primary: 'green' } } })).toEqual(pinned);
    const plain = template([text('a')]);
    expect(pinReuse(plain, shared)).toEqual(plain);
  });

  it('refers to nothing of one document', () => {
    const components = {
      'card@2': { layers: [use('a', 'own'), text('b', { style: 'big' })] },
    };
    const own = { ...document, components: { own: { layers: [] } }, styles: { big: { font_size: 20 } } };
    expect(faultsOf(own, { components }).map(([, message]) => message)).toEqual([
      'a shared component contains shared ones only, such as card@3',
      'a layer of a shared component has no style: styles belong to one document',
    ]);
  });
});
