import { lineBreaks } from './line-breaks.js';

/** Scripts without spaces whose words only a dictionary can find: Thai, Lao, Myanmar, Khmer. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Scripts without spaces, including those in which every sign is a word. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}]/u;

const LETTER = 'A-Za-z0-9\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f';
const WORD = `[${LETTER}]+(?:[.,:;'’][${LETTER}]+)*[.,:;!?'’…]*`;
/** Latin words that may be broken at their spaces only: the rules of other texts are asked for. */
const PLAIN = new RegExp(`^${WORD}(?: +${WORD})* *$`, 'u');

/** Whether a text without white space may contain several words. */
export function isUnspaced(text: string): boolean {
  return WITHOUT_SPACES.test(text);
}

/** Splits a text at its hard line breaks (UAX #14 classes BK, CR, LF, NL). */
export function paragraphs(text: string): string[] {
  return text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
}

/**
 * The offsets at which a paragraph may be broken, ascending, the last one its length. Unicode line breaking (UAX #14),
 * and word boundaries in scripts for which UAX #14 requires a dictionary.
 */
export function breakOpportunities(paragraph: string): number[] {
  if (paragraph === '') return [];
  if (PLAIN.test(paragraph))
    return [...Array.from(paragraph.matchAll(/ (?=[^ ])/g), ({ index }) => index + 1), paragraph.length];
  const offsets = new Set(lineBreaks(paragraph));
  if (UNSPACED.test(paragraph)) {
    for (const { index } of words.segment(paragraph)) {
      if (UNSPACED.test(paragraph[index - 1] ?? '') && UNSPACED.test(paragraph[index] ?? '')) offsets.add(index);
    }
  }
  return [...offsets].sort((a, b) => a - b);
}

/** The user-perceived characters of a text (UAX #29). A word that is too long for its line is split between them. */
export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** The offset after each grapheme of a text, found one by one. */
export function* graphemeEnds(text: string): Generator<number> {
  for (const { index, segment } of graphemes.segment(text)) yield index + segment.length;
}

/** The words of a text and the parts between them. */
export function splitWords(text: string): { text: string; isWord: boolean }[] {
  return Array.from(words.segment(text), ({ segment, isWordLike }) => ({ text: segment, isWord: isWordLike === true }));
}
