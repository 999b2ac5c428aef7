import { describe, expect, it } from '@jest/globals';
import { withoutKeptNames } from './exceptions.mjs';
import { headlessDocstringsIn, retiredSensesIn, retiredWordsIn } from './retired-words.mjs';

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

describe('a word in a retired sense', () => {
  it.each([
    ['in the name of a folder', 'libs/x/src/clips/planes.ts', '', 0],
    ['in the name of a file', 'libs/preview/src/open-clip.ts', '', 0],
    ['in an identifier', 'libs/preview/src/session.ts', '// a comment\nconst openClip = 1;', 2],
  ])('is found %s', (_where, path, code, line) => {
    expect(retiredSensesIn(path, code).map((found) => found.line)).toEqual([line]);
  });

  it.each([
    ['where it has its kept meaning', 'libs/frames/src/clip-outline.ts', 'const clipRegion = 1;'],
    ['in a comment', 'libs/preview/src/session.ts', '/** A clip is an outline. */ // clip'],
    ['in a string', 'libs/preview/src/session.ts', "open('clip', `clip`);"],
  ])('is not found %s', (_where, path, code) => {
    expect(retiredSensesIn(path, code)).toEqual([]);
  });
});

describe('a docstring without its noun', () => {
  it.each(['/** What is kept. */', '/**\n * How it is kept.\n */', '  /** Of a video: its parts. */'])(
    'is found: %j',
    (code) => {
      expect(headlessDocstringsIn(`\n${code}`).map(({ line }) => line)).toEqual([code.includes('\n') ? 3 : 2]);
    },
  );

  it.each([
    '/** The kept ones. */',
    '// What follows is a table.',
    '/** Offset in bytes. */',
    '/** Whether it is kept. */',
  ])('is not found: %j', (code) => {
    expect(headlessDocstringsIn(code)).toEqual([]);
  });
});

describe('a retired word that a table, a message or a metric still has', () => {
  it.each([
    ['SQL in code', "  `SELECT segment FROM segments WHERE state = 'DONE'`", []],
    ['a field in code', 'const { video_id, segment } = job;', []],
    ['a name in prose', ' * of the table `segments`, as `framewright_segments` counts it', []],
    ['an identifier', 'interface SegmentRow {}', ['segment']],
    ['a comment', '  /** Claims a segment. */', ['segment']],
    ['the end of a line', 'claim(job); // of a segment', ['segment']],
    ["a test's name", "  it('hands its segment back', () => {});", ['segment']],
  ])('stays as a name only: %s', (_where, line, found) => {
    expect(phrasesIn(withoutKeptNames('apps/videos/src/x.ts', line))).toEqual(found);
  });
});
