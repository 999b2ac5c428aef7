import type { FootageRun } from '#libs/timeline';
import { SOURCE_LIMITS } from '../input-limits.js';
import type { VideoStreamInfo } from '../probe.js';
import { pixelFilters, pixelFormatOf } from './pixel-filters.js';

/** Ticks per picture of the filters' time base: fine enough that times do not depend on where decoding begins. */
const TICKS_PER_PICTURE = 10_000;

/**
 * Seconds by which decoding begins earlier than needed if no better seek point is known: containers seek by decoding
 * time, which is some pictures ahead of presentation time.
 */
const SEEK_MARGIN_S = 0.5;

/** ffmpeg seeks 3/23 s earlier than requested in containers that seek by decoding time. */
const SEEK_LEAD_S = 0.14;

/** Pixels of a picture from which a GPU decodes: for smaller ones the transfer costs as much as decoding on the CPU. */
const GPU_MIN_PIXELS = 1920 * 1080;

/** CPU seconds after which the operating system kills the decoder, in case this process is gone. */
const CPU_LIMIT_S = 21_600;

/**
 * Decodes pictures of footage to stdout as raw yuv420p, BT.709 limited range, or as premultiplied rgba if they have an alpha.
 * Picture n is the last one of the source that
 * begins before (n + 0.5) / fps of the run's time. Picture n does not depend on where the run begins: decoding starts at a key
 * frame before it, keeps the times of the file, and converts the rate on a grid of whole ticks.
 *
 * @param hasGpu decode large pictures on a GPU. If that fails, ffmpeg falls back to the CPU, with equal pictures.
 */
export function footageArguments(file: string, source: VideoStreamInfo, run: FootageRun, hasGpu = false): string[] {
  return [
    ...sourceArguments(file, source, run, hasGpu),
    ...['-map', '0:V:0', '-vf', filters(source, run).join(',')],
    ...picturesTo('pipe:1', source),
  ];
}

/** Options of every decoder of footage. One thread: the pipe limits the pace, and waiting threads cost more than they gain. */
export const DECODING: readonly string[] = [
  ...['-nostdin', '-hide_banner', '-v', 'error', '-timelimit', `${CPU_LIMIT_S}`],
  ...['-threads', '1', '-filter_threads', '1'],
];

/** The input of a decoder: the footage, from a key frame before the run on. */
export function sourceArguments(file: string, source: VideoStreamInfo, run: FootageRun, hasGpu: boolean): string[] {
  const onGpu = hasGpu && !source.hasAlpha && source.width * source.height >= GPU_MIN_PIXELS;
  const seekS = isSeekable(source) ? seekTimeS(source.keyFramesS, run) : 0;
  return [
    ...[...DECODING, ...SOURCE_LIMITS],
    ...(onGpu ? ['-hwaccel', 'auto'] : []),
    ...['-copyts', '-start_at_zero', ...(seekS > 0 ? ['-noaccurate_seek', '-ss', seekS.toFixed(6)] : [])],
    ...[...decoderOf(source), '-i', file],
  ];
}

/** The output of a decoder: pictures, one after the other. */
export function picturesTo(output: string, source: Pick<VideoStreamInfo, 'hasAlpha'>): string[] {
  return ['-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', pixelFormatOf(source), output];
}

/** ffmpeg's own decoders of VP8 and VP9 leave out the alpha. */
const ALPHA_DECODERS: Readonly<Record<string, string>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };

function decoderOf({ codec, hasAlpha }: VideoStreamInfo): string[] {
  const decoder = hasAlpha ? ALPHA_DECODERS[codec] : undefined;
  return decoder === undefined ? [] : ['-c:v', decoder];
}

/**
 * Whether pictures can be decoded from a key frame on. The alpha of VP8 and VP9 has key frames of its own, which the file does
 * not name, and the frames of animated pictures build on each other.
 */
function isSeekable({ codec, hasAlpha }: VideoStreamInfo): boolean {
  return codec !== 'gif' && codec !== 'apng' && !(hasAlpha && codec in ALPHA_DECODERS);
}

/**
 * The time to seek to. A picture needs the last key frame at or before it; decoding from an earlier one is wasted work: two
 * seconds of it are a third of the cost of a short run. A seek to a time just after that key frame, and SEEK_MARGIN_S or more
 * before the next one, ends at that key frame or earlier in every container.
 */
function seekTimeS(keyFramesS: readonly number[], { fromS, firstPicture, fps, speed }: FootageRun): number {
  const atS = (picture: number): number => fromS + (picture / fps) * speed;
  const blindS = atS(firstPicture) - SEEK_MARGIN_S;
  // A picture is the last one that begins before the middle of its time; 0.4 allows for rounded times.
  const next = keyFramesS.findIndex((keyS) => keyS > atS(firstPicture + 0.4));
  // Before the second key frame nothing can be skipped; after the last known one there may be more.
  if (next < 2) return blindS;
  const keyS = keyFramesS[next - 1]! + SEEK_LEAD_S;
  return keyS + SEEK_MARGIN_S <= keyFramesS[next]! ? Math.max(blindS, keyS) : blindS;
}

function filters(source: VideoStreamInfo, run: FootageRun): string[] {
  // Pictures are dropped before scaling, and repeated after it.
  const isThinnedOut = source.fps * run.speed > run.fps;
  return isThinnedOut
    ? [...paceFilters(run), ...sizeFilters(source, run)]
    : [...sizeFilters(source, run), ...paceFilters(run)];
}

/** Filters that give the pictures of a run, one for each of its frames. */
export function paceFilters({ fps, fromS, speed, firstPicture }: FootageRun): string[] {
  const ticksPerS = fps * TICKS_PER_PICTURE;
  return [
    `settb=1/${ticksPerS}`,
    `setpts=(PTS-${Math.round(fromS * ticksPerS)})/${speed}`,
    `fps=fps=${fps}:round=near:start_time=${(firstPicture / fps).toFixed(6)}`,
  ];
}

/** Filters that give the pictures of a run the part and the size of it, and the pixels of frames. */
export function sizeFilters(source: VideoStreamInfo, { crop, ...run }: FootageRun): string[] {
  const pixels = pixelFilters(source, run);
  if (!crop) return pixels;
  // ffmpeg rotates pictures before the filters, but does not correct their pixel aspect ratio.
  const isOnItsSide = source.shownHeight !== source.height;
  const pixelShape = isOnItsSide ? 1 : source.shownWidth / source.width;
  const across = (px: number): number => Math.round(px / pixelShape / 2) * 2;
  const area = [across(crop.width), crop.height, across(crop.x), crop.y];
  return [`crop=${area.join(':')}`, ...pixels];
}
