import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { balance } from './balance.js';
import { splitGraphemes } from '../unicode/segmentation.js';
import { wrap } from './wrap.js';

/** Ten px a grapheme. */
const measure = (text: string): number => splitGraphemes(text).length * 10;

function balanced(text: string, width: number): string[] {
  return balance(wrap(text, width, measure).lines, measure).map((line) => line.text);
}

describe('balance', () => {
  it.each([
    { name: 'shares the words of two lines', text: 'aa bb cc dd ee', width: 110, expected: ['aa bb cc', 'dd ee'] },
    { name: 'leaves no single word', text: 'aaa bbb ccc ddd', width: 110, expected: ['aaa bbb', 'ccc ddd'] },
    { name: 'keeps one line', text: 'aa bb', width: 110, expected: ['aa bb'] },
    {
      name: 'balances each paragraph',
      text: 'aa bb cc dd ee\n\naaa bbb ccc ddd',
      width: 110,
      expected: ['aa bb cc', 'dd ee', '', 'aaa bbb', 'ccc ddd'],
    },
    {
      name: 'leaves no orphan below a long first word',
      text: 'Balanced headlines look better than orphans',
      width: 200,
      expected: ['Balanced headlines', 'look better', 'than orphans'],
    },
    { name: 'leaves split words as they are', text: 'aaaaaaaaaaa b', width: 100, expected: ['aaaaaaaaaa', 'a b'] },
  ])('$name', ({ text, width, expected }) => expect(balanced(text, width)).toEqual(expected));

  it('neither adds lines nor widens them, and keeps every word', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 9 }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 9, max: 40 }), (list, columns) => {
        const { lines } = wrap(list.join(' '), columns * 10, measure);
        const found = balance(lines, measure);
        expect(found).toHaveLength(lines.length);
        expect(found.map(({ text }) => text).join(' ')).toBe(list.join(' '));
        const widest = (all: readonly { text: string }[]): number => Math.max(...all.map(({ text }) => measure(text)));
        expect(widest(found)).toBeLessThanOrEqual(widest(lines));
      }),
    );
  });

  it('measures a long text no more often than wrapping does', () => {
    const text = 'word '.repeat(2000);
    let count = 0;
    const counting = (part: string): number => ((count += 1), measure(part));
    const { lines } = wrap(text, 300, counting);
    const before = count;
    expect(balance(lines, counting)).toEqual(lines);
    expect(count).toBe(before);
  });
});
