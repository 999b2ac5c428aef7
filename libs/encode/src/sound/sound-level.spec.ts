import { describe, expect, it } from '@jest/globals';
import { FIRST_LEVEL, lowerLevel, type MeasuredGain, nextGainDb } from './sound-level.js';

const SILENT = null;

/** The gains that are tried for a mix with this loudness at each gain. */
function triedGains(loudnessAt: (gainDb: number) => number | null, wantedLufs: number): number[] {
  const measured: MeasuredGain[] = [];
  const wanted = { wantedLufs, toleranceLu: 0.2 };
  for (let gainDb: number | null = 0; gainDb !== null; gainDb = nextGainDb(measured, wanted)) {
    measured.push({ gainDb, loudnessLufs: loudnessAt(gainDb) });
  }
  return measured.map(({ gainDb }) => gainDb);
}

describe('the gain for a loudness', () => {
  it.each([
    ['raises a mix that is not limited in one step', (gainDb: number) => -20 + gainDb, [0, 6]],
    ['lowers a loud one', (gainDb: number) => -8 + gainDb, [0, -6]],
    ['leaves alone what is near enough', () => -14.2, [0]],
    ['leaves silence alone', () => SILENT, [0]],
    ['ends at 30 dB', (gainDb: number) => -60 + gainDb, [0, 30]],
  ])('%s', (_what, loudnessAt, gains) => {
    expect(triedGains(loudnessAt, -14)).toEqual(gains);
  });

  it('follows the limiter, which takes two thirds of what is above 3 dB', () => {
    const loudnessAt = (gainDb: number): number => -20 + Math.min(gainDb, 3) + Math.max(0, gainDb - 3) / 3;
    const tried = triedGains(loudnessAt, -14);
    expect(Math.abs(loudnessAt(tried.at(-1)!) + 14)).toBeLessThanOrEqual(0.2);
    expect(tried.length).toBeLessThanOrEqual(4);
  });

  it('is corrected as if there was no limiter where only the ceiling has changed', () => {
    const measured = [-15, -15.5].map((loudnessLufs) => ({ gainDb: 4, loudnessLufs }));
    expect(nextGainDb(measured, { wantedLufs: -14, toleranceLu: 0.4 })).toBe(5.5);
  });

  it('gives up where the limiter takes everything', () => {
    expect(triedGains((gainDb) => -20 + Math.min(gainDb, 3), -14).length).toBeLessThanOrEqual(6);
  });

  it('is not changed any more after six measurements, whatever else is measured', () => {
    const measured = Array.from({ length: 7 }, (_, index) => ({ gainDb: index, loudnessLufs: -20 }));
    expect(nextGainDb(measured, { wantedLufs: -14, toleranceLu: 0.4 })).toBeNull();
  });
});

describe('the level after a sound was encoded', () => {
  it.each([-1, -1.01, -20, -Infinity])('stays where the true peak is %f dB', (truePeakDb) => {
    expect(lowerLevel(FIRST_LEVEL, truePeakDb, 0)).toBeNull();
  });

  it('has a ceiling lower by what was too much and a little more', () => {
    const { gainDb, ceilingDb } = lowerLevel({ gainDb: 4, ceilingDb: -1.5 }, -0.7, 0)!;
    expect(gainDb).toBe(4);
    expect(ceilingDb).toBeCloseTo(-1.9, 6);
  });

  it('has the least ceiling after eight times, even if the encoder hardly follows, and then ends with a fault', () => {
    let level = FIRST_LEVEL;
    let lowered = 0;
    for (; level.ceilingDb > -24; lowered++) level = lowerLevel(level, -0.99, lowered)!;
    expect(lowered).toBeLessThanOrEqual(8);
    expect(level.ceilingDb).toBe(-24);
    expect(() => lowerLevel(level, -0.99, lowered)).toThrow(RangeError);
  });
});
