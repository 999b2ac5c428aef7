import { describe, expect, it } from '@jest/globals';
import { growth } from '#libs/testing';
import type { TemplateDocument } from '../document.js';
import { validateTemplate } from '../validate-template.js';
import { applyModifications } from './apply-modifications.js';

type Json = Record<string, unknown>;

const VARIABLES = {
  price: { type: 'money', default: { amount: 1200, currency: 'EUR' } },
  share: { type: 'number', minimum: 0, maximum: 1, default: 0.25 },
  sale: { type: 'boolean', default: true },
  accent: { type: 'color', default: '#ff0000' },
  state: { type: 'enum', default: 'open', options: [{ value: 'open' }, { value: 'sold' }] },
  due: { type: 'date', default: '2026-11-27' },
  listings: {
    type: 'list',
    default: [
      { title: 'Elm', price: 5 },
      { title: 'Oak', price: 7.5 },
    ],
    fields: { title: { type: 'string' }, price: { type: 'number', default: 0 } },
  },
};

function template(layer: Json, more: Json = {}): Json {
  const layers = [{ name: 'title', type: 'text', text: 'Hello', ...layer }];
  return {
    name: 'T',
    width: 640,
    height: 360,
    variables: VARIABLES,
    pages: [{ number: 1, duration: 9, layers }],
    ...more,
  };
}

function load(document: Json): TemplateDocument {
  const checked = validateTemplate(document);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return checked.value;
}

function finished(layer: Json, variables: Json = {}, more: Json = {}): Json {
  const applied = applyModifications(load(template(layer, more)), { variables });
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return applied.value.pages[0]!.layers![0] as unknown as Json;
}

describe('an expression', () => {
  it.each<[property: string, expression: string, value: unknown]>([
    ['text', '{{money(price)}} until {{date(due, "long")}}', '€1,200.00 until November 27, 2026'],
    ['text', '{{listings.map(l, l.title).join(" & ")}}', 'Elm & Oak'],
    ['text', '{{listings.size()}}', '2'],
    ['text', '{{sale}}', 'true'],
    ['opacity', '{{share * 2}}', 0.5],
    ['opacity', '{{share}}', 0.25],
    ['visible', '{{state == "open" && sale}}', true],
    ['font_size', '{{min(sum(listings.map(l, l.price)) * 4, 48)}}', 48],
    ['weight', '{{sale ? 700 : 400}}', 700],
    ['text_color', '{{sale ? accent : "black"}}', '#ff0000'],
    ['x', '{{100 * share}}', 25],
    ['x', '{{round(100 * share)}}%', '25%'],
  ])('in %s: %s', (property, expression, value) => {
    expect(finished({ [property]: expression })[property]).toEqual(value);
  });

  it('gives a keyframe its time and its value', () => {
    const keyframes = { opacity: [{ time: '{{share}}', value: '{{sale ? 0 : 1}}' }] };
    expect(finished({ keyframes })['keyframes']).toMatchObject({ opacity: [{ time: 0.25, value: 0 }] });
  });

  it('has the values of the caller, whose own texts stay literal', () => {
    const layer = { text: '{{listings[0].title}} {{listings[0].price}}' };
    expect(finished(layer, { listings: [{ title: '{{sale}}' }] })['text']).toBe('{{sale}} 0');
  });

  it('formats for the locale of the document', () => {
    const layer = { text: '{{money(price)}}' };
    expect(finished(layer, {}, { locale: 'de-DE' })['text']).toBe('1.200,00\u00A0€');
  });

  it('formats for the locale of the request before that', () => {
    const applied = applyModifications(load(template({ text: '{{money(price)}}' })), { locale: 'de-DE' });
    expect(applied.ok && applied.value.pages[0]!.layers![0]).toMatchObject({ text: '1.200,00\u00A0€' });
    const refused = applyModifications(load(template({})), { locale: 'deutsch!' }, 'modifications');
    expect(refused).toMatchObject({ ok: false, faults: [{ field: 'modifications.locale', code: 'INVALID_FORMAT' }] });
  });

  it('of a stored document that never could be read stays literal', () => {
    const stored = load(template({}));
    stored.pages[0]!.layers![0] = Object.assign(stored.pages[0]!.layers![0]!, { text: '{{first name}} {{sale}}' });
    const applied = applyModifications(stored, {});
    expect(applied.ok && applied.value.pages[0]!.layers![0]).toMatchObject({ text: '{{first name}} true' });
  });
});

