import { describe, expect, it } from '@jest/globals';
import { footageFrames, frameFrom, framesBefore, pictureAt } from './footage-frames.js';

describe('footageFrames', () => {
  it.each([
    ['the whole source', { trimStartS: 0 }, 7.8, 187],
    ['from a start on', { trimStartS: 2 }, 5, 72],
    ['up to an end', { trimStartS: 0, trimEndS: 1 }, 5, 24],
    ['a part of it', { trimStartS: 1, trimEndS: 1.5 }, 5, 12],
    ['twice as fast', { trimStartS: 0, speed: 2 }, 5, 60],
    ['no end beyond the source', { trimStartS: 4, trimEndS: 9 }, 5, 24],
    ['an end of unknown sources', { trimStartS: 0, trimEndS: 2 }, null, 48],
    ['a start beyond the source', { trimStartS: 9 }, 5, 1],
    ['less than a frame', { trimStartS: 0, trimEndS: 0.001 }, 5, 1],
  ])('counts %s in whole frames', (_case, cut, sourceDurationS, frames) => {
    expect(footageFrames(cut, sourceDurationS, 24)).toBe(frames);
  });

  it('is infinite if neither the cut nor the file has an end', () => {
    expect(footageFrames({ trimStartS: 0 }, null, 24)).toBe(Infinity);
  });
});

describe('pictureAt', () => {
  it('repeats the last picture, or starts again', () => {
    expect([0, 3, 4, 5, 9].map((frame) => pictureAt(frame, 4, false))).toEqual([0, 3, 3, 3, 3]);
    expect([0, 3, 4, 5, 9].map((frame) => pictureAt(frame, 4, true))).toEqual([0, 3, 0, 1, 1]);
    expect(pictureAt(9, Infinity, true)).toBe(9);
  });
});

describe('frames of a time', () => {
  it.each([12, 24, 30])('are exact at %i fps in spite of rounding errors', (fps) => {
    for (let frame = 0; frame < 20_000; frame++) {
      expect(framesBefore(frame / fps, fps)).toBe(frame);
      expect(frameFrom(frame / fps, fps)).toBe(frame);
      expect(framesBefore(frame / fps + 100 - 100, fps)).toBe(frame);
    }
  });
});
