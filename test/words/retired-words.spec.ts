import { describe, expect, it } from '@jest/globals';
import { retiredWordsIn } from './retired-words.mjs';

const phrasesIn = (text: string): string[] => retiredWordsIn(text).map(({ phrase }) => phrase);

describe('a retired word', () => {
  it.each([
    ['in camel case', 'await this.callOff(video);', 'call off'],
    ['in Pascal case', 'class VideoNews {}', 'news'],
    ['in capitals', 'const BY_NEWS_KIND = 1;', 'news'],
    ['after an abbreviation', 'parseHTTPNews()', 'news'],
    ['in a file name', 'apps/x/src/put-right.ts', 'put right'],
    ['in prose', 'Nobody knows.', 'nobody'],
    ['as a phrase over two lines of a comment', '/**\n * kept for\n * ever\n */', 'for ever'],
    ['in British spelling', 'mixColours(a, b)', 'colours'],
    ['in a British verb', 'renormalises the weights', 'renormalises'],
  ])('is found %s', (_where, text, phrase) => {
    expect(phrasesIn(text)).toEqual([phrase]);
  });

  it('is named with its line and the better word', () => {
    expect(retiredWordsIn('one\ntwo besides three')).toEqual([
      { line: 2, phrase: 'besides', better: 'also, or in addition' },
    ]);
  });

  it.each([
    ['a word that contains it', 'newsletter, stored, foretold, unhurried, four, hours, promise'],
    ['a phrase over the end of a sentence', 'What is it for? Ever since'],
    ['American spelling', 'colors, behavior, centered, normalized, canceled, gray'],
  ])('is not %s', (_what, text) => {
    expect(phrasesIn(text)).toEqual([]);
  });
});
