import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CostKey, meansOf, sampleOf } from './render-cost.js';

const key: CostKey = { templateId: 't', templateVersion: 1, format: 'mp4', width: 320, height: 180 };

describe('the cost of an attempt', () => {
  it('is a part for each frame and a part for all', () => {
    expect(sampleOf(key, 240, { frames_ms: 4_800, fixed_ms: 300 })).toEqual({
      ...key,
      frameMs: 20,
      fixedMs: 300,
      renders: 1,
    });
  });

  it.each([
    ['no frames', 0, { frames_ms: 1, fixed_ms: 1 }],
    ['no time', 240, { frames_ms: 0, fixed_ms: 1 }],
    ['a month', 240, { frames_ms: 2.6e9, fixed_ms: 1 }],
  ])('teaches nothing if there is %s in it', (_name, frames, cpuMs) => {
    expect(sampleOf(key, frames, cpuMs)).toBeNull();
  });
});

describe('the costs of a second', () => {
  it('are one mean for each version, format and size, and always in the same order', () => {
    const anyKey = fc.record({ templateVersion: fc.integer({ min: 1, max: 3 }), width: fc.constantFrom(320, 640) });
    const anySample = fc.tuple(anyKey, fc.integer({ min: 1, max: 1_000 }));
    fc.assert(
      fc.property(fc.array(anySample, { maxLength: 20 }), (parts) => {
        const samples = parts.map(([part, ms]) => ({ ...key, ...part, frameMs: ms, fixedMs: 2 * ms, renders: 1 }));
        const means = meansOf(samples);
        const names = means.map(({ templateVersion, width }) => `${templateVersion} ${width}`);
        expect(names).toEqual([...new Set(names)].sort());
        expect(means.reduce((sum, { renders }) => sum + renders, 0)).toBe(samples.length);
        for (const { templateVersion, width, frameMs, fixedMs } of means) {
          const own = samples.filter((each) => each.templateVersion === templateVersion && each.width === width);
          expect(frameMs).toBeCloseTo(own.reduce((sum, each) => sum + each.frameMs, 0) / own.length, 6);
          expect(fixedMs).toBeCloseTo(2 * frameMs, 6);
        }
      }),
    );
  });
});
