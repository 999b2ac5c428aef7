import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from './json-path.js';
import { pageStart, restingTime } from './times.js';
import { withTransitionS } from './edit/pages.js';

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
    expect(restingTime(document, 0, 2)).toBe(0.75);
  });

  it('overlaps the page before by as much as a transition is dragged, and as both pages have', () => {
    const transitionOf = (changed: JsonObject, index: number) =>
      (changed['pages'] as JsonObject[])[index]!['transition'];
    expect(transitionOf(withTransitionS(document, 1, 1.234), 1)).toEqual({ type: 'fade', duration: 1.23 });
    expect(transitionOf(withTransitionS(document, 2, 1), 2)).toEqual({ type: 'fade', duration: 0.5 });
    expect(transitionOf(withTransitionS(document, 3, 9), 3)).toEqual({ type: 'slide', duration: 2 });
    expect(transitionOf(withTransitionS(document, 1, 9), 1)).toEqual({ type: 'fade', duration: 3 });
    expect(transitionOf(withTransitionS(document, 1, 0), 1)).toBeUndefined();
  });
});
