import { describe, expect, it } from '@jest/globals';
import { ExpressionFault } from './expressions/expression-fault.js';
import { parseExpression } from './expressions/parse-expression.js';
import { RESERVED_NAMES } from './expressions/reserved-names.js';
import { applyModifications } from './finish/apply-modifications.js';
import { validateTemplate } from './validate-template.js';

const FIELDS = {
  title: { type: 'string', max_length: 10 },
  price: { type: 'money', minimum: 0 },
  state: { type: 'enum', default: 'sale', options: [{ value: 'sale', label: 'For sale' }, { value: 'sold' }] },
  features: { type: 'list', max_items: 3, fields: { text: { type: 'string' } } },
};
const VARIABLES = {
  heading: { type: 'string', max_length: 20, default: 'Homes', label: 'Heading', group: 'Texts' },
  rate: { type: 'number', minimum: 0, maximum: 100, default: 5 },
  photo: { type: 'url', media: 'image', default: 'https://example.com/a.png' },
  family: { type: 'font', default: 'Inter' },
  size: { type: 'enum', default: 'm', options: [{ value: 's' }, { value: 'm' }] },
  due: { type: 'date', default: '2026-11-27' },
  price: { type: 'money', default: { amount: 5, currency: 'EUR' } },
  listings: { type: 'list', min_items: 1, max_items: 4, fields: FIELDS, default: [{ title: 'Elm' }] },
};

/** Words that are values. */
const LITERALS = ['true', 'false', 'null'];

function template(variables: object): object {
  const layers = [{ name: 'title', type: 'text', text: 'Hello' }];
  return { name: 'T', width: 640, height: 360, variables, pages: [{ number: 1, duration: 1, layers }] };
}

function faultsOfDeclaration(declaration: object): [string, string, string][] {
  const checked = validateTemplate(template({ a: declaration }));
  return checked.ok ? [] : checked.faults.map(({ field, code, message }) => [field, code, message]);
}

function faultsOfValues(values: Record<string, unknown>): [string, string, string][] {
  const checked = validateTemplate(template(VARIABLES));
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const applied = applyModifications(checked.value, { variables: values }, 'modifications');
  return applied.ok ? [] : applied.faults.map(({ field, code, message }) => [field, code, message]);
}

describe('a declaration of a variable', () => {
  it.each([...RESERVED_NAMES])('is refused for the name %s, which expressions cannot use', (name) => {
    expect(parseExpression(`${name} + a`)).toEqual(
      LITERALS.includes(name)
        ? expect.objectContaining({ tree: expect.anything() as unknown })
        : expect.any(ExpressionFault),
    );
    const message = `${name} is a word of the expression language; a variable needs another name`;
    const field = `variables.${name}`;
    const refused = { ok: false, faults: [{ field, code: 'INVALID_VALUE', message, value: name }] };
    expect(validateTemplate(template({ [name]: { type: 'string', default: 'a' }, other: { type: 'string' } }))).toEqual(
      refused,
    );
  });

  it('is refused in a component, as is the name of an item, for such a name', () => {
    const layers = [{ name: 'a', type: 'text', text: '{{in}}' }];
    const components = { card: { variables: { in: { type: 'string', default: 'x' } }, layers } };
    const repeat = { list: 'listings', as: 'for' };
    const pages = [{ number: 1, duration: 1, layers: [{ name: 'title', type: 'text', text: 'Hello', repeat }] }];
    const checked = validateTemplate({ ...template({ listings: VARIABLES.listings }), components, pages });
    const fields = checked.ok ? [] : checked.faults.map(({ field }) => field);
    expect(fields).toEqual(['pages[0].layers[0].repeat.as', 'components.card.variables.in']);
  });

  it.each<[declaration: object, field: string, code: string, message: string]>([
    [{ type: 'enum' }, 'options', 'REQUIRED_FIELD', 'a variable of type enum needs options'],
    [{ type: 'list' }, 'fields', 'REQUIRED_FIELD', 'a variable of type list needs fields'],
    [
      { type: 'string', minimum: 1 },
      'minimum',
      'INVALID_VALUE',
      'minimum belongs to a variable of type number or money, not string',
    ],
    [{ type: 'number', minimum: 2, maximum: 1 }, 'maximum', 'VALUE_TOO_SMALL', 'maximum must not be less than minimum'],
    [{ type: 'number', maximum: 1, default: 2 }, 'default', 'VALUE_TOO_LARGE', 'default must not be greater than 1'],
    [{ type: 'date', example: 'soon' }, 'example', 'INVALID_FORMAT', 'example must be a date such as 2026-11-27'],
    [
      { type: 'enum', options: [{ value: 'a' }, { value: 'a' }] },
      'options[1].value',
      'INVALID_VALUE',
      'two options have the same value',
    ],
    [
      { type: 'list', fields: { n: { type: 'number', default: 'x' } } },
      'fields.n.default',
      'INVALID_TYPE',
      'default must be a number',
    ],
    [
      { type: 'list', fields: { price: { type: 'number' } }, default: [{ prise: 1 }] },
      'default[0].prise',
      'INVALID_VALUE',
      'prise is not a field of default; did you mean "price"?',
    ],
  ])('%j is refused', (declaration, field, code, message) => {
    expect(faultsOfDeclaration(declaration)).toEqual([[`variables.a.${field}`, code, message]]);
  });

  it('has lists in lists to a depth of three', () => {
    const nested = (depth: number): object =>
      depth === 0 ? { type: 'string' } : { type: 'list', fields: { a: nested(depth - 1) } };
    expect(faultsOfDeclaration(nested(3))).toEqual([]);
    expect(faultsOfDeclaration(nested(4))).toEqual([
      ['variables.a.fields.a.fields.a.fields.a.type', 'INVALID_VALUE', 'lists may contain lists to a depth of 3'],
    ]);
  });

  it.each([50, 5_000])('%d lists in each other are refused, not followed', (depth) => {
    const json = `{"type":"list","fields":{"a":`.repeat(depth) + '{"type":"string"}' + '}}'.repeat(depth);
    expect(faultsOfDeclaration(JSON.parse(json) as object)).not.toEqual([]);
  });
});

