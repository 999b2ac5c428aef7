import LineBreaker from 'linebreak';

/** Scripts written without spaces, whose words only a dictionary knows: Thai, Lao, Myanmar, Khmer. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Scripts written without spaces, the ones with a word for every sign included. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}]/u;

/** Whether a text between white space may hold several words. */
export function isUnspaced(text: string): boolean {
  return WITHOUT_SPACES.test(text);
}

/** Splits a text at its hard line breaks (UAX #14 classes BK, CR, LF, NL). */
export function paragraphs(text: string): string[] {
  return text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
}

/**
 * Where a paragraph may be broken: ascending offsets, the last its length. Unicode line breaking (UAX #14), and word
 * boundaries inside scripts that UAX #14 leaves to a dictionary.
 */
export function breakOpportunities(paragraph: string): number[] {
  const offsets = new Set<number>();
  const breaker = new LineBreaker(paragraph);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) offsets.add(next.position);
  if (UNSPACED.test(paragraph)) {
    for (const { index } of words.segment(paragraph)) {
      if (UNSPACED.test(paragraph[index - 1] ?? '') && UNSPACED.test(paragraph[index] ?? '')) offsets.add(index);
    }
  }
  return [...offsets].sort((a, b) => a - b);
}

/** The user-perceived characters of a text (UAX #29): never split when a word is too long for its line. */
export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** The words of a text with what lies between them. */
export function splitWords(text: string): { text: string; isWord: boolean }[] {
  return Array.from(words.segment(text), ({ segment, isWordLike }) => ({ text: segment, isWord: isWordLike === true }));
}
