import { expect, it } from '@jest/globals';
import { type TemplateDocument, validateTemplate } from '#libs/template';
import { readColumns } from './batch-columns.js';
import { requestOfRow } from './row-request.js';

it('a row keeps what all rows share, the locale included', () => {
  const options = {
    ...{ template_id: '8f14e45f-ceea-4c67-a1de-6b1f0f2d9c01', format: 'mp4' },
    modifications: { locale: 'de-DE', variables: { a: 1 }, pages: [{ number: 1, layers: [{ name: 'x', text: 'X' }] }] },
  } as const;
  const columns = [
    { name: '1.title.text', target: { kind: 'layer', page: 1, layer: 'title', property: 'text' }, types: ['string'] },
  ] as const;
  const base = { options: structuredClone(options), columns, format: 'csv', isOneRow: false } as const;
  const { body } = requestOfRow(['Hi'], base as unknown as Parameters<typeof requestOfRow>[1]);
  expect(body['modifications']).toEqual({
    ...{ locale: 'de-DE', variables: { a: 1 } },
    pages: [
      {
        number: 1,
        layers: [
          { name: 'x', text: 'X' },
          { name: 'title', text: 'Hi' },
        ],
      },
    ],
  });
});

it('columns set variables of components beside the values that all rows share', () => {
  const variables = {
    title: { type: 'string', default: 'A' },
    price: { type: 'money', default: { amount: 1, currency: 'EUR' } },
  };
  const layers = [{ name: 'text', type: 'text', text: '{{title}} {{money(price)}}' }];
  const card = { name: 'the.card', type: 'component', component: 'card', open: ['values'] };
  const closed = { name: 'closed', type: 'component', component: 'card' };
  const checked = validateTemplate({
    ...{ name: 'T', width: 64, height: 64, components: { card: { variables, layers } } },
    pages: [{ number: 1, duration: 1, layers: [card, closed] }],
  });
  const template = (checked as { value: TemplateDocument }).value;
  const names = [
    '1.the.card.values.title',
    '1.the.card.values.price',
    '1.the.card.values.titel',
    '1.closed.values.title',
  ];
  const { columns, faults } = readColumns(names, undefined, template);
  expect(faults.map(({ message }) => message)).toEqual([
    expect.stringContaining('card has no variable titel; did you mean "title"?'),
    expect.stringContaining('values is not modifiable by a caller'),
  ]);
  const pages = [{ number: 1, layers: [{ name: 'the.card', values: { title: 'shared' } }] }];
  const options = {
    template_id: '8f14e45f-ceea-4c67-a1de-6b1f0f2d9c01',
    format: 'mp4',
    modifications: { pages },
  } as const;
  const base = { options, columns, format: 'csv', isOneRow: false } as const;
  const { body, columns: places } = requestOfRow(['', '{"amount":5,"currency":"USD"}'], base);
  const values = { title: 'shared', price: { amount: 5, currency: 'USD' } };
  expect(body['modifications']).toMatchObject({ pages: [{ layers: [{ name: 'the.card', values }] }] });
  expect([...places]).toEqual([['modifications.pages[0].layers[0].values.price', names[1]]]);
});
