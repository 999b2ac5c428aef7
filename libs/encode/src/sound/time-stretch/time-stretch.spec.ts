import { describe, expect, it } from '@jest/globals';
import { TimeStretch } from './time-stretch.js';

const RATE_HZ = 48_000;

function stereo(frames: number, wave: (frame: number) => number): Float32Array {
  const samples = new Float32Array(2 * frames);
  for (let frame = 0; frame < frames; frame++) samples[2 * frame] = samples[2 * frame + 1] = wave(frame);
  return samples;
}

function tone(hz: number, peak = 0.5): (frame: number) => number {
  return (frame) => peak * Math.sin((2 * Math.PI * hz * frame) / RATE_HZ);
}

/** The left side of `source` at `speed`, received in chunks. */
function stretched(source: Float32Array, speed: number, chunkFrames = 4_096): Float32Array {
  const length = Math.round(source.length / 2 / speed);
  const timeStretch = new TimeStretch(speed, length);
  const parts: Float32Array[] = [];
  for (let from = 0; from < source.length; from += 2 * chunkFrames) {
    parts.push(...timeStretch.push(source.subarray(from, from + 2 * chunkFrames)));
  }
  parts.push(...timeStretch.end());
  const all = parts.flatMap((part) => [...part]);
  return Float32Array.from({ length: all.length / 2 }, (_, frame) => all[2 * frame]!);
}

function most(samples: Float32Array): number {
  return samples.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}

function steps(samples: Float32Array): Float32Array {
  return samples.map((value, index) => value - (samples[index - 1] ?? value));
}

describe('TimeStretch', () => {
  it.each([0.1, 0.5, 0.9, 1.1, 2, 10])('lasts exactly as long as the source at speed %f', (speed) => {
    for (const frames of [1, 100, 5_000, 30_001]) {
      expect(stretched(stereo(frames, tone(440)), speed)).toHaveLength(Math.round(frames / speed));
    }
  });

  it.each([0.1, 0.5, 0.9, 1.1, 2, 10])(
    'keeps the level and the pitch of a tone, without a step, at speed %f',
    (speed) => {
      const frames = Math.round(48_000 * Math.max(speed, 0.4));
      const result = stretched(stereo(frames, tone(440)), speed);
      const middle = result.subarray(4_800, -4_800);
      const crossings = middle.filter((value, index) => index > 0 && value >= 0 && middle[index - 1]! < 0).length;
      expect(Math.abs((crossings * RATE_HZ) / middle.length - 440)).toBeLessThan(8);
      expect(most(middle)).toBeCloseTo(0.5, 1);
      expect(most(steps(result))).toBeLessThan(
        1.2 * most(steps(Float32Array.from({ length: 480 }, (_, n) => tone(440)(n)))),
      );
    },
  );

  it.each([0.3, 1.7])('does not depend on how the source is divided, at speed %f', (speed) => {
    const source = stereo(24_000, (frame) => tone(330, 0.1)(frame) + (frame % 7_001 === 6_000 ? 0.8 : 0));
    const whole = stretched(source, speed, 24_000);
    for (const chunkFrames of [100, 777, 12_000]) expect(stretched(source, speed, chunkFrames)).toEqual(whole);
  });

  it.each([0.1, 0.5, 2, 10])(
    'ends where onsets follow each other at once, at the start and everywhere, at speed %f',
    (speed) => {
      for (const gap of [60, 130, 1_300, 1_500]) {
        for (const first of [0, 50, 97, 300]) {
          const source = stereo(12_000, (frame) => ((frame - first) % gap === 0 ? 0.9 : 0));
          expect(stretched(source, speed)).toHaveLength(Math.round(12_000 / speed));
        }
      }
    },
  );

  it('is silence where the source is silence', () => {
    expect(
      most(
        stretched(
          stereo(20_000, () => 0),
          1.5,
        ),
      ),
    ).toBe(0);
  });
});
