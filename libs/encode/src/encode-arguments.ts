import { CONTAINERS } from './containers.js';
import type { EncodePlan, GifPlan } from './encode-plan.js';
import { SAMPLE_RATE_HZ } from './encode-plan.js';
import type { Container, SoundCodec, VideoCodec } from './format-streams.js';
import type { SoundGraph } from './sound/sound-graph.js';
import { OUTPUT_LIMITS } from './input-limits.js';

const QUIET = ['-nostdin', '-hide_banner', '-v', 'error', '-y'];
const BT709 = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
/** Our chroma is the mean of 2×2 pixels. Untagged H.264 is read as if it lay half a pixel further to the left. */
const CHROMA_IN_THE_MIDDLE = ['-chroma_sample_location', 'center'];
const NO_METADATA = ['-map_metadata', '-1', '-map_chapters', '-1'];

/** Chosen by measuring CPU seconds, bytes and SSIM against neighboring settings. NVENC's were not measured. */
const VIDEO_CODEC: Record<Exclude<VideoCodec, 'gif'>, readonly string[]> = {
  x264: [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...CHROMA_IN_THE_MIDDLE,
  ],
  nvenc: [
    ...['-c:v', 'h264_nvenc', '-preset', 'p4', '-tune', 'hq', '-rc', 'vbr', '-cq', '21', '-b:v', '0'],
    ...['-spatial-aq', '1', '-bf', '3', '-forced-idr', '1', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...CHROMA_IN_THE_MIDDLE,
  ],
  // Rows let it use all cores of a slot. Without frame-parallel decoding, probabilities adapt to each frame.
  vp9: ['-c:v', 'libvpx-vp9', '-row-mt', '1', '-frame-parallel', '0', '-b:v', '0', '-pix_fmt', 'yuv420p'],
};

/** docs/decisions/0015-x264-looks-fourteen-frames-ahead.md. With a thread for looking ahead, pictures depend on how busy the machine is. */
const X264_QUALITY = {
  small: ['-crf', '20.5', '-x264-params', 'sync-lookahead=0:rc-lookahead=14:b-adapt=0:me=dia'],
  fast: ['-crf', '20', '-x264-params', 'sync-lookahead=0'],
} as const;

/** docs/decisions/0009-webm-is-encoded-for-its-size.md */
const VP9_QUALITY = {
  small: ['-deadline', 'good', '-cpu-used', '5', '-crf', '34', '-tile-columns', '0'],
  // Tiles let players decode a large picture on several cores.
  fast: ['-deadline', 'realtime', '-cpu-used', '6', '-crf', '32', '-tile-columns', '2'],
} as const;

/**
 * Pixels of the largest picture that is made small. Larger ones would take longer in VP9 than a render may, and x264 would
 * hold 24 MB for each frame that it looks ahead.
 */
const SMALL_MAX_PIXELS = 1920 * 1080;

const QUALITY = { x264: X264_QUALITY, nvenc: { small: [], fast: [] }, vp9: VP9_QUALITY } as const;

const SOUND_CODEC: Record<SoundCodec, readonly string[]> = {
  aac: ['-c:a', 'aac', '-b:a', '160k'],
  opus: ['-c:a', 'libopus', '-b:a', '128k'],
};

/** One fragment per picture or packet, written at once. */
const MP4_STREAM = ['-movflags', '+frag_every_frame+empty_moov+default_base_moof', '-f', 'mp4'];

/** CPU seconds for the sounds of a video: then the operating system ends ffmpeg, in case this process is gone. */
export const SOUND_LIMIT_S = 3_600;
const SOUND_LIMIT = ['-timelimit', `${SOUND_LIMIT_S}`];

/** The encoder of a gif: I420 frames on stdin, the whole file in `plan.output`. */
export function gifArguments(plan: EncodePlan, gif: GifPlan): string[] {
  const filter = `[0:v]${toRgb(gif)}[rgb];[rgb][1:v]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle`;
  return [
    ...QUIET,
    ...framesOnStdin(plan),
    ...['-protocol_whitelist', 'file', '-f', 'image2', '-pattern_type', 'none', '-i', gif.paletteFile],
    ...['-filter_complex', filter],
    ...['-loop', `${repeatsAfterFirst(gif.plays)}`, ...CONTAINERS[plan.container].options, plan.output],
  ];
}

/**
 * The encoder of a file that ffmpeg writes itself: I420 frames on stdin, the whole file in `plan.output`.
 *
 * @param sound file with the encoded sound, which is copied
 */
export function fileArguments(plan: EncodePlan, sound: string): string[] {
  const streams = ['-map', '0:v:0', ...pictureOptions(plan), '-map', '1:a:0', '-c:a', 'copy'];
  const file = [...NO_METADATA, ...CONTAINERS[plan.container].options, plan.output];
  return [...QUIET, ...framesOnStdin(plan), ...OUTPUT_LIMITS, '-i', sound, ...streams, ...file];
}

/**
 * The encoder of the pictures of an mp4 and of a part: I420 frames on stdin; on stdout a stream of fragments, timed in frames,
 * for VP9, too, so that all are joined alike. Repeats are not encoded: `insertRepeats` inserts them.
 */
export function pictureArguments(plan: EncodePlan): string[] {
  const times = ['-video_track_timescale', `${plan.fps}`];
  return [...QUIET, ...framesOnStdin(plan), ...pictureOptions(plan), ...NO_METADATA, ...times, ...MP4_STREAM, 'pipe:1'];
}

/** The mix of a video's sounds: samples on stdout, 32-bit floats. */
export function mixArguments(mix: SoundGraph): string[] {
  return [...QUIET, ...mixed(mix), '-map', '[mix]', '-f', 'f32le', 'pipe:1'];
}

/** The encoder of a mix: on stdout a stream of fragments, one for each packet. */
export function aacArguments(mix: SoundGraph): string[] {
  return [...QUIET, ...mixed(mix), '-map', '[mix]', ...SOUND_CODEC.aac, ...NO_METADATA, ...MP4_STREAM, 'pipe:1'];
}

/** The encoder of samples on stdin, as {@link mixArguments} writes them: on stdout a stream as {@link aacArguments} has it. */
export function aacTurnArguments(): string[] {
  const samples = ['-f', 'f32le', '-ar', `${SAMPLE_RATE_HZ}`, '-ac', '2', '-i', 'pipe:0'];
  return [...QUIET, ...SOUND_LIMIT, ...samples, ...SOUND_CODEC.aac, ...NO_METADATA, ...MP4_STREAM, 'pipe:1'];
}

/** The meter of a mix: a summary by EBU R128 at the end of stderr. */
export function loudnessArguments({ inputs, filter }: SoundGraph): string[] {
  const measured = { inputs, filter: `${filter};[mix]ebur128=framelog=verbose[measured]` };
  const log = ['-nostdin', '-hide_banner', '-nostats', '-v', 'info'];
  return [...log, ...mixed(measured), '-map', '[measured]', '-f', 'null', '-'];
}

function mixed({ inputs, filter }: SoundGraph): string[] {
  return [
    ...SOUND_LIMIT,
    ...inputs.flatMap(({ source, options }) => [...options, '-i', source]),
    '-filter_complex',
    filter,
  ];
}

/** Joined pictures on stdin and the file of the sound become the whole file. Nothing is encoded. */
export function stitchArguments(container: Container, sound: string, output: string): string[] {
  const inputs = ['pipe:0', sound].flatMap((source) => [...OUTPUT_LIMITS, '-i', source]);
  const streams = ['-map', '0:v:0', '-map', '1:a:0', '-c', 'copy'];
  return [...QUIET, ...inputs, ...streams, ...NO_METADATA, ...CONTAINERS[container].options, output];
}

/** Options for pictures that need no palette. */
export function pictureOptions({ codec, width, height, fps, keyFrames, threads }: EncodePlan): string[] {
  if (codec === 'gif') throw new RangeError('a gif is encoded in one go');
  const times = keyFrames.map((frame) => (frame / fps).toFixed(6));
  const forced = times.length > 0 ? ['-force_key_frames', times.join(',')] : [];
  const quality = QUALITY[codec][width * height <= SMALL_MAX_PIXELS ? 'small' : 'fast'];
  const pinned = threads === undefined ? [] : ['-threads', `${threads}`];
  return [...VIDEO_CODEC[codec], ...quality, ...pinned, ...BT709, ...forced];
}

/** Options for the sound of a file, and for the file. */
export function fileOptions(codec: SoundCodec, container: Container): string[] {
  return [...SOUND_CODEC[codec], ...NO_METADATA, ...CONTAINERS[container].options];
}

/** The first pass of a gif: sampled frames on stdin, one palette image on disk. */
export function paletteArguments(plan: EncodePlan, gif: GifPlan): string[] {
  const filter = `${toRgb(gif)},palettegen=stats_mode=full`;
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
    gif.paletteFile,
  ];
}

