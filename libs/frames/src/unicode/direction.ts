export type TextDirection = 'ltr' | 'rtl';

const STRONG = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Letters, digits and marks of scripts from right to left, and characters that set a direction. */
const BIDIRECTIONAL =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a paragraph from left to right may have parts from right to left or embedded ones (UAX #9). */
export function isBidirectional(text: string): boolean {
  return BIDIRECTIONAL.test(text);
}

/**
 * The base direction of a paragraph: that of its first letter (UAX #9 rules P2 and P3), left to right if it has none.
 */
export function firstStrongDirection(paragraph: string): TextDirection {
  for (const character of paragraph) {
    if (STRONG.test(character)) return RIGHT_TO_LEFT.test(character) ? 'rtl' : 'ltr';
  }
  return 'ltr';
}
