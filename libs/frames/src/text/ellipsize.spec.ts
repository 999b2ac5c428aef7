import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ellipsize } from './ellipsize.js';
import { splitGraphemes } from '../unicode/segmentation.js';
import { wrap } from './wrap.js';

/** Ten px a grapheme. */
const measure = (text: string): number => splitGraphemes(text).length * 10;

function shown(text: string, count: number, width: number): string[] {
  const { lines } = wrap(text, width, measure);
  return ellipsize(lines, count, { width, measure }).map((line) => line.text);
}

describe('ellipsize', () => {
  it.each([
    { name: 'keeps the letters of a cut word that fit', text: 'one two three', width: 110, expected: ['one two th…'] },
    { name: 'shortens a line that is full', text: 'one two three', width: 70, expected: ['one tw…'] },
    { name: 'leaves no space before the ellipsis', text: 'one two three', width: 50, expected: ['one…'] },
    { name: 'never cuts a grapheme', text: '👨‍👩‍👧‍👦e\u0301👨‍👩‍👧‍👦 x', width: 30, expected: ['👨‍👩‍👧‍👦e\u0301…'] },
    { name: 'marks lines that a hard break ends', text: 'one\ntwo', width: 90, expected: ['one…'] },
    { name: 'marks an empty line', text: '\ntwo', width: 90, expected: ['…'] },
    { name: 'marks a line that has no room for a letter', text: 'abc def', width: 10, expected: ['…'] },
    { name: 'shows no soft hyphen', text: 'hy\u00adphen so', width: 40, expected: ['hy…'] },
    { name: 'leaves a text that is not cut as it is', text: 'one two', width: 70, expected: ['one two'] },
  ])('$name', ({ text, width, expected }) => {
    expect(shown(text, 1, width)).toEqual(expected);
  });

  it('ends every text that is cut with an ellipsis, after as many graphemes as fit', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', 'ש', 'ל', ' ', '\n', '-'), minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 4 }), (text, columns, count) => {
        const { lines } = wrap(text, columns * 10, measure);
        const kept = ellipsize(lines, count, { width: columns * 10, measure });
        fc.pre(lines.length > count);
        const last = kept.at(-1)!.text;
        expect(kept).toHaveLength(count);
        expect(last.endsWith('…')).toBe(true);
        expect(measure(last)).toBeLessThanOrEqual(columns * 10);
        const omitted = lines[count - 1]!.rest.slice(last.length - 1);
        const next = omitted.trimStart();
        expect(next === '' || last.length + omitted.length - next.length >= columns).toBe(true);
      }),
    );
  });
});
