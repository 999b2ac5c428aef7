import { describe, expect, it } from '@jest/globals';
import {
  aacArguments,
  fileArguments,
  fileOptions,
  gifArguments,
  paletteArguments,
  pictureArguments,
} from './encode-arguments.js';
import { OUTPUT_LIMITS, SOURCE_LIMITS } from './input-limits.js';
import { planEncode, type EncodeJob } from './encode-plan.js';

const JOB: EncodeJob = {
  width: 640,
  height: 360,
  fps: 30,
  frameCount: 90,
  format: 'mp4',
  encoder: 'software',
  sounds: [],
  output: '/work/out',
};
const MIX = { inputs: [{ source: '/work/a.mp3', options: SOURCE_LIMITS }], filter: '[0:a:0]anull[mix]' };
const TAGS = '-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709';
const FRAMES = `-f rawvideo -pix_fmt yuv420p ${TAGS} -s 640x360 -r 30 -i pipe:0`;

function line(job: Partial<EncodeJob>): string {
  const plan = planEncode({ ...JOB, ...job });
  if (plan.gif) return gifArguments(plan, plan.gif).join(' ');
  return (plan.writer === 'tracks' ? pictureArguments(plan) : fileArguments(plan, '/work/out.sound')).join(' ');
}

describe('the arguments of an encoder', () => {
  it('stream the pictures of an mp4 as H.264 High, timed in frames', () => {
    expect(line({})).toBe(
      `-nostdin -hide_banner -v error -y ${FRAMES} ` +
        `-c:v libx264 -preset veryfast -profile:v high -pix_fmt yuv420p -chroma_sample_location center ` +
        `-crf 20.5 -x264-params sync-lookahead=0:rc-lookahead=14:b-adapt=0:me=dia -threads 1 ${TAGS} ` +
        '-map_metadata -1 -map_chapters -1 ' +
        '-video_track_timescale 30 -movflags +frag_every_frame+empty_moov+default_base_moof -f mp4 pipe:1',
    );
  });

  it('stream the sound of an mp4 as AAC, timed in samples', () => {
    expect(aacArguments(MIX).join(' ')).toBe(
      `-nostdin -hide_banner -v error -y -timelimit 3600 ${SOURCE_LIMITS.join(' ')} -i /work/a.mp3 ` +
        '-filter_complex [0:a:0]anull[mix] -map [mix] -c:a aac -b:a 160k -map_metadata -1 -map_chapters -1 ' +
        '-movflags +frag_every_frame+empty_moov+default_base_moof -f mp4 pipe:1',
    );
  });

  it.each([
    [1920, 1080, '20.5', 'sync-lookahead=0:rc-lookahead=14:b-adapt=0:me=dia'],
    [1080, 1920, '20.5', 'sync-lookahead=0:rc-lookahead=14:b-adapt=0:me=dia'],
    [2560, 1440, '20', 'sync-lookahead=0'],
  ])('give x264 for %i×%i a quality, and no thread that looks ahead: crf %s, %s', (width, height, crf, params) => {
    const args = pictureArguments(planEncode({ ...JOB, width, height }));
    expect(args[args.indexOf('-crf') + 1]).toBe(crf);
    expect(args[args.indexOf('-x264-params') + 1]).toBe(params);
  });

  it('have no key frame after what is not encoded', () => {
    expect(line({ stillRuns: [{ fromFrame: 3, toFrame: 60 }] })).not.toContain('-force_key_frames');
  });

  it.each([
    [{}, '-force_key_frames 1.000000,2.000000 '],
    [{ format: 'webm' }, '-force_key_frames 1.000000,2.000000 '],
    [{ encoder: 'nvenc' }, '-force_key_frames 1.000000,2.000000 '],
    // Encoded frames: 3 … 15 of the first second, 30 … 42 of the second
    [{ stillRuns: [{ fromFrame: 3, toFrame: 60 }] }, '-force_key_frames 0.500000,0.900000 '],
  ] as const)('have key frames as often as the job %j wants it', (change, expected) => {
    expect(line({ keyFrameIntervalS: 1, ...change })).toContain(expected);
  });

  it('use the GPU for H.264 if configured', () => {
    expect(line({ encoder: 'nvenc' })).toContain('-c:v h264_nvenc -preset p4');
  });

  it('write webm as VP9 and Opus', () => {
    const args = line({ format: 'webm' });
    expect(args).toContain('-c:v libvpx-vp9 -row-mt 1 -frame-parallel 0');
    expect(args).toContain(` ${OUTPUT_LIMITS.join(' ')} -i /work/out.sound -map 0:v:0 `);
    expect(args).toMatch(/-map 1:a:0 -c:a copy .* -f webm \/work\/out$/);
  });

  it.each([
    [1920, 1080, '-deadline good -cpu-used 5 -crf 34 -tile-columns 0'],
    [1080, 1920, '-deadline good -cpu-used 5 -crf 34 -tile-columns 0'],
    [2560, 1440, '-deadline realtime -cpu-used 6 -crf 32 -tile-columns 2'],
  ])('make a webm of %i×%i with %s', (width, height, expected) => {
    expect(line({ format: 'webm', width, height })).toContain(expected);
  });

  it('write gif in two streaming passes that convert BT.709, not BT.601', () => {
    const plan = planEncode({ ...JOB, format: 'gif', fps: 12 });
    const passes = [paletteArguments(plan, plan.gif!), gifArguments(plan, plan.gif!)].map((args) => args.join(' '));
    for (const pass of passes) expect(pass).toContain('scale=in_color_matrix=bt709:in_range=tv');
    expect(passes[0]).toMatch(/palettegen=stats_mode=full -frames:v 1 -f image2 -update 1 \/work\/out\.palette\.png$/);
    expect(passes[1]).toContain('-i /work/out.palette.png');
    expect(passes[1]).not.toContain('-map');
  });
});

describe('a gif', () => {
  const gif = { format: 'gif', fps: 12 } as const;

  it.each([
    [undefined, '-loop 0'],
    [0, '-loop 0'],
    [1, '-loop -1'],
    [2, '-loop 1'],
    [65_535, '-loop 65534'],
  ])('that plays %p times has %s', (plays, expected) => {
    expect(line({ ...gif, gif: { ...(plays !== undefined && { plays }) } })).toContain(`${expected} -f gif`);
  });

  it('is scaled before its palette is chosen, and only where its size differs from the frames', () => {
    const passes = (size: { width: number; height: number }) => {
      const plan = planEncode({ ...JOB, ...gif, gif: { size } });
      return [paletteArguments(plan, plan.gif!), gifArguments(plan, plan.gif!)].map((args) => args.join(' '));
    };
    for (const pass of passes({ width: 320, height: 180 })) {
      expect(pass).toMatch(/scale=w=320:h=180:in_color_matrix=bt709.*flags=bicubic[^,]*,format=bgra.*palette/);
    }
    for (const pass of passes({ width: 640, height: 360 })) expect(pass).not.toMatch(/w=\d/);
  });
});

describe('fileOptions', () => {
  it('puts the index of a file in front, and rounds no time of an mp4', () => {
    expect(fileOptions('aac', 'mp4').join(' ')).toBe(
      '-c:a aac -b:a 160k -map_metadata -1 -map_chapters -1 ' +
        '-movie_timescale 48000 -video_track_timescale 48000 -movflags +faststart -f mp4',
    );
    expect(fileOptions('opus', 'webm').join(' ')).toMatch(/^-c:a libopus .* -cues_to_front 1 -f webm$/);
  });
});