/**
 * Frames to RGB, in the size of the file. Without the matrix ffmpeg converts by BT.601. Scaling and conversion are one
 * step, so that a smaller picture keeps the chroma of the larger one, and the palette is chosen from what is shown.
 * Lanczos looks the same with 8 % more bytes, `area` is softer.
 */
function toRgb({ size }: GifPlan): string {
  const scaled = size ? `w=${size.width}:h=${size.height}:` : '';
  const flags = `${size ? 'bicubic+full_chroma_inp+' : ''}accurate_rnd+full_chroma_int`;
  return `scale=${scaled}in_color_matrix=bt709:in_range=tv:out_range=pc:flags=${flags},format=bgra`;
}

/**
 * ffmpeg's `-loop`, which becomes the count of the extension NETSCAPE2.0: 0 repeats forever, n plays n times more after
 * the first. A gif that plays once has no such extension: -1.
 */
function repeatsAfterFirst(plays: number): number {
  if (plays === 0) return 0;
  return plays === 1 ? -1 : plays - 1;
}

/** Raw frames on stdin as the encoder's first input. */
export function framesOnStdin(plan: EncodePlan): string[] {
  const shape = ['-pix_fmt', 'yuv420p', ...BT709, '-s', `${plan.width}x${plan.height}`, '-r', `${plan.fps}`];
  return ['-f', 'rawvideo', ...shape, '-i', 'pipe:0'];
}
