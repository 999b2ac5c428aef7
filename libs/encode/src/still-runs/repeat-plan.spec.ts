import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodedFrames, keyFramesAfter, planRepeats } from './repeat-plan.js';

/** Still runs one after the other, and what follows them, frames. */
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
    expect(planRepeats([{ fromFrame: 5, toFrame: 36 }])).toEqual([]);
    expect(planRepeats([{ fromFrame: 5, toFrame: 37 }])).toEqual([{ fromFrame: 17, toFrame: 37 }]);
  });

  it('encodes the beginning of a still run again every 250 frames', () => {
    expect(planRepeats([{ fromFrame: 10, toFrame: 610 }])).toEqual([
      { fromFrame: 22, toFrame: 260 },
      { fromFrame: 272, toFrame: 510 },
      { fromFrame: 522, toFrame: 610 },
    ]);
  });

  it('repeats only frames of a still run, each after one that is encoded', () => {
    fc.assert(
      fc.property(videos, ({ stillRuns, frameCount }) => {
        const repeats = planRepeats(stillRuns);
        const encoded = [...encodedFrames(frameCount, repeats)];
        const repeated = repeats.flatMap(({ fromFrame, toFrame }) =>
          Array.from({ length: toFrame - fromFrame }, (_, index) => fromFrame + index),
        );
        expect([...encoded, ...repeated].sort((a, b) => a - b)).toEqual([...Array(frameCount).keys()]);
        for (const { fromFrame, toFrame } of repeats) {
          expect(stillRuns.some((run) => run.fromFrame < fromFrame && toFrame <= run.toFrame)).toBe(true);
          expect(encoded).toContain(fromFrame - 1);
        }
      }),
    );
  });

  it('has a key frame after each repeat that is followed by frames', () => {
    fc.assert(
      fc.property(videos, ({ stillRuns, frameCount }) => {
        const repeats = planRepeats(stillRuns);
        const encoded = [...encodedFrames(frameCount, repeats)];
        const after = repeats.map(({ toFrame }) => toFrame).filter((frame) => frame < frameCount);
        expect(keyFramesAfter(frameCount, repeats).map((index) => encoded[index])).toEqual(after);
      }),
    );
  });
});
