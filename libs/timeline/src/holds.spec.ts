import { describe, expect, it } from '@jest/globals';
import { firstAlike, holdsOf } from './holds.js';
import { BOX, pageOf } from './testing/documents.js';

const held = (...layers: object[]): [number, number][] =>
  holdsOf(pageOf(layers.map((layer) => ({ ...BOX, ...layer })))).map(({ fromFrame, toFrame }) => [fromFrame, toFrame]);

describe('holdsOf', () => {
  it('finds what stands still between motions', () => {
    expect(held({})).toEqual([[0, 80]]);
    expect(held({ enter: { type: 'slide', duration: 1 } })).toEqual([[20, 80]]);
    const there = { enter: { type: 'fade', duration: 0.5 }, exit: { type: 'fade', duration: 0.5 } };
    expect(held({ start: 1, duration: 2, ...there })).toEqual([
      [0, 21], // at its first frame a fade has not begun
      [30, 51],
      [60, 80],
    ]);
  });

  it('sees every kind of motion', () => {
    const keyframes = (name: string, from: unknown, to: unknown) => ({
      keyframes: {
        [name]: [
          { time: 0, value: from, easing: 'linear' },
          { time: 4, value: to },
        ],
      },
    });
    expect(held(keyframes('rotation', 0, 90))).toEqual([]);
    expect(held(keyframes('opacity', 1, 0.5))).toEqual([]);
    expect(held(keyframes('blur', 0, 9))).toEqual([]);
    expect(held(keyframes('fill_color', '#ff0000', '#0000ff'))).toEqual([]);
    expect(held({ loop_animation: { type: 'pulse', duration: 1 } })).toEqual([]);
    expect(held({ enter: { type: 'wipe', duration: 4 } })).toEqual([]);
    expect(
      held({ type: 'text', text: 'Held', enter: { type: 'typewriter', duration: 4, split: 'letter' } }),
    ).not.toEqual([[0, 80]]);
    const moved = { name: 'moved', ...keyframes('x', 0, 100) };
    expect(held({ type: 'group', name: 'group', layers: [{ ...BOX, ...moved }] })).toEqual([]);
    expect(held({ mask: { layer: 'moved', mode: 'alpha' } }, moved)).toEqual([]);
  });

  it('never holds what has a time of its own', () => {
    expect(held({ type: 'video', source_url: 'https://example.com/clip.mp4' })).toEqual([]);
    expect(held({ type: 'lottie', source_url: 'https://example.com/a.json' })).toEqual([]);
  });
});

describe('firstAlike', () => {
  it('is the beginning of the hold a frame is in, or the frame itself', () => {
    const holds = [
      { fromFrame: 3, toFrame: 7 },
      { fromFrame: 7, toFrame: 20 },
    ];
    expect([2, 3, 6, 7, 19, 20].map((frame) => firstAlike(holds, frame))).toEqual([2, 3, 3, 7, 7, 20]);
  });
});
