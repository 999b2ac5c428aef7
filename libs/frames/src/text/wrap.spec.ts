import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstStrongDirection } from '../unicode/direction.js';
import { splitGraphemes } from '../unicode/segmentation.js';
import { wrap } from './wrap.js';

/** Ten px a grapheme. */
const measure = (text: string): number => splitGraphemes(text).length * 10;

function lines(text: string, width: number): string[] {
  return wrap(text, width, measure).lines.map((line) => line.text);
}

describe('wrap', () => {
  it.each([
    { name: 'breaks at spaces', text: 'one two three', width: 70, expected: ['one two', 'three'] },
    { name: 'lets spaces hang over the edge', text: 'one  two', width: 30, expected: ['one', 'two'] },
    { name: 'keeps hard breaks and empty lines', text: 'a\n\nb\r\nc', width: 100, expected: ['a', '', 'b', 'c'] },
    {
      name: 'breaks after hyphens, not inside numbers',
      text: 'well-known 1,000',
      width: 60,
      expected: ['well-', 'known', '1,000'],
    },
    {
      name: 'keeps no-break spaces together',
      text: 'in 10\u00a0km far',
      width: 60,
      expected: ['in', '10\u00a0km', 'far'],
    },
    {
      name: 'breaks between ideographs, not before a full stop',
      text: '日本語です。',
      width: 50,
      expected: ['日本語で', 'す。'],
    },
    { name: 'finds the words of Thai', text: 'ภาษาไทยสวย', width: 50, expected: ['ภาษา', 'ไทย', 'สวย'] },
    { name: 'splits a word that is too long', text: 'abcdefgh ij', width: 30, expected: ['abc', 'def', 'gh', 'ij'] },
    { name: 'never splits a grapheme', text: '👨‍👩‍👧‍👦👨‍👩‍👧‍👦e\u0301', width: 10, expected: ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦', 'e\u0301'] },
    { name: 'keeps no-break spaces at the end', text: 'ab\u00a0 \ncd ', width: 100, expected: ['ab\u00a0', 'cd'] },
    {
      name: 'shows a soft hyphen where it breaks there, within the width, and nowhere else',
      text: 'hy\u00adphen\u00adated so\u00ad',
      width: 60,
      expected: ['hy-', 'phen-', 'ated', 'so\u00ad'],
    },
    { name: 'gives an empty text one line', text: '', width: 10, expected: [''] },
  ])('$name', ({ text, width, expected }) => {
    expect(lines(text, width)).toEqual(expected);
  });

  it('removes only white space at line ends, and no line is too wide', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 10, max: 200 }),
        (written, width) => {
          const text = written.replaceAll('\u00ad', '');
          const wrapped = lines(text, width);
          expect(wrapped.join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
          for (const line of wrapped) expect(splitGraphemes(line).length === 1 || measure(line) <= width).toBe(true);
        },
      ),
    );
  });

  it('reports which lines end a paragraph and whether a word was split', () => {
    const { lines: wrapped, hasSplitWord } = wrap('one two\nthree', 50, measure);
    expect(wrapped.map((line) => line.endsParagraph)).toEqual([false, true, true]);
    expect(hasSplitWord).toBe(false);
    expect(wrap('abcdef', 30, measure).hasSplitWord).toBe(true);
  });
});

describe('firstStrongDirection', () => {
  it.each([
    ['', 'ltr'],
    ['123 …', 'ltr'],
    ['«مرحبا» hello', 'rtl'],
    ['12 שלום', 'rtl'],
    ['hello مرحبا', 'ltr'],
    ['日本 שלום', 'ltr'],
  ])('of %j is %s', (text, direction) => {
    expect(firstStrongDirection(text)).toBe(direction);
  });
});
