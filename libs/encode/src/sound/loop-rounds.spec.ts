import { describe, expect, it } from '@jest/globals';
import type { ResolvedSound } from '../encode-plan.js';
import { roundFilters } from './loop-rounds.js';
import { placeSound } from './placed-sound.js';
import { LOOPING_BED } from '../testing/looping-bed.js';

function filtersOf(change: Partial<ResolvedSound>, hasSeam = false): string {
  const placed = placeSound({ ...LOOPING_BED, ...change }, { fps: 24, sampleCount: 480_000 })!;
  return roundFilters(placed, hasSeam).join(',');
}

describe('roundFilters', () => {
  it('takes the part of the source that repeats', () => {
    expect(filtersOf({ trimStartS: 1 })).toBe(
      'aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo,asetpts=N/SR/TB,' +
        'atrim=start_sample=48000,asetpts=N/SR/TB,atrim=end_sample=96000',
    );
  });

  it('lets the sound of looping footage come round with its pictures, be it shorter or longer', () => {
    const footage = { isOfFootage: true, hasPicture: true, pictureDurationS: 2.01 } as const;
    // 48 frames of picture at 24 fps are 96,000 samples.
    for (const sourceDurationS of [1.5, 3]) {
      expect(filtersOf({ ...footage, sourceDurationS })).toContain('apad=whole_len=96000,atrim=end_sample=96000');
    }
    expect(filtersOf({ ...footage, sourceDurationS: 2, trimStartS: 1, speed: 2 })).toContain('apad=whole_len=24000');
  });

  it('fades both ends of a round that would click, as far as it has sound', () => {
    expect(filtersOf({})).not.toContain('afade');
    expect(filtersOf({}, true)).toMatch(/,afade=t=in:ss=0:ns=96,afade=t=out:ss=143904:ns=96$/);
    const footage = { isOfFootage: true, hasPicture: true, pictureDurationS: 2, sourceDurationS: 1 } as const;
    expect(filtersOf(footage, true)).toMatch(/,afade=t=in:ss=0:ns=96,afade=t=out:ss=47904:ns=96$/);
  });
});
