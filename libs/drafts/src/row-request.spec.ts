import { expect, it } from '@jest/globals';
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
