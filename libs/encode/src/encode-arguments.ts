import type { EncodePlan, PalettePlan, SoundCodec, SoundPlan, VideoCodec } from './encode-plan.js';
import { SAMPLE_RATE_HZ } from './encode-plan.js';
import { keyFramesAfter } from './holds/repeat-plan.js';
import { OUTPUT_LIMITS } from './input-limits.js';

const QUIET = ['-nostdin', '-hide_banner', '-v', 'error', '-y'];
const BT709 = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
const NO_METADATA = ['-map_metadata', '-1', '-map_chapters', '-1'];

/** ffmpeg's own RGB conversion assumes BT.601 unless told. */
const TO_RGB = 'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=accurate_rnd+full_chroma_int,format=bgra';

/** Settings chosen by measuring CPU seconds, bytes and SSIM beside their neighbours; NVENC's could not be measured yet. */
const VIDEO_CODEC: Record<Exclude<VideoCodec, 'gif'>, readonly string[]> = {
  x264: ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
  nvenc: [
    ...['-c:v', 'h264_nvenc', '-preset', 'p4', '-tune', 'hq', '-rc', 'vbr', '-cq', '21', '-b:v', '0'],
    ...['-spatial-aq', '1', '-bf', '3', '-forced-idr', '1', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
  ],
  vp9: [
    ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '6', '-row-mt', '1', '-tile-columns', '2'],
    ...['-crf', '32', '-b:v', '0', '-pix_fmt', 'yuv420p'],
  ],
};

const SOUND_CODEC: Record<SoundCodec, readonly string[]> = {
  aac: ['-c:a', 'aac', '-b:a', '160k'],
  opus: ['-c:a', 'libopus', '-b:a', '128k'],
};

/**
 * Both time scales divide by every frame rate and by the sample rate, so no duration is ever rounded: with the default
 * (1/1000 s) joined segments drift apart.
 */
const EXACT_TIMES = ['-movie_timescale', `${SAMPLE_RATE_HZ}`, '-video_track_timescale', `${SAMPLE_RATE_HZ}`];
const MP4 = [...EXACT_TIMES, '-movflags', '+faststart', '-f', 'mp4'];

const CONTAINER: Record<Exclude<VideoCodec, 'gif'>, readonly string[]> = {
  x264: MP4,
  nvenc: MP4,
  vp9: ['-cues_to_front', '1', '-f', 'webm'],
};

/** A picture a fragment, and nothing that only a finished file can have. */
const FRAGMENTS = ['-movflags', '+frag_every_frame+empty_moov+default_base_moof', '-f', 'mp4'];

/**
 * The encoder of the whole video: I420 frames on stdin, `plan.output` on disk. The picture ends with stdin: `-frames:v`
 * would make ffmpeg 5.1 end the sound, too, wherever that is by then.
 */
export function encodeArguments(plan: EncodePlan): string[] {
  if (plan.codec === 'gif') return gifArguments(plan, plan.palette!);
  const { input, map } = soundTrack(plan.sound!);
  return [
    ...QUIET,
    ...framesOnStdin(plan),
    ...input,
    ...['-map', '0:v:0', ...map],
    ...VIDEO_CODEC[plan.codec],
    ...BT709,
    ...NO_METADATA,
    ...CONTAINER[plan.codec],
    plan.output,
  ];
}

/** The encoder of a video with repeats: the other frames on stdin, their pictures on stdout for `insertRepeats`. */
export function pictureArguments(plan: EncodePlan): string[] {
  const keyFrames = keyFramesAfter(plan.frameCount, plan.repeats).map((frame) => (frame / plan.fps).toFixed(6));
  return [
    ...QUIET,
    ...framesOnStdin(plan),
    ...VIDEO_CODEC.x264,
    ...BT709,
    ...(keyFrames.length > 0 ? ['-force_key_frames', keyFrames.join(',')] : []),
    ...['-video_track_timescale', `${plan.fps}`, ...FRAGMENTS, 'pipe:1'],
  ];
}

/** What puts the sound beside pictures from `insertRepeats`, on stdin: `plan.output` on disk. */
export function muxArguments(plan: EncodePlan): string[] {
  const { input, map } = soundTrack(plan.sound!);
  return [
    ...QUIET,
    ...[...OUTPUT_LIMITS, '-i', 'pipe:0', ...input],
    ...['-map', '0:v:0', '-c:v', 'copy', ...map],
    ...NO_METADATA,
    ...[...MP4, plan.output],
  ];
}

/** The pass before a gif: the sampled frames on stdin, one palette picture on disk. */
export function paletteArguments(plan: EncodePlan, palette: PalettePlan): string[] {
  const filter = `${TO_RGB},palettegen=stats_mode=full`;
  return [
    ...QUIET,
    ...framesOnStdin(plan),
    '-vf',
    filter,
    '-frames:v',
    '1',
    '-f',
    'image2',
    '-update',
    '1',
    palette.file,
  ];
}

/** Encoding and container of a sound track on its own; see {@link soundGraph} for what goes in. */
export function soundOutputOptions(codec: SoundCodec): string[] {
  const container = codec === 'aac' ? ['-movie_timescale', `${SAMPLE_RATE_HZ}`, '-f', 'mp4'] : ['-f', 'webm'];
  return [...SOUND_CODEC[codec], ...NO_METADATA, ...container];
}

function gifArguments(plan: EncodePlan, palette: PalettePlan): string[] {
  const filter = `[0:v]${TO_RGB}[rgb];[rgb][1:v]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle`;
  return [
    ...QUIET,
    ...framesOnStdin(plan),
    ...['-protocol_whitelist', 'file', '-f', 'image2', '-pattern_type', 'none', '-i', palette.file],
    ...['-filter_complex', filter],
    ...['-loop', '0', '-f', 'gif', plan.output],
  ];
}

function framesOnStdin(plan: EncodePlan): string[] {
  const shape = ['-pix_fmt', 'yuv420p', ...BT709, '-s', `${plan.width}x${plan.height}`, '-r', `${plan.fps}`];
  return ['-f', 'rawvideo', ...shape, '-i', 'pipe:0'];
}

function soundTrack(sound: SoundPlan): { input: string[]; map: string[] } {
  if (sound.mixFile !== null) {
    return { input: [...OUTPUT_LIMITS, '-i', sound.mixFile], map: ['-map', '1:a:0', '-c:a', 'copy'] };
  }
  const silence = `anullsrc=r=${SAMPLE_RATE_HZ}:cl=stereo,atrim=end_sample=${sound.sampleCount}[silence]`;
  return { input: ['-filter_complex', silence], map: ['-map', '[silence]', ...SOUND_CODEC[sound.codec]] };
}
