import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cutPoints, type LongVideo } from './cut-points.js';

const video = (change: Partial<LongVideo> = {}): LongVideo => ({
  ...{ frameCount: 14_400, fps: 24, costMs: 234_000, edges: [], moving: [] },
  ...change,
});

describe('the cuts of a video', () => {
  it.each([
    ['make as many parts as slots are free beside the one of the sound', video(), 16, 15],
    ['make a part for each slot where the sound is little beside a part', video({ costMs: 120_000 }), 3, 3],
    ['make a part for each of two slots', video({ frameCount: 1_440, costMs: 24_000 }), 2, 2],
    ['make seven parts of a minute of texts for eight slots', video({ frameCount: 1_800, costMs: 24_000 }), 8, 7],
    ['make no part below two and a half CPU seconds', video(), 128, 93],
    ['make no part above a minute of CPU time', video({ costMs: 702_000 }), 1, 12],
    ['make parts of a minute while all slots are busy', video(), 0, 4],
    ['do not pay below ten CPU seconds', video({ costMs: 9_999 }), 16, 1],
    ['make four parts where they pay', video({ frameCount: 1_440, costMs: 10_000 }), 16, 4],
    ['make no part below a second', video({ frameCount: 96 }), 16, 4],
    ['make no part below two frames', video({ frameCount: 9, fps: 1 }), 16, 4],
  ])('%s', (_name, long, freeSlots, parts) => {
    expect(cutPoints(long, freeSlots)).toHaveLength(parts - 1);
  });

  it('are at edges where those are near, else where the picture moves', () => {
    const long = video({ frameCount: 1_000, costMs: 40_000, edges: [260, 860], moving: [240, 480, 505] });
    expect(cutPoints(long, 4)).toEqual([260, 505, 860]);
  });

  it('are at any frame where there is nothing better', () => {
    expect(cutPoints(video({ frameCount: 1_000, costMs: 40_000 }), 4)).toEqual([250, 500, 750]);
  });
});

describe('whatever the video', () => {
  const anyVideo = fc
    .record({
      frameCount: fc.integer({ min: 1, max: 200_000 }),
      fps: fc.constantFrom(1, 12, 24, 25, 30, 60),
      costMs: fc.integer({ min: 0, max: 20_000_000 }),
      edges: fc.uniqueArray(fc.nat(200_000), { maxLength: 50 }),
      moving: fc.uniqueArray(fc.nat(200_000), { maxLength: 200 }),
    })
    .map((long) => ({ ...long, edges: long.edges.sort((a, b) => a - b), moving: long.moving.sort((a, b) => a - b) }));

  it('its parts are in order, all of it, each a second and two frames long, and about equal', () => {
    fc.assert(
      fc.property(anyVideo, fc.nat(256), (long, freeSlots) => {
        const points = cutPoints(long, freeSlots);
        const bounds = [0, ...points, long.frameCount];
        const lengths = bounds.slice(1).map((to, n) => to - bounds[n]!);
        if (points.length === 0) return;
        expect(long.costMs).toBeGreaterThanOrEqual(10_000);
        expect(Math.min(...lengths)).toBeGreaterThanOrEqual(Math.max(2, long.fps));
        expect(points.length).toBeLessThanOrEqual(long.costMs / 2_500);
      }),
    );
  });

  it('no part costs more than twice a minute, unless a second does', () => {
    fc.assert(
      fc.property(anyVideo, fc.nat(256), (long, freeSlots) => {
        const bounds = [0, ...cutPoints(long, freeSlots), long.frameCount];
        const longest = Math.max(...bounds.slice(1).map((to, n) => to - bounds[n]!));
        const partMs = (long.costMs * longest) / long.frameCount;
        const secondMs = (long.costMs * Math.max(2, long.fps)) / long.frameCount;
        if (long.costMs >= 10_000) expect(partMs).toBeLessThanOrEqual(Math.max(120_000, 3 * secondMs));
      }),
    );
  });
});
