import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { StillRun } from '#libs/timeline';
import { encodedFrames, encodedIndices, planKeyFrames, planRepeats } from './repeat-plan.js';

/** Lengths of successive still runs and of the frames behind each. */
const videos = fc
  .array(fc.tuple(fc.nat(300), fc.integer({ min: 2, max: 900 })), { maxLength: 6 })
  .chain((parts) => fc.nat(300).map((rest) => ({ parts, rest })))
  .map(({ parts, rest }) => {
    let end = 0;
    const stillRuns = parts.map(([moving, held]) => {
      const fromFrame = end + moving;
      end = fromFrame + held;
      return { fromFrame, toFrame: end };
    });
    return { stillRuns, frameCount: end + rest + 1 };
  });

describe('planRepeats', () => {
  it('leaves short still runs alone', () => {
    expect(planRepeats([{ fromFrame: 5, toFrame: 24 }], [])).toEqual([]);
    expect(planRepeats([{ fromFrame: 5, toFrame: 25 }], [])).toEqual([{ fromFrame: 17, toFrame: 25 }]);
  });

  it('encodes the beginning of a still run again after each key frame', () => {
    expect(planRepeats([{ fromFrame: 10, toFrame: 610 }], [10, 260, 510, 610])).toEqual([
      { fromFrame: 22, toFrame: 260 },
      { fromFrame: 272, toFrame: 510 },
      { fromFrame: 522, toFrame: 610 },
    ]);
  });

  it('repeats only frames of a still run, each after one that is encoded, and encodes every key frame', () => {
    const intervals = fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined });
    fc.assert(
      fc.property(videos, intervals, ({ stillRuns, frameCount }, interval) => {
        const keyFrames = planKeyFrames({ frameCount, stillRuns, cuts: [], interval });
        const repeats = planRepeats(stillRuns, keyFrames);
        const encoded = [...encodedFrames(frameCount, repeats)];
        const repeated = repeats.flatMap(({ fromFrame, toFrame }) =>
          Array.from({ length: toFrame - fromFrame }, (_, index) => fromFrame + index),
        );
        expect([...encoded, ...repeated].sort((a, b) => a - b)).toEqual([...Array(frameCount).keys()]);
        for (const { fromFrame, toFrame } of repeats) {
          expect(stillRuns.some((run) => run.fromFrame < fromFrame && toFrame <= run.toFrame)).toBe(true);
          expect(encoded).toContain(fromFrame - 1);
        }
        expect(encodedIndices(keyFrames, repeats).map((index) => encoded[index])).toEqual(keyFrames);
      }),
    );
  });
});

describe('planKeyFrames', () => {
  const still = (...ends: number[]) => ends.map((toFrame, index) => ({ fromFrame: ends[index - 1] ?? 0, toFrame }));
  const plan = (change: Partial<Parameters<typeof planKeyFrames>[0]>) =>
    planKeyFrames({ frameCount: 1_000, stillRuns: [], cuts: [], ...change });

  it('has one every interval if there is an interval', () => {
    expect(plan({ frameCount: 181, interval: 60 })).toEqual([60, 120, 180]);
    expect(plan({ frameCount: 180, interval: 60, stillRuns: still(180), cuts: [90] })).toEqual([60, 120]);
  });

  it('leaves a video without repeats, and one as short as a group of pictures, to the encoder', () => {
    expect(plan({ stillRuns: [{ fromFrame: 5, toFrame: 20 }], cuts: [400] })).toEqual([]);
    expect(plan({ frameCount: 250, stillRuns: still(250), cuts: [100] })).toEqual([]);
  });

  it('prefers the last cut in reach, then the last beginning of a still run', () => {
    const stillRuns = [15, 135, 255, 375, 495, 615].map((fromFrame) => ({ fromFrame, toFrame: fromFrame + 90 }));
    expect(plan({ frameCount: 705, stillRuns, cuts: [120, 240, 360] })).toEqual([360, 615]);
    expect(plan({ frameCount: 705, stillRuns })).toEqual([495]);
  });

  it('has one every 250 frames of a long still run', () => {
    expect(plan({ frameCount: 900, stillRuns: still(900) })).toEqual([250, 500, 750]);
  });

  /** Frames at which x264 finds a change of scene, which it may encode as a key frame. */
  const changes = fc.uniqueArray(fc.nat(3_000), { maxLength: 12 });

  it('leaves at most 500 frames from one key frame to the next, whichever ones x264 adds', () => {
    fc.assert(
      fc.property(videos, changes, changes, ({ stillRuns, frameCount }, cuts, sceneChanges) => {
        const keyFrames = planKeyFrames({ frameCount, stillRuns, cuts: betweenRuns(cuts, stillRuns, frameCount) });
        const encoded = encodedFrames(frameCount, planRepeats(stillRuns, keyFrames));
        const shown = [...withKeyFramesOfX264(encoded, new Set([...keyFrames, ...sceneChanges])), frameCount];
        const distances = shown.slice(1).map((frame, index) => frame - shown[index]!);
        expect(Math.max(...distances)).toBeLessThanOrEqual(500);
      }),
      {
        numRuns: 1_000,
        examples: [[{ stillRuns: [{ fromFrame: 245, toFrame: 700 }], frameCount: 900 }, [745], [100]]],
      },
    );
  });

  it('has none within a still run of 250 frames or less', () => {
    fc.assert(
      fc.property(videos, changes, ({ stillRuns, frameCount }, cuts) => {
        const keyFrames = planKeyFrames({ frameCount, stillRuns, cuts: betweenRuns(cuts, stillRuns, frameCount) });
        const interrupted = stillRuns.filter(({ fromFrame, toFrame }) =>
          keyFrames.some((frame) => frame > fromFrame && frame < toFrame),
        );
        for (const { fromFrame, toFrame } of interrupted) expect(toFrame - fromFrame).toBeGreaterThan(250);
      }),
    );
  });
});

/** Frames at which pages can begin: none is inside a still run. Ascending. */
function betweenRuns(frames: readonly number[], stillRuns: readonly StillRun[], frameCount: number): number[] {
  const isInside = (frame: number): boolean =>
    stillRuns.some(({ fromFrame, toFrame }) => frame > fromFrame && frame < toFrame);
  return frames.filter((frame) => frame > 0 && frame < frameCount && !isInside(frame)).sort((a, b) => a - b);
}

/** The key frames among the encoded frames: the first one, `wanted` ones, and one after 250 frames without any. */
function withKeyFramesOfX264(encoded: Iterable<number>, wanted: ReadonlySet<number>): number[] {
  let since = 250;
  return [...encoded].filter((frame) => {
    const isKey = since === 250 || wanted.has(frame);
    since = isKey ? 1 : since + 1;
    return isKey;
  });
}
