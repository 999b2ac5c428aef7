/** Characters of scripts without spaces between words, and the words that one of them counts as. */
const UNSPACED: readonly (readonly [characters: RegExp, words: number])[] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.5],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu, 0.2],
];

/** Something that is read: a mark or symbol alone is no word. */
const WORD = /[\p{L}\p{N}]/u;

/**
 * Words of a text: what stands between spaces, and in scripts without spaces a part of a word for each character. The
 * same everywhere, because it does not depend on the dictionaries of a platform.
 */
export function wordsIn(text: string): number {
  let words = 0;
  let spaced = text;
  for (const [characters, each] of UNSPACED) {
    words += (spaced.match(characters)?.length ?? 0) * each;
    spaced = spaced.replace(characters, ' ');
  }
  return words + spaced.split(/\s+/u).filter((word) => WORD.test(word)).length;
}

/** Seconds that reading a number of words takes. */
export function readingS(words: number, wordsPerMinute: number): number {
  return (words / wordsPerMinute) * 60;
}
