import { describe, expect, it } from '@jest/globals';
import { frameAt, placeAt, secondsOfPages } from '../../../apps/console/src/editor/picture/place.ts';

/** A template of four pages: the second one twice, the third one left out, the last one with a transition of 0.5 s. */
const PAGES = [
  { page: 0, startS: 0, durationS: 2 },
  { page: 1, startS: 2, durationS: 3 },
  { page: 1, startS: 5, durationS: 4 },
  { page: 3, startS: 8.5, durationS: 1.5 },
];
const opened = { fps: 24, frameCount: 240, pages: PAGES };
const secondOf = (page: number, time: number) => frameAt({ page, time }, opened) / 24;

describe('the moment of a page in a video whose pages repeat or are left out', () => {
  it('is that of its first copy, and not after its end', () => {
    expect([secondOf(0, 1), secondOf(1, 1), secondOf(1, 9), secondOf(3, 1)]).toEqual([1, 3, 5, 9.5]);
    expect(frameAt({ page: 3, time: 1.5 }, opened)).toBe(239);
  });

  it('is the start of the next page for one that is left out', () => {
    expect(secondOf(2, 1)).toBe(8.5);
    expect(frameAt({ page: 4, time: 0 }, opened)).toBe(239);
  });

  it('is found for each frame that is played', () => {
    expect(placeAt(24, opened)).toEqual({ page: 0, time: 1 });
    expect(placeAt(24 * 6, opened)).toEqual({ page: 1, time: 1 });
    expect(placeAt(24 * 8.75, opened)).toEqual({ page: 3, time: 0.25 });
  });

  it('counts within the seconds of the first copy', () => {
    expect([...secondsOfPages(PAGES)].sort()).toEqual([
      [0, 2],
      [1, 3],
      [3, 1.5],
    ]);
  });
});
