import { describe, expect, it } from '@jest/globals';
import { expectedCostMs, renderWork } from './expected-cost.js';
import { BOX, type Json, pageOf } from './testing/documents.js';

const FRAME = 400 * 200;
const SLIDES = {
  x: [
    { time: 0, value: 0, easing: 'linear' },
    { time: 4, value: 300 },
  ],
};
const CLIP = { name: 'c', type: 'video', source_url: 'https://example.com/c.mp4', width: 200, height: 100, mute: true };

const workOf = (layers: readonly Json[]) => renderWork(pageOf(layers));

describe('what a video is expected to cost', () => {
  it('is little for frames that repeat', () => {
    expect(workOf([BOX])).toEqual({ video: 1, held: 80, pixel: 0, flat: 0, picture: 0, footage: 0, decoded: 0 });
  });

  it.each<[kind: string, layer: Json, path: 'flat' | 'picture' | 'footage', pixels: number]>([
    ['a shape', { ...BOX, keyframes: SLIDES }, 'flat', 40 * 20],
    [
      'a picture',
      { ...BOX, type: 'image', source_url: 'https://example.com/a.png', keyframes: SLIDES },
      'picture',
      40 * 20,
    ],
    ['footage', CLIP, 'footage', 200 * 100],
    [
      'a layer of a group',
      { type: 'group', name: 'g', opacity: 0.5, layers: [{ ...BOX, keyframes: SLIDES }] },
      'flat',
      40 * 20,
    ],
  ])('counts the pixels on which %s changes, in all frames', (_, layer, path, pixels) => {
    expect(workOf([layer])).toMatchObject({ held: 0, pixel: 80 * FRAME, [path]: 80 * pixels });
  });

  it('does not count what lies outside of the frame, and no pixel twice for shapes', () => {
    const wide = {
      ...BOX,
      x: -200,
      width: 400,
      height: 200,
      y: 0,
      keyframes: {
        opacity: [
          { time: 0, value: 0.1 },
          { time: 4, value: 1 },
        ],
      },
    };
    const two = workOf([wide, { ...wide, name: 'b', x: 0, width: 400 }]);
    expect(two.flat).toBe(80 * FRAME);
    expect(workOf([wide]).flat).toBe(80 * (FRAME / 2));
  });

  it('is whole milliseconds, and grows with the length of what moves', () => {
    const ms = expectedCostMs(pageOf([CLIP]));
    expect(Number.isInteger(ms)).toBe(true);
    expect(expectedCostMs(pageOf([CLIP], { duration: 8 }))).toBeGreaterThan(1.5 * (ms - 200));
  });
});
