import { describe, expect, it } from '@jest/globals';
import { CliError } from '../cli-error.js';
import { parseJson } from './json-file.js';

const TEXT = `{
  "name": "Card",
  "pages": [
    { "number": 1, "layers": [{ "name": "a.b", "weight": 5 }, { "a[0].x": { "deep": 1 } }] }
  ]
}`;

function faultOf(text: string): object | undefined {
  try {
    parseJson(text, 'a.json');
  } catch (error) {
    if (error instanceof CliError) return error.facts.faults?.[0];
    throw error;
  }
  return undefined;
}

describe('a fault of a document', () => {
  const file = parseJson(TEXT, 'card.json');
  const at = (field: string) => {
    const { line, column } = file.placed({ field, code: 'INVALID_VALUE', message: '' });
    return [line, column];
  };

  it.each([
    ['name', [2, 3]],
    ['pages[0].layers[0].weight', [4, 48]],
    ['pages[0].layers[1].a[0].x.deep', [4, 77]],
    // What is missing is shown at what should have it.
    ['pages[0].duration', [4, 5]],
    ['pages[7].layers', [3, 3]],
    ['body', [1, 1]],
  ])('stands at the place of %s', (field, place) => expect(at(field)).toEqual(place));

  it('shows the line', () => {
    expect(file.placed({ field: 'name', code: 'INVALID_VALUE', message: 'm' })).toMatchObject({
      ...{ file: 'card.json', excerpt: '  "name": "Card",' },
    });
  });
});

describe('text that is no JSON', () => {
  it.each([
    ['{ "a": 1, }', { line: 1, column: 11, message: 'property name expected' }],
    ['{\n  "a": 1\n  "b": 2\n}', { line: 3, column: 3, message: 'comma expected' }],
    ['{ "a": 1 // why\n}', { line: 1, column: 10, message: 'invalid comment token' }],
    ['', { line: 1, column: 1 }],
    ['[1, 2', { line: 1, column: 6 }],
  ])('%j is refused at its place', (text, fault) => expect(faultOf(text)).toMatchObject(fault));

  it.each(['['.repeat(1_000_000), '{"a":'.repeat(500_000), `${'['.repeat(65)}${']'.repeat(65)}`])(
    'that nests too deep is refused at once',
    (text) => {
      const startedMs = performance.now();
      expect(faultOf(text)).toMatchObject({ message: 'nests deeper than 64 levels', line: 1 });
      expect(performance.now() - startedMs).toBeLessThan(2_000);
    },
  );

  it('has an excerpt of bounded length, also in a line of megabytes', () => {
    const { excerpt } = faultOf(`{"a":"${'x'.repeat(2_000_000)}",}`) as { excerpt: string };
    expect(excerpt.length).toBeLessThan(200);
  });
});