describe('a template with an expression', () => {
  const faultsOf = (layer: Json): [string, string][] => {
    const checked = validateTemplate(template(layer));
    return checked.ok ? [] : checked.faults.map(({ field, message }) => [field, message]);
  };

  it.each<[layer: Json, message: string]>([
    [{ text: 'a {{share +}}' }, 'unexpected token: EOF (character 12)'],
    [{ text: '{{prise * 2}}' }, 'the document declares no variable prise; did you mean "price"?'],
    [{ text: '{{price.amout}}' }, 'no such key: amout (character 9)'],
    [{ text: '{{listings[0].titel}}' }, 'no such key: titel (character 15)'],
    [{ text: '{{state + 1}}' }, 'no such overload: string + int (character 3)'],
    [{ text: '{{upper(share)}}' }, "found no matching overload for 'upper(double)' (character 3)"],
    [
      { text: '{{price}}' },
      'the value is an object, which has no text: money(…), list(…) or join(…) make one (character 1)',
    ],
    [{ opacity: '{{state}}' }, 'opacity must be a number'],
    [{ opacity: '{{share * 8}}' }, 'opacity must not be greater than 1'],
  ])('%j is refused', (layer, message) => {
    expect(faultsOf(layer)).toEqual([[`pages[0].layers[0].${Object.keys(layer)[0]!}`, message]]);
  });

  it.each([
    { visible: '{{share == 1 || share != 2}}' },
    { text: '{{listings[share].title}} {{listings[floor(share)].price}} {{listings[?share].hasValue()}}' },
    { text: '{{truncate("abc", share * 8)}}{{"abc".substring(share * 4)}}' },
    { opacity: '{{sale ? share : 0}}' },
    { opacity: '{{sale ? (share > 1 ? 1 : share) : 0}}' },
  ])('may use a number in place of a whole one: %j', (layer) => {
    const zero = { ...VARIABLES, share: { type: 'number', default: 0 } };
    const checked = validateTemplate(template(layer, { variables: zero }));
    expect(checked.ok ? [] : checked.faults).toEqual([]);
  });
});

it('a fault of a value names the variable, the string and the place in it', () => {
  const applied = applyModifications(load(template({ text: '{{listings[1].title}}' })), {
    variables: { listings: [{ title: 'Elm' }] },
  });
  expect(applied).toMatchObject({
    ok: false,
    faults: [
      {
        field: 'modifications.variables.listings',
        message: 'pages[0].layers[0].text: no such key: index out of bounds, index 1 >= size 1 (character 3)',
      },
    ],
  });
});

describe('hostile documents', () => {
  it('of 500 variables and 10,000 expressions take linear time', () => {
    const variables = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [`v${n}`, { type: 'number', default: n }]),
    );
    const of = (count: number) => {
      const layers = Array.from({ length: 100 }, (_, layer) => ({
        name: `l${layer}`,
        type: 'text',
        text: Array.from({ length: count / 100 }, (__, n) => `{{v${(layer + n) % 500} * 2}}`).join(' '),
      }));
      return { name: 'T', width: 640, height: 360, variables, pages: [{ number: 1, duration: 1, layers }] };
    };
    const finish = (count: number) => {
      if (!applyModifications(load(of(count)), {}).ok) throw new Error('refused');
    };
    expect(growth(finish, 2_500)).toBeLessThan(3);
  });

  it.each<[what: string, textOf: (size: number) => string]>([
    ['a long expression', (size) => `{{1${' + 1'.repeat(size / 4)}}}`],
    ['nested brackets', (size) => `{{${'('.repeat(size / 2)}1${')'.repeat(size / 2)}}}`],
    ['many opened braces', (size) => '{{a+'.repeat(size / 4)],
  ])('with %s take linear time', (_what, textOf) => {
    expect(growth((size) => validateTemplate(template({ text: textOf(size) })), 2_400)).toBeLessThan(3);
  });
});
