import { describe, expect, it } from '@jest/globals';
import { callerRequest, changedValues, modificationsOf } from '../../apps/console/src/api/caller-request.ts';

const FIELDS = [
  { page: 2, layer: 'photo', property: 'opacity', value: 0.5 },
  { page: null, layer: null, property: 'brand', value: 'Ada' },
  { page: 1, layer: null, property: 'background_color', value: '#fff' },
  { page: 2, layer: 'title', property: 'text', value: 'Hello' },
  { page: 2, layer: 'title', property: 'font_size', value: 40 },
  { page: 2, layer: 'card', property: 'values.price', value: 5 },
  { page: 2, layer: 'card', property: 'values.title', value: 'Elm' },
];

describe('the request of a caller', () => {
  it('sets variables, pages in their order, and layers by name', () => {
    expect(modificationsOf(FIELDS)).toEqual({
      variables: { brand: 'Ada' },
      pages: [
        { number: 1, background_color: '#fff' },
        {
          number: 2,
          layers: [
            { name: 'photo', opacity: 0.5 },
            { name: 'title', text: 'Hello', font_size: 40 },
            { name: 'card', values: { price: 5, title: 'Elm' } },
          ],
        },
      ],
    });
    expect(modificationsOf([])).toEqual({});
  });

  it('names the size, unless it is that of the template', () => {
    const own = { template_id: 'T', format: 'mp4' };
    expect(callerRequest('T', {}, 'portrait')).toEqual({ ...own, size: 'portrait' });
    expect(callerRequest('T', {}, 'default')).toEqual(own);
  });

  it('says which fields it changes, with its pages in either place', () => {
    const values = [
      ['1.background_color', '#fff'],
      ['2.card.values.price', 5],
      ['2.card.values.title', 'Elm'],
      ['2.photo.opacity', 0.5],
      ['2.title.font_size', 40],
      ['2.title.text', 'Hello'],
      ['variables.brand', 'Ada'],
    ];
    const request = callerRequest('T', modificationsOf(FIELDS));
    expect([...changedValues(request)].toSorted()).toEqual(values);
    const { pages, ...modifications } = request.modifications!;
    expect([...changedValues({ pages, modifications })].toSorted()).toEqual(values);
    expect(changedValues(callerRequest('T', {})).size).toBe(0);
  });
});
