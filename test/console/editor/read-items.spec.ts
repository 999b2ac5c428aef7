import { describe, expect, it } from '@jest/globals';
import { readItems } from '../../../apps/console/src/editor/caller/read-items.ts';

describe('a list that a person writes as JSON', () => {
  it('has its items with their types, or none for an empty text', () => {
    expect(readItems('[{"rooms": 3, "sold": false}, {}]')).toEqual({ items: [{ rooms: 3, sold: false }, {}] });
    expect(readItems(' \n')).toEqual({});
  });

  it.each([
    ['{"rooms": 3}', 'A list is written in brackets'],
    ['[{}, 3]', 'Item 2 must be an object'],
    ['[{}, [1]]', 'Item 2 must be an object'],
    ['[{"rooms": 3]', 'JSON'],
  ])('has a fault instead in %s', (text, fault) => {
    expect(readItems(text)).toEqual({ fault: expect.stringContaining(fault) });
  });
});
