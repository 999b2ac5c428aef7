import { describe, expect, it } from '@jest/globals';
import { isWithin, samePath, valueAt, withInserted, withoutValue, withValue } from './json-path.js';

const document = { pages: [{ layers: [{ name: 'a' }, { name: 'b' }] }, { layers: [] }], width: 100 };

describe('edits of a JSON document', () => {
  it('reads what is at a path, and nothing where there is nothing', () => {
    expect(valueAt(document, ['pages', 0, 'layers', 1, 'name'])).toBe('b');
    expect(valueAt(document, ['pages', 7, 'layers'])).toBeUndefined();
    expect(valueAt(document, ['width', 'length'])).toBeUndefined();
    expect(valueAt(document, ['toString'])).toBeUndefined();
    expect(valueAt(document, [])).toBe(document);
  });

  it('shares what it does not touch', () => {
    const edited = withValue(document, ['pages', 0, 'layers', 0, 'name'], 'c');
    expect(edited).toEqual({ ...document, pages: [{ layers: [{ name: 'c' }, { name: 'b' }] }, { layers: [] }] });
    expect(edited.pages[1]).toBe(document.pages[1]);
    expect(document.pages[0]!.layers[0]!.name).toBe('a');
  });

  it('makes the objects that a path passes through', () => {
    expect(withValue({}, ['a', 'b', 'c'], 1)).toEqual({ a: { b: { c: 1 } } });
  });

  it('inserts and removes members and properties', () => {
    const inserted = withInserted(document, ['pages', 1, 'layers'], 0, { name: 'c' });
    expect(valueAt(inserted, ['pages', 1, 'layers'])).toEqual([{ name: 'c' }]);
    expect(withoutValue(inserted, ['pages', 1, 'layers', 0])).toEqual(document);
    expect(withoutValue(document, ['width'])).toEqual({ pages: document.pages });
    expect(withoutValue(document, ['pages', 9])).toBe(document);
    expect(withInserted({}, ['list'], 0, 1)).toEqual({ list: [1] });
  });

  it('compares paths', () => {
    expect(samePath(['pages', 0], ['pages', 0])).toBe(true);
    expect(samePath(['pages', 0], ['pages', 0, 'layers'])).toBe(false);
    expect(isWithin(['pages', 0, 'layers'], ['pages', 0])).toBe(true);
    expect(isWithin(['pages', 1, 'layers'], ['pages', 0])).toBe(false);
  });
});
