import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Stop } from './css-gradient.js';
import { withStopsBetween, withStopsBeyond } from './unseen-stops.js';

const channel = fc.integer({ min: 0, max: 255 });
const color = fc.record({ r: channel, g: channel, b: channel, alpha: fc.constantFrom(0, 0.5, 1) });
const stops = fc
  .array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), color }), { minLength: 1, maxLength: 12 })
  .map((all): Stop[] => all.sort((a, b) => a.at - b.at));
const turns = fc.tuple(color, stops, color).map(([first, all, last]): Stop[] => {
  return [{ at: 0, color: first }, ...all.filter(({ at }) => at > 1e-3 && at < 1), { at: 1, color: last }];
});

function expectNeutral(all: readonly Stop[]): void {
  for (const key of ['r', 'g', 'b'] as const) {
    const mean = all.reduce((sum, stop) => sum + stop.color[key], 0) / all.length;
    expect(Math.abs(mean - 112)).toBeLessThanOrEqual(1);
    for (const stop of all) expect(stop.color[key] >= 0 && stop.color[key] <= 255).toBe(true);
  }
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => a - b));
}

describe('unseen stops', () => {
  it('beyond the end of a gradient make its mean a neutral gray, and leave the rest as it is', () => {
    fc.assert(
      fc.property(stops, fc.integer({ min: 2, max: 1e6 }), (given, stretch) => {
        const all = withStopsBeyond(given, stretch);
        expectNeutral(all);
        expect([all[0]!.at, all.at(-1)!.at]).toEqual([0, 1]);
        const seen = all.filter(({ at }) => at <= 0.5);
        expect(seen.slice(-1 - given.length, -1).map((stop) => stop.color)).toEqual(given.map((stop) => stop.color));
        expect(seen.at(-1)).toEqual({ at: 0.5, color: given.at(-1)!.color });
      }),
    );
  });

  it('in a turn make its mean a neutral gray, and take less than a millionth of it each', () => {
    fc.assert(
      fc.property(turns, (given) => {
        const all = withStopsBetween(given);
        expectNeutral(all);
        expect(all.slice(1 - given.length)).toEqual(given.slice(1));
        const added = all.slice(0, all.length - given.length + 1);
        expect([added[0], added.at(-1)].map((stop) => stop!.color)).toEqual([given[0]!.color, given[0]!.color]);
        expect(added.at(-1)!.at).toBeLessThan(1e-6 * added.length);
      }),
    );
  });
});
