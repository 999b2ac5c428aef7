import { describe, expect, it } from '@jest/globals';
import { countNumbers } from './count-numbers.js';

describe('numbers of a text, counted half-way', () => {
  it.each([
    ['99% and -7', '50% and -4'],
    ['1,234.50 €', '617.25 €'],
    ['1.234,50', '617,25'],
    ['12\u202f000 km', '6\u202f000 km'],
    ['1,000,000', '500,000'],
    ['0.250', '0.125'],
    ['007', '004'],
    ['٣٤٠ كم', '١٧٠ كم'],
    ['١٬٢٣٤٫٥', '٦١٧٫٣'],
    ['१२४ किमी', '६२ किमी'],
    ['𝟚𝟘', '𝟙𝟘'],
  ])('%s: %s', (text, expected) => expect(countNumbers(text, 0.5)).toBe(expected));

  it.each(['21.11.2026', '4006381333931000', '1٢', 'no number'])('do not change without an amount: %s', (text) =>
    expect(countNumbers(text, 0.5)).toBe(text),
  );
});

it('a counted text is 0 at the start and itself at the end', () => {
  expect(countNumbers('1,234 of ٩', 0)).toBe('0 of ٠');
  expect(countNumbers('1,234 of ٩', 1)).toBe('1,234 of ٩');
});
