import { describe, expect, it } from '@jest/globals';
import type { ResolvedSound } from '../encode-plan.js';
import { soundGraph } from './sound-graph.js';
import { FIRST_LEVEL } from './sound-level.js';
import { LOOPING_BED } from '../testing/looping-bed.js';

const BED: ResolvedSound = {
  ...LOOPING_BED,
  sourceUrl: "https://example.com/a:b,c'[x];movie=.mp3",
  loop: false,
  sourceDurationS: 10,
};
const TEN_SECONDS = { fps: 24, sampleCount: 480_000, level: FIRST_LEVEL };

function filterOf(...sounds: Partial<ResolvedSound>[]): string {
  return soundGraph(
    sounds.map((change) => ({ ...BED, ...change })),
    TEN_SECONDS,
  ).filter;
}

describe('soundGraph', () => {
  it('mixes one whole sound without touching it but for the limiter', () => {
    expect(filterOf({})).toBe(
      '[0:a:0]aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo,asetpts=N/SR/TB,atrim=end_sample=480000[s0];' +
        '[s0]amix=inputs=1:normalize=0:dropout_transition=0,' +
        'apad=whole_len=480000,aresample=192000,alimiter=limit=0.841395:attack=20:release=100:level=0:latency=1,' +
        'aresample=48000,atrim=end_sample=480000[mix]',
    );
  });

  it('raises the mix by the gain of its level, and limits it to the ceiling', () => {
    const { filter } = soundGraph([BED], { ...TEN_SECONDS, level: { gainDb: 7.25, ceilingDb: -6 } });
    expect(filter).toContain(',volume=7.250dB,aresample=192000,alimiter=limit=0.501187:');
  });

  it('has nothing of the caller in it but numbers', () => {
    const graph = soundGraph([{ ...BED, path: 'movie=/etc/passwd' }], TEN_SECONDS);
    expect(graph.filter).not.toMatch(/example|movie|passwd/);
    expect(graph.inputs).toMatchObject([{ source: '/work/assets/0a1b' }]);
  });

  it('puts a sound at its frame, trimmed, at its volume, in samples', () => {
    const filter = filterOf({ role: 'page', fromFrame: 48, toFrame: 96, trimStartS: 1.5, volume: 0.5 });
    expect(filter).toContain('atrim=start_sample=72000,asetpts=N/SR/TB,atrim=end_sample=96000');
    expect(filter).toContain('volume=0.500000,adelay=delays=96000S:all=1[s0]');
  });

  it('fades out what is cut and leaves alone what ends by itself', () => {
    expect(filterOf({ sourceDurationS: 30 })).toContain('afade=t=out:ss=468000:ns=12000');
    expect(filterOf({ sourceDurationS: 10 })).not.toContain('afade');
    expect(filterOf({ sourceDurationS: 4, loop: true })).toContain('afade=t=out');
  });

  it('fades the start of a page sound for 2 ms, and no other start', () => {
    expect(filterOf({ role: 'page' })).toContain('afade=t=in:ss=0:ns=96');
    expect(filterOf({ role: 'other' })).not.toContain('afade');
  });

  it('fades sounds of pages into each other with equal power while both play', () => {
    const page = { role: 'page', sourceDurationS: 30, fadeOutS: 0.25 } as const;
    const [first, second] = filterOf({ ...page, toFrame: 96 }, { ...page, fromFrame: 72, toFrame: 240 }).split(';');
    expect(first).toContain('afade=t=in:ss=0:ns=96,afade=t=out:ss=144000:ns=48000:curve=qsin');
    expect(second).toContain('afade=t=in:ss=0:ns=48000:curve=qsin,afade=t=out:ss=324000:ns=12000');
  });

  it('ends a sound where its source is trimmed, and fades it there', () => {
    const filter = filterOf({ sourceDurationS: 30, trimStartS: 1, trimEndS: 5 });
    expect(filter).toContain('atrim=end_sample=192000,afade=t=in:ss=0:ns=480,afade=t=out:ss=180000:ns=12000');
  });

  it('fades in what is cut at its start', () => {
    expect(filterOf({ trimStartS: 2 })).toContain('afade=t=in:ss=0:ns=480');
  });

  it('ends a fade-out with the source where that is shorter than its place', () => {
    expect(filterOf({ sourceDurationS: 4, fadeOutS: 1 })).toContain('afade=t=out:ss=144000:ns=48000');
  });

  it('shrinks fades in proportion where both do not fit', () => {
    const filter = filterOf({ sourceDurationS: 4, fadeInS: 6, fadeOutS: 2 });
    expect(filter).toContain('afade=t=in:ss=0:ns=144000');
    expect(filter).toContain('afade=t=out:ss=144000:ns=48000');
  });

  it('reads the round of a looping sound again and again until its place ends', () => {
    const sound = { ...BED, sourceDurationS: 3, trimStartS: 1, loop: true, roundFile: '/work/0.round' };
    const { inputs, filter } = soundGraph([sound], TEN_SECONDS);
    expect(inputs).toEqual([{ source: '/work/0.round', options: expect.arrayContaining(['-stream_loop', '-1']) }]);
    expect(filter).toContain('[0:a:0]aformat=sample_fmts=fltp:channel_layouts=stereo,atrim=end_sample=480000,afade');
  });

  it.each([0.5, 1.25, 2])('takes a sound of speed %f from its stretched file, as long as that lasts', (speed) => {
    const sound = { ...BED, speed, stretched: '/work/0.wav', sourceDurationS: 4, trimStartS: 1, trimEndS: 3 };
    const { inputs, filter } = soundGraph([sound], TEN_SECONDS);
    expect(inputs).toMatchObject([{ source: '/work/0.wav' }]);
    expect(filter).toContain(
      `[0:a:0]aformat=sample_fmts=fltp:channel_layouts=stereo,atrim=end_sample=${96_000 / speed},afade`,
    );
  });

  it('keeps one channel at full level on both sides', () => {
    expect(filterOf({ sourceChannels: 1 })).toContain('[0:a:0]pan=stereo|c0=c0|c1=c0,');
  });

  it('keeps the sound of footage where it stands to its picture', () => {
    expect(filterOf({ hasPicture: true })).toContain('aresample=48000:async=1:first_pts=0');
  });

  it('ducks the bed while a page sound plays, not for the rest of its page', () => {
    const filter = filterOf({}, { role: 'page', fromFrame: 48, toFrame: 240, sourceDurationS: 2 });
    expect(filter).toMatch(
      /^\[0:a:0\][^[]*volume='1-0\.7488\*\(clip\(min\(\(t-1\.7\d*\)\/0\.3,\(4\.3\d*-t\)\/0\.3\),0,1\)\)'/,
    );
    expect(filter.split(';')[1]).not.toContain('volume');
  });

  it('is silence without sounds', () => {
    const silent: Partial<ResolvedSound>[] = [
      { volume: 0 },
      { trimStartS: 10 },
      { trimStartS: 10, loop: true },
      { fromFrame: 240, toFrame: 300 },
      { fromFrame: 5, toFrame: 5 },
    ];
    const silence = { inputs: [], filter: 'anullsrc=r=48000:cl=stereo,atrim=end_sample=480000[mix]' };
    expect(soundGraph([], TEN_SECONDS)).toEqual(silence);
    for (const change of silent) expect(soundGraph([{ ...BED, ...change }], TEN_SECONDS)).toEqual(silence);
  });
});
