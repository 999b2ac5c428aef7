import { describe, expect, it } from '@jest/globals';
import { bidiLevels } from './bidi-levels.js';
import { isBidirectional } from './direction.js';
import { lineBreaks } from './line-breaks.js';
import { breakOpportunities } from './segmentation.js';

const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => !/[\ud800-\udfff\u2028\u2029\p{Cc}]/u.test(character),
);

/** Numbers from 0 to 1, the same in every run. */
function* numbers(): Generator<number, never> {
  for (let state = 1; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe('what is not bidirectional', () => {
  it('has level 0 from left to right: no character in it, nor one after a letter or before a digit', () => {
    const plain = CHARACTERS.filter((character) => !isBidirectional(character));
    expect(plain.length).toBeGreaterThan(1_000_000);
    for (let from = 0; from < plain.length; from += 4_096) {
      const text = plain.slice(from, from + 4_096).join('');
      for (const each of [text, plain.slice(from, from + 4_096).join('1a')]) {
        expect(bidiLevels(each, 'ltr').some((level) => level !== 0)).toBe(false);
      }
    }
  });
});

describe('the places at which a text of words may be broken', () => {
  const random = numbers();
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random.next().value * items.length)]!;
  const letters = Array.from('abcXYZ0189\u00c0\u00df\u00fc\u0142\u0150\u0192\u01c5\u024f');
  const marks = Array.from(".,:;'’!?… ");

  it('are those of UAX #14 for every letter and random marks between them', () => {
    const differing = Array.from({ length: 20_000 }, () =>
      Array.from({ length: 1 + Math.floor(random.next().value * 12) }, () =>
        pick([pick(letters), pick(letters), pick(marks), ' ']),
      ).join(''),
    ).filter((text) => breakOpportunities(text).join() !== [...lineBreaks(text)].join());
    expect(differing).toEqual([]);
  });

  it('are those of UAX #14 for each letter of the plain ones', () => {
    const latin = CHARACTERS.slice(0, 0x250).filter((character) => /\p{L}/u.test(character));
    const text = latin.map((letter) => `${letter}1 ${letter}, 1${letter}`).join(' ');
    expect(breakOpportunities(text)).toEqual([...lineBreaks(text)]);
  });
});