describe('a value of a variable', () => {
  const at = 'modifications.variables';

  it.each<[values: Record<string, unknown>, field: string, code: string, message: string]>([
    [{ heading: 5 }, 'heading', 'INVALID_TYPE', 'heading must be a string'],
    [{ heading: 'a'.repeat(21) }, 'heading', 'VALUE_TOO_LARGE', 'heading must be at most 20 characters long'],
    [{ rate: -1 }, 'rate', 'VALUE_TOO_SMALL', 'rate must not be less than 0'],
    [{ photo: 'a.png' }, 'photo', 'INVALID_FORMAT', expect.stringContaining('photo must') as unknown as string],
    [{ family: '' }, 'family', 'INVALID_VALUE', 'family must be the name of a font family'],
    [
      { size: 'n' },
      'size',
      'INVALID_VALUE',
      expect.stringContaining('size must be one of its options') as unknown as string,
    ],
    [{ due: '27.11.2026' }, 'due', 'INVALID_FORMAT', 'due must be a date such as 2026-11-27'],
    [
      { price: { amount: 1, currency: 'eur' } },
      'price',
      'INVALID_VALUE',
      'price must have an amount and a currency of three capitals: { "amount": 9.5, "currency": "EUR" }',
    ],
    [{ price: 5 }, 'price', 'INVALID_TYPE', 'price must be an object'],
    [{ listings: 'x' }, 'listings', 'INVALID_TYPE', 'listings must be an array'],
    [{ listings: [] }, 'listings', 'VALUE_TOO_SMALL', 'listings must have at least 1 items'],
    [{ listings: [{}, {}, {}, {}, {}] }, 'listings', 'VALUE_TOO_LARGE', 'listings must have at most 4 items, not 5'],
    [{ listings: [{}, 'x'] }, 'listings[1]', 'INVALID_TYPE', 'listings[1] must be an object'],
    [
      { listings: [{}, {}, {}, { price: { amount: -1, currency: 'EUR' } }] },
      'listings[3].price',
      'VALUE_TOO_SMALL',
      'price must not be less than 0',
    ],
    [
      { listings: [{ features: [{ text: 'a' }, { txet: 'b' }] }] },
      'listings[0].features[1].txet',
      'INVALID_VALUE',
      'txet is not a field of features; did you mean "text"?',
    ],
  ])('%j is refused at its place', (values, field, code, message) => {
    expect(faultsOfValues(values)).toEqual([[`${at}.${field}`, code, message]]);
  });

  it('is accepted if it is of its type', () => {
    const listings = [
      { title: 'Elm', price: { amount: 1, currency: 'EUR' }, state: 'sold', features: [{ text: 'a' }] },
    ];
    expect(faultsOfValues({ listings, due: '2026-11-27T18:30:00Z', size: 's', family: 'Roboto', rate: 100 })).toEqual(
      [],
    );
  });

  it('has at most 200 items, also without a declared bound', () => {
    const open = validateTemplate(template({ list: { type: 'list', fields: { n: { type: 'number' } } } }));
    if (!open.ok) throw new Error(JSON.stringify(open.faults));
    const of = (count: number) => ({ variables: { list: Array.from({ length: count }, (_, n) => ({ n })) } });
    expect(applyModifications(open.value, of(200)).ok).toBe(true);
    expect(applyModifications(open.value, of(201))).toMatchObject({
      ok: false,
      faults: [{ message: 'list must have at most 200 items, not 201' }],
    });
  });
});
