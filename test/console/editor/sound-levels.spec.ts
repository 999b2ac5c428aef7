import { describe, expect, it } from '@jest/globals';
import { soundLevels } from '../../../apps/console/src/editor/picture/sound-levels.ts';

const RATE_HZ = 8_000;

/** A sound of `seconds` that is as loud as `levelAt` says. */
function sound(seconds: number, levelAt: (second: number) => number) {
  const side = Float32Array.from({ length: seconds * RATE_HZ }, (_, at) => levelAt(at / RATE_HZ) * (at % 2 ? 1 : -1));
  return { sampleRate: RATE_HZ, sides: [new Float32Array(side.length), side] };
}

describe('the levels of the sound of a page', () => {
  it('are those of its own time, of the first copy, and none for a silent page', () => {
    const pages = [
      { page: 0, startS: 0, durationS: 1 },
      { page: 1, startS: 1, durationS: 1 },
      { page: 1, startS: 2, durationS: 2 },
      { page: 2, startS: 4, durationS: 1 },
    ];
    const levels = soundLevels(
      sound(4, (second) => (second < 0.5 ? 0 : second < 1 ? 0.8 : 0.25)),
      pages,
    );
    const [first, second] = [levels.get(0)!, levels.get(1)!];
    expect([first.length, second.length, levels.has(2)]).toEqual([50, 50, false]);
    expect([first[10], first[40]]).toEqual([0, expect.closeTo(0.8, 2)]);
    expect(second.every((level) => Math.abs(level - 0.25) < 0.01)).toBe(true);
  });

  it('are few and fast to find in an hour of sound', () => {
    const pages = [{ page: 0, startS: 0, durationS: 3_600 }];
    const side = new Float32Array(3_600 * RATE_HZ).fill(0.5);
    const began = performance.now();
    expect(soundLevels({ sampleRate: RATE_HZ, sides: [side, side] }, pages).get(0)).toHaveLength(6_000);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
