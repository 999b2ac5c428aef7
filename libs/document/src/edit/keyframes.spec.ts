import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../json-path.js';
import { changedKeyframe, propertiesWithKeyframes, keyframesOf, withKeyframe, withoutKeyframe } from './keyframes.js';

const ball: JsonObject = {
  name: 'ball',
  type: 'shape',
  keyframes: {
    x: [
      { time: 0, value: 0, easing: 'in-out-cubic' },
      { time: 2, value: 90 },
    ],
  },
};

describe('keyframes', () => {
  it('are added in the order of time, and replaced at their own time', () => {
    expect(keyframesOf(withKeyframe(ball, 'x', 1.001, 50), 'x')).toEqual([
      { time: 0, value: 0, easing: 'in-out-cubic' },
      { time: 1, value: 50 },
      { time: 2, value: 90 },
    ]);
    expect(keyframesOf(withKeyframe(ball, 'x', 0.004, 10), 'x')[0]).toEqual({
      time: 0,
      value: 10,
      easing: 'in-out-cubic',
    });
    expect(propertiesWithKeyframes(withKeyframe({ name: 'a', type: 'text' }, 'opacity', 0, 1))).toEqual(['opacity']);
  });

  it('leave no easing on the last one, which has no way before it', () => {
    const reversed = changedKeyframe(ball, 'x', 0, { time: 3 });
    expect(keyframesOf(reversed, 'x')).toEqual([
      { time: 2, value: 90 },
      { time: 3, value: 0 },
    ]);
  });

  it('take the place of one that they are moved onto', () => {
    expect(keyframesOf(changedKeyframe(ball, 'x', 0, { time: 2 }), 'x')).toEqual([{ time: 2, value: 0 }]);
    expect(changedKeyframe(ball, 'x', 7, { time: 2 })).toBe(ball);
  });

  it('leave nothing behind when the last one is removed', () => {
    const none = withoutKeyframe(withoutKeyframe(ball, 'x', 0), 'x', 0);
    expect(none).toEqual({ name: 'ball', type: 'shape' });
  });
});
