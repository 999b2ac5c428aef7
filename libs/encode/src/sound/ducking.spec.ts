import { describe, expect, it } from '@jest/globals';
import { duckingExpression } from './ducking.js';

/** ffmpeg's meaning of the functions the expression uses. */
function gainAt(expression: string, t: number): number {
  const clip = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- evaluates our own output
  return new Function('t', 'clip', 'min', `return ${expression}`)(t, clip, Math.min) as number;
}

describe('duckingExpression', () => {
  it('is null where nothing is loud', () => {
    expect(duckingExpression([])).toBeNull();
    expect(duckingExpression([{ fromS: 2, toS: 2 }])).toBeNull();
  });

  it.each([
    [0, 1],
    [1.69, 1],
    [1.85, 0.6256],
    [2, 0.2512],
    [3, 0.2512],
    [4, 0.2512],
    [4.15, 0.6256],
    [4.31, 1],
  ])('goes down 12 dB before 2 s and up after 4 s: at %f s the gain is %f', (t, gain) => {
    expect(gainAt(duckingExpression([{ fromS: 2, toS: 4 }])!, t)).toBeCloseTo(gain, 3);
  });

  it('starts ducked where the loud stretch starts with the video', () => {
    expect(gainAt(duckingExpression([{ fromS: 0, toS: 1 }])!, 0)).toBeCloseTo(0.2512, 3);
  });

  it('never ducks twice, however stretches overlap or follow one another', () => {
    const loud = [
      { fromS: 5, toS: 7 },
      { fromS: 1, toS: 4 },
      { fromS: 3, toS: 4.5 },
      { fromS: 7.2, toS: 8 },
      { fromS: 9, toS: 9.5 },
    ];
    const expression = duckingExpression(loud)!;
    for (let t = 0; t < 11; t += 0.01) {
      expect(gainAt(expression, t)).toBeGreaterThanOrEqual(0.251);
      expect(gainAt(expression, t)).toBeLessThanOrEqual(1);
    }
    expect(gainAt(expression, 4.75)).toBeCloseTo(0.2512, 3); // no rise in a gap too short for one
    expect(gainAt(expression, 8.5)).toBeCloseTo(1, 3);
  });
});
