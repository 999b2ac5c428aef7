import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CaptionCue } from './caption-cue.js';
import { parseCaptions } from './parse-captions.js';

async function cuesOf(file: string): Promise<CaptionCue[]> {
  const parsed = await parseCaptions(file);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.cues;
}

async function reasonFor(file: string): Promise<string | undefined> {
  const parsed = await parseCaptions(file);
  return parsed.ok ? undefined : parsed.reason;
}

describe('a subtitle file', () => {
  it('may be SubRip, with a byte order mark, line ends of any kind and mark-up', async () => {
    const file =
      '\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\nHi <i>there</i>{\\an8}\r\n\r\n2\r\n00:01:02,500 --> 00:01:03,000\r\n- a\r\n- b\r\n';
    expect(await cuesOf(file)).toEqual([
      { start: 1, end: 2, text: 'Hi there' },
      { start: 62.5, end: 63, text: '- a\n- b' },
    ]);
  });

  it('may be WebVTT, with notes, settings, voices and entities', async () => {
    const file =
      'WEBVTT\n\nNOTE hi\n\n1\n00:04.000 --> 00:05.000 align:start\n<v Bob>You &amp; <b>me</b>\n\n00:01.000 --> 00:02.000\nfirst';
    expect(await cuesOf(file)).toEqual([
      { start: 1, end: 2, text: 'first' },
      { start: 4, end: 5, text: 'You & me' },
    ]);
  });

  it('may have a time for each word', async () => {
    const file = 'WEBVTT\n\n00:01.000 --> 00:03.000\nHello <00:01.800><b>brave</b> new <00:02.500>world';
    const [cue] = await cuesOf(file);
    expect(cue).toEqual({ start: 1, end: 3, text: 'Hello brave new world', wordStarts: [1, 1.8, 1.8, 2.5] });
  });

  it.each<[what: string, file: string, reason: RegExp]>([
    ['is empty', '', /no SRT or WebVTT/],
    ['is something else', '<html>not found</html>', /no SRT or WebVTT/],
    ['ends before it begins', '1\n00:00:02,000 --> 00:00:01,000\nx', /no SRT or WebVTT/],
    ['says nothing', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<b></b>', /no SRT or WebVTT/],
    ['says too much', `1\n00:00:01,000 --> 00:00:02,000\n${'x'.repeat(2001)}`, /2000 characters/],
    ['is all mark-up', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<b>'.repeat(50_000)}x`, /more than a page/],
    ['never ends', 'WEBVTT\n\n' + '00:01.000 --> 00:02.000\nx\n\n'.repeat(5001), /5000 subtitles/],
    ['says when at length', `WEBVTT\n\n00:01.000 --> 00:02.000${' '.repeat(900_000)}x`, /times of more than 500/],
  ])('that %s is refused', async (_, file, reason) => expect(await reasonFor(file)).toMatch(reason));

  it.each([
    ['codes within codes', '1\n00:00:01,000 --> 00:00:02,000\n', '{\\an', ''],
    ['blanks', 'WEBVTT\n\n00:01.000 --> 00:02.000\n', ' ', 'x'],
    ['times with blanks', 'WEBVTT\n\n', `00:01.000 --> 00:02.000${' '.repeat(470)}x\n`, ''],
    ['tags', 'WEBVTT\n\n00:01.000 --> 00:02.000\n', '<b', ''],
    ['empty lines', 'WEBVTT', '\n', ''],
  ])('of a million characters of %s takes no time', async (_, head, piece, end) => {
    const startedAtMs = performance.now();
    await parseCaptions(head + piece.repeat(1_000_000 / piece.length) + end);
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
  });

  it('of any bytes is read or refused, and never throws', async () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'WEBVTT',
        '\n\n',
        '\r\n',
        '00:01.000',
        ' --> ',
        '00:00:02,000',
        '<00:01.500>',
        '<b>',
        '</',
        '<c.x>',
        '&amp',
        '{\\an',
        '1',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const parsed = await parseCaptions(pieces.join(''));
        if (!parsed.ok) return;
        for (const { start, end, text, wordStarts } of parsed.cues) {
          expect(end).toBeGreaterThan(start);
          if (wordStarts) expect(wordStarts).toHaveLength(text.split(/\s+/).length);
        }
      }),
      { numRuns: 500 },
    );
  });
});
