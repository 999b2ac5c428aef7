import { describe, expect, it } from '@jest/globals';
import { encodeArguments, paletteArguments } from './encode-arguments.js';
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
const TAGS = '-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709';
const FRAMES = `-f rawvideo -pix_fmt yuv420p ${TAGS} -s 640x360 -r 30 -i pipe:0`;

function line(job: Partial<EncodeJob>, mixFile: string | null = null): string {
  const plan = planEncode({ ...JOB, ...job });
  if (plan.sound) plan.sound.mixFile = mixFile;
  return encodeArguments(plan).join(' ');
}

describe('encodeArguments', () => {
  it('writes mp4 as H.264 High with silence where there is no sound', () => {
    expect(line({})).toBe(
      `-nostdin -hide_banner -v error -y ${FRAMES} ` +
        '-filter_complex anullsrc=r=48000:cl=stereo,atrim=end_sample=144000[silence] ' +
        '-map 0:v:0 -map [silence] -c:a aac -b:a 160k ' +
        `-c:v libx264 -preset veryfast -crf 20 -profile:v high -pix_fmt yuv420p ${TAGS} ` +
        '-map_metadata -1 -map_chapters -1 ' +
        '-movie_timescale 48000 -video_track_timescale 48000 -movflags +faststart -f mp4 /work/out',
    );
  });

  it('copies a finished mix instead of encoding it again, opening it with our own formats only', () => {
    const args = line({}, '/work/out.sound.mp4');
    expect(args).toContain('-protocol_whitelist file,pipe -format_whitelist mov,matroska,gif');
    expect(args).toContain('-i /work/out.sound.mp4 -map 0:v:0 -map 1:a:0 -c:a copy');
    expect(args).not.toContain('anullsrc');
  });

  it('uses the GPU for H.264 where told to', () => {
    expect(line({ encoder: 'nvenc' })).toContain('-c:v h264_nvenc -preset p4');
  });

  it('writes webm as VP9 with its index in front', () => {
    const args = line({ format: 'webm' });
    expect(args).toContain('-c:v libvpx-vp9 -deadline realtime -cpu-used 6 -row-mt 1');
    expect(args).toContain('-c:a libopus');
    expect(args).toContain('-cues_to_front 1 -f webm /work/out');
  });

  it('writes gif in two streaming passes that convert BT.709, not BT.601', () => {
    const plan = planEncode({ ...JOB, format: 'gif', fps: 12 });
    const passes = [paletteArguments(plan, plan.palette!), encodeArguments(plan)].map((args) => args.join(' '));
    for (const pass of passes) expect(pass).toContain('scale=in_color_matrix=bt709:in_range=tv');
    expect(passes[0]).toMatch(/palettegen=stats_mode=full -frames:v 1 -f image2 -update 1 \/work\/out\.palette\.png$/);
    expect(passes[1]).toContain('-i /work/out.palette.png');
    expect(passes[1]).not.toContain('-map');
  });
});
