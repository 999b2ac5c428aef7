import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../../apps/console/src/editor/document/json-path.ts';
import { pageStart, restingTime } from '../../../apps/console/src/editor/timeline/page-times.ts';

const document: JsonObject = {
  pages: [
    { number: 1, duration: 4 },
    { number: 2, duration: 3, transition: { type: 'fade' } },
    { number: 3, duration: 2, transition: { type: 'none', duration: 1 } },
    { number: 4, duration: 2, transition: { type: 'slide', duration: 1.5 } },
  ],
};

describe('the time of a page', () => {
  it('begins before the page ahead of it has ended, if a transition leads to it', () => {
    expect([0, 1, 2, 3].map((index) => pageStart(document, index))).toEqual([0, 3.5, 6.5, 7]);
  });

  it('has a moment outside its transitions', () => {
    expect([0, 1, 2, 3].map((index) => restingTime(document, index))).toEqual([1.75, 1.75, 0.25, 1.75]);
    expect(restingTime({ pages: [{ number: 1 }] }, 0)).toBe(0);
  });
});
