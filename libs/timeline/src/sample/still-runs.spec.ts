import { describe, expect, it } from '@jest/globals';
import { firstAlike, stillRunsOf } from './still-runs.js';
import { BOX, pageOf } from '../testing/documents.js';

const runsOf = (...layers: object[]): [number, number][] =>
  stillRunsOf(pageOf(layers.map((layer) => ({ ...BOX, ...layer })))).map(({ fromFrame, toFrame }) => [
    fromFrame,
    toFrame,
  ]);

describe('stillRunsOf', () => {
  it('finds the equal frames between motions', () => {
    expect(runsOf({})).toEqual([[0, 80]]);
    expect(runsOf({ enter: { type: 'slide', duration: 1 } })).toEqual([[20, 80]]);
    const there = { enter: { type: 'fade', duration: 0.5 }, exit: { type: 'fade', duration: 0.5 } };
    expect(runsOf({ start: 1, duration: 2, ...there })).toEqual([
      [0, 21], // at its first frame a fade has not begun
      [30, 51],
      [60, 80],
    ]);
  });

  it('finds those of a part, cut where the part is', () => {
    const timeline = pageOf([{ ...BOX, enter: { type: 'slide', duration: 1 } }]);
    expect(stillRunsOf(timeline, { fromFrame: 10, toFrame: 50 })).toEqual([{ fromFrame: 20, toFrame: 50 }]);
    expect(stillRunsOf(timeline, { fromFrame: 30, toFrame: 80 })).toEqual([{ fromFrame: 30, toFrame: 80 }]);
    expect(stillRunsOf(timeline, { fromFrame: 0, toFrame: 20 })).toEqual([]);
  });

  it('detects every kind of motion', () => {
    const keyframes = (name: string, from: unknown, to: unknown) => ({
      keyframes: {
        [name]: [
          { time: 0, value: from, easing: 'linear' },
          { time: 4, value: to },
        ],
      },
    });
    expect(runsOf(keyframes('rotation', 0, 90))).toEqual([]);
    expect(runsOf(keyframes('opacity', 1, 0.5))).toEqual([]);
    expect(runsOf(keyframes('blur', 0, 9))).toEqual([]);
    expect(runsOf(keyframes('fill_color', '#ff0000', '#0000ff'))).toEqual([]);
    expect(runsOf({ loop_animation: { type: 'pulse', duration: 1 } })).toEqual([]);
    expect(runsOf({ enter: { type: 'wipe', duration: 4 } })).toEqual([]);
    expect(
      runsOf({ type: 'text', text: 'Held', enter: { type: 'typewriter', duration: 4, split: 'letter' } }),
    ).not.toEqual([[0, 80]]);
    const moved = { name: 'moved', ...keyframes('x', 0, 100) };
    expect(runsOf({ type: 'group', name: 'group', layers: [{ ...BOX, ...moved }] })).toEqual([]);
    expect(runsOf({ mask: { layer: 'moved', mode: 'alpha' } }, moved)).toEqual([]);
  });

  it('never includes footage or animations', () => {
    expect(runsOf({ type: 'video', source_url: 'https://example.com/clip.mp4' })).toEqual([]);
    expect(runsOf({ type: 'lottie', source_url: 'https://example.com/a.json' })).toEqual([]);
  });
});

describe('firstAlike', () => {
  it('is the start of the still run that contains the frame, or the frame itself', () => {
    const runs = [
      { fromFrame: 3, toFrame: 7 },
      { fromFrame: 7, toFrame: 20 },
    ];
    expect([2, 3, 6, 7, 19, 20].map((frame) => firstAlike(runs, frame))).toEqual([2, 3, 3, 7, 7, 20]);
  });
});
