import { expect, it } from '@jest/globals';
import { jsonDifferences } from './json-differences.js';

it('two documents differ in the values that are not the same, each at its place', () => {
  const from = { a: 1, b: [1, { c: null }], d: { e: 'x' } };
  expect(jsonDifferences(from, structuredClone(from))).toEqual([]);
  expect(jsonDifferences(from, { b: [1, { c: 0 }, 3], d: 'x', f: false })).toEqual([
    { field: 'a', from: 1 },
    { field: 'b[1].c', from: null, to: 0 },
    { field: 'b[2]', to: 3 },
    { field: 'd', from: { e: 'x' }, to: 'x' },
    { field: 'f', to: false },
  ]);
  expect(jsonDifferences([], {})).toEqual([{ field: 'body', from: [], to: {} }]);
});
