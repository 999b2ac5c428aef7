import { describe, expect, it } from '@jest/globals';
import { DecodeSampling } from './decode-sampling.js';

const VIDEO = { width: 640, height: 360, fps: 24, format: 'mp4', encoder: 'software', sounds: [] } as const;
const WRITTEN = { digest: 'abc', hasWarnings: false };

describe('DecodeSampling', () => {
  it('has the first video of its kind decoded, and one in twenty after it', () => {
    const sampling = new DecodeSampling();
    const decoded = Array.from({ length: 45 }, (_, video) => video).filter(() => sampling.reasonFor(VIDEO, WRITTEN));
    expect(decoded).toHaveLength(3);
  });

  it.each([{ width: 642 }, { fps: 30 }, { encoder: 'nvenc' }, { stillRuns: [{ fromFrame: 0, toFrame: 40 }] }] as const)(
    'has the first video of another kind decoded: %j',
    (change) => {
      const sampling = new DecodeSampling();
      sampling.reasonFor(VIDEO, WRITTEN);
      expect(sampling.reasonFor({ ...VIDEO, ...change }, WRITTEN)).toBe('one in 20 of its kind');
      expect(sampling.reasonFor(VIDEO, WRITTEN)).toBeNull();
    },
  );

  it('has every file decoded that ffmpeg wrote, or about which the encoder reported something', () => {
    const sampling = new DecodeSampling();
    sampling.reasonFor(VIDEO, WRITTEN);
    expect(sampling.reasonFor(VIDEO, { hasWarnings: false })).toBe('ffmpeg wrote the file');
    expect(sampling.reasonFor(VIDEO, { ...WRITTEN, hasWarnings: true })).toBe('the encoder reported something');
  });
});
