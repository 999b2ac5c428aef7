import { describe, expect, it } from '@jest/globals';
import { OnsetDetector } from './onset-detector.js';

const RATE_HZ = 48_000;

function onsetsOf(frames: number, wave: (timeS: number, frame: number) => number): number[] {
  const samples = Float32Array.from({ length: 2 * frames }, (_, index) => wave((index >> 1) / RATE_HZ, index >> 1));
  return new OnsetDetector().push(samples).map(({ at }) => at);
}

describe('OnsetDetector', () => {
  it('finds a click in silence, and below a tone, within a frame', () => {
    const click = (frame: number) => (frame === 10_007 ? 0.5 : 0);
    for (const level of [0, 0.1]) {
      const onsets = onsetsOf(20_000, (timeS, frame) => click(frame) + level * Math.sin(2 * Math.PI * 200 * timeS));
      expect(onsets.map((at) => Math.abs(at - 10_007) <= 1)).toContain(true);
    }
  });

  it('finds where a tone begins', () => {
    const [onset] = onsetsOf(20_000, (timeS) => (timeS < 0.2 ? 0 : 0.5 * Math.sin(2 * Math.PI * 600 * (timeS - 0.2))));
    expect(Math.abs(onset! - 9_600)).toBeLessThan(30);
  });

  it.each<[string, (timeS: number, frame: number) => number]>([
    ['a low tone', (timeS) => 0.9 * Math.sin(2 * Math.PI * 50 * timeS)],
    [
      'the pulses of a low voice',
      (timeS) => Math.exp(-(timeS % 0.0125) * 400) * Math.sin(2 * Math.PI * 700 * (timeS % 0.0125)),
    ],
    ['a tone that grows', (timeS) => timeS * Math.sin(2 * Math.PI * 300 * timeS)],
    ['silence', () => 0],
  ])('finds no onset in %s', (_name, wave) => {
    // The wave may begin with an onset.
    expect(onsetsOf(48_000, wave).filter((at) => at > 2_400)).toEqual([]);
  });
});
