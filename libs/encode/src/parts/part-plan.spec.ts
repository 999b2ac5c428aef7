import { describe, expect, it } from '@jest/globals';
import type { EncodeJob } from '../encode-plan.js';
import { pictureArguments } from '../encode-arguments.js';
import { planPart } from './part-plan.js';

const VIDEO: EncodeJob = {
  width: 640,
  height: 360,
  fps: 30,
  frameCount: 300,
  format: 'mp4',
  encoder: 'software',
  sounds: [],
  output: '/work/out',
};

describe('planPart', () => {
  it('is the plan of a video of its own frames, without sound, on a fixed number of threads', () => {
    const plan = planPart(VIDEO, { fromFrame: 90, toFrame: 150 });
    expect(plan).toEqual({
      ...{ codec: 'x264', width: 640, height: 360, fps: 30, frameCount: 60, keyFrames: [], threads: 4 },
      ...{ container: 'mp4', writer: 'tracks', output: '/work/out' },
    });
    expect(pictureArguments(plan).join(' ')).toMatch(/ -threads 4 /);
  });

  it('ends still runs at its ends, and keeps those within', () => {
    const stillRuns = [
      { fromFrame: 0, toFrame: 40 },
      { fromFrame: 60, toFrame: 130 },
      { fromFrame: 140, toFrame: 300 },
    ];
    const { repeats } = planPart({ ...VIDEO, stillRuns }, { fromFrame: 90, toFrame: 200 });
    expect(repeats).toEqual([
      { fromFrame: 12, toFrame: 40 },
      { fromFrame: 62, toFrame: 110 },
    ]);
  });

  it('has the key frames of an interval where the whole video has them', () => {
    const video = { ...VIDEO, keyFrameIntervalS: 2 };
    const keyFrames = [
      [0, 100],
      [100, 190],
      [180, 241],
    ].map(([fromFrame, toFrame]) => planPart(video, { fromFrame: fromFrame!, toFrame: toFrame! }).keyFrames);
    expect(keyFrames).toEqual([[60], [20, 80], [60]]);
  });

  it.each(['mp4', 'webm'] as const)('streams fragments of %s', (format) => {
    const args = pictureArguments(planPart({ ...VIDEO, format }, { fromFrame: 0, toFrame: 2 })).join(' ');
    expect(args).toMatch(/-video_track_timescale 30 -movflags \+frag_every_frame.* -f mp4 pipe:1$/);
  });

  it.each([
    [0, 1],
    [-1, 20],
    [250, 301],
    [0.5, 20],
  ])('refuses [%d, %d) of 300 frames', (fromFrame, toFrame) => {
    expect(() => planPart(VIDEO, { fromFrame, toFrame })).toThrow(RangeError);
  });

  it('refuses a gif, which has one palette', () => {
    expect(() => planPart({ ...VIDEO, format: 'gif' }, { fromFrame: 0, toFrame: 20 })).toThrow(RangeError);
  });
});
