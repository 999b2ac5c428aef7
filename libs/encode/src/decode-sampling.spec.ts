import { describe, expect, it } from '@jest/globals';
import { DecodeSampling } from './decode-sampling.js';

const VIDEO = { width: 640, height: 360, fps: 24, format: 'mp4', encoder: 'software', sounds: [] } as const;
const WRITTEN = { digest: 'abc', hasWarnings: false };

/** The numbers of those that are decoded of videos one after the other, which have no faults. */
function decodedOf(sampling: DecodeSampling, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const isDecoded = sampling.reasonFor(VIDEO, WRITTEN) !== null;
    sampling.count(VIDEO);
    return isDecoded ? index : -1;
  }).filter((index) => index >= 0);
}

describe('DecodeSampling', () => {
  it('has the first video of its kind decoded, and one in twenty after it', () => {
    expect(decodedOf(new DecodeSampling(), 45)).toEqual([0, 20, 40]);
  });

  it('continues where the processes before it have ended', () => {
    const before: string[] = [];
    decodedOf(new DecodeSampling({}, (kind) => before.push(kind)), 5);
    expect(new Set(before).size).toBe(1);
    expect(decodedOf(new DecodeSampling({ [before[0]!]: before.length }), 45)).toEqual([15, 35]);
  });

  it('has videos decoded until one is without fault', () => {
    const sampling = new DecodeSampling();
    for (let faulty = 0; faulty < 3; faulty++) expect(sampling.reasonFor(VIDEO, WRITTEN)).toBe('one in 20 of its kind');
    sampling.count(VIDEO);
    expect(sampling.reasonFor(VIDEO, WRITTEN)).toBeNull();
  });

  it.each([{ width: 642 }, { fps: 30 }, { encoder: 'nvenc' }, { stillRuns: [{ fromFrame: 0, toFrame: 40 }] }] as const)(
    'has the first video of another kind decoded: %j',
    (change) => {
      const sampling = new DecodeSampling();
      sampling.count(VIDEO);
      expect(sampling.reasonFor({ ...VIDEO, ...change }, WRITTEN)).toBe('one in 20 of its kind');
      expect(sampling.reasonFor(VIDEO, WRITTEN)).toBeNull();
    },
  );

  it('has every file decoded that ffmpeg wrote, or about which the encoder reported something', () => {
    const sampling = new DecodeSampling();
    sampling.count(VIDEO);
    expect(sampling.reasonFor(VIDEO, { hasWarnings: false })).toBe('ffmpeg wrote the file');
    expect(sampling.reasonFor(VIDEO, { ...WRITTEN, hasWarnings: true })).toBe('the encoder reported something');
  });
});
