import { describe, expect, it } from '@jest/globals';
import { planEncode, type EncodeJob } from './encode-plan.js';

const JOB: EncodeJob = {
  width: 1280,
  height: 720,
  fps: 24,
  frameCount: 240,
  format: 'mp4',
  encoder: 'software',
  sounds: [],
  output: '/work/out.mp4',
};

describe('planEncode', () => {
  it.each([
    [
      { format: 'mp4', encoder: 'software' },
      { codec: 'x264', sound: 'aac' },
    ],
    [
      { format: 'mp4', encoder: 'nvenc' },
      { codec: 'nvenc', sound: 'aac' },
    ],
    [
      { format: 'mp4', encoder: 'nvenc', width: 128 },
      { codec: 'x264', sound: 'aac' },
    ],
    [
      { format: 'webm', encoder: 'nvenc' },
      { codec: 'vp9', sound: 'opus' },
    ],
    [
      { format: 'gif', encoder: 'nvenc' },
      { codec: 'gif', sound: undefined },
    ],
  ] as const)('%j is encoded as %j', (change, expected) => {
    const plan = planEncode({ ...JOB, ...change });
    expect({ codec: plan.codec, sound: plan.sound?.codec }).toEqual(expected);
  });

  it.each([
    [{ width: 640, height: 360 }, 1],
    [{ width: 360, height: 640 }, 1],
    [{ width: 640, height: 362 }, undefined],
    [{ width: 640, height: 360, format: 'webm' }, undefined],
  ] as const)('has for %j that many threads on every machine: %s', (change, threads) => {
    expect(planEncode({ ...JOB, ...change }).threads).toBe(threads);
  });

  it.each([
    [24, 1, 2_000],
    [24, 241, 482_000],
    [30, 301, 481_600],
    [12, 7, 28_000],
  ])('at %i fps, %i frames last exactly %i samples', (fps, frameCount, sampleCount) => {
    expect(planEncode({ ...JOB, fps, frameCount }).sound?.sampleCount).toBe(sampleCount);
  });

  it.each([
    [12, 1, [0]],
    [12, 24, [3, 9, 15, 21]],
    [12, 720, 60],
  ])('takes a palette at %i fps from %i frames spread over all of them', (fps, frameCount, expected) => {
    const { paletteFrames: frames } = planEncode({ ...JOB, format: 'gif', fps, frameCount }).gif!;
    if (typeof expected === 'number') expect(frames).toHaveLength(expected);
    else expect(frames).toEqual(expected);
    expect(new Set(frames).size).toBe(frames.length);
    expect(Math.max(...frames)).toBeLessThan(frameCount);
  });

  it.each([{ width: 1279 }, { height: 0 }, { fps: 23.976 }, { frameCount: 0 }])('refuses %j', (change) => {
    expect(() => planEncode({ ...JOB, ...change })).toThrow(RangeError);
  });
});
