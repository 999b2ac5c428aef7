import { SOURCE_LIMITS } from '../input-limits.js';
import type { VideoStreamInfo } from '../probe.js';

/** Which pictures of a clip are wanted, and how large. All numbers are ours; none is a caller's text. */
export interface FootageRun {
  /** The part of the shown picture that is wanted, px of the source as shown; even. Absent: all of it. */
  crop?: { x: number; y: number; width: number; height: number };
  /** Pixels of the pictures; even. */
  width: number;
  height: number;
  /** Pictures per second of the video. */
  fps: number;
  /** Second of the source that picture 0 shows. */
  fromS: number;
  /** Source seconds per second of the video. */
  speed: number;
  /** The first picture that is wanted, counted from picture 0. */
  firstPicture: number;
}

/** Ticks per picture while ffmpeg counts time: speeds and starts come out the same wherever decoding begins. */
const TICKS_PER_PICTURE = 10_000;

/**
 * How much earlier than needed decoding begins where nothing more is known: containers seek by decoding time, which runs
 * ahead of what is shown by some pictures.
 */
const SEEK_MARGIN_S = 0.5;

/** ffmpeg seeks by 3/23 s earlier than told where it takes a container to seek by decoding time. */
const SEEK_LEAD_S = 0.14;

/** Pixels of a picture from which on a GPU decodes: fetching smaller pictures from it costs what decoding them does. */
const GPU_MIN_PIXELS = 1920 * 1080;

/** Seconds of processor time after which the system itself ends the decoder, should we not be there to do it. */
const CPU_LIMIT_S = 3_600;

/**
 * Decodes pictures of a clip as raw yuv420p, BT.709 limited range, onto stdout: picture n is the last one of the source that
 * begins before (n + 0.5) / fps of the run's own time. The same picture comes out wherever the run begins: decoding starts
 * at a key frame before it, times stay those of the file, and the rate conversion works on a grid of whole ticks.
 *
 * hasGpu: large pictures are decoded by a GPU. ffmpeg itself falls back to the processor where that fails, to equal pictures.
 */
export function footageArguments(file: string, source: VideoStreamInfo, run: FootageRun, hasGpu = false): string[] {
  const onGpu = hasGpu && source.width * source.height >= GPU_MIN_PIXELS;
  const seekS = seekTimeS(source.keyFramesS, run);
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-timelimit', `${CPU_LIMIT_S}`],
    // One thread: the pipe sets the pace, and threads that wait for each other cost more than they bring.
    ...['-threads', '1', '-filter_threads', '1', ...SOURCE_LIMITS],
    ...(onGpu ? ['-hwaccel', 'auto'] : []),
    ...['-copyts', '-start_at_zero', ...(seekS > 0 ? ['-noaccurate_seek', '-ss', seekS.toFixed(6)] : [])],
    ...['-i', file, '-map', '0:V:0', '-vf', filters(source, run).join(',')],
    ...['-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'],
  ];
}

/**
 * Where to seek. A picture needs the last key frame that begins before it or with it, and pictures since an earlier one would
 * be decoded for nothing: two seconds of them are a third of what a short run costs. Just after that key frame, and as long
 * before the next one as without knowing them, a seek ends at it or earlier, whatever the container.
 */
function seekTimeS(keyFramesS: readonly number[], { fromS, firstPicture, fps, speed }: FootageRun): number {
  const atS = (picture: number): number => fromS + (picture / fps) * speed;
  const blindS = atS(firstPicture) - SEEK_MARGIN_S;
  // A picture is the last that begins before the middle of its time. Times here are rounded.
  const next = keyFramesS.findIndex((keyS) => keyS > atS(firstPicture + 0.4));
  // Before the second key frame there is nothing to leave out, after the last that is known there may be more.
  if (next < 2) return blindS;
  const keyS = keyFramesS[next - 1]! + SEEK_LEAD_S;
  return keyS + SEEK_MARGIN_S <= keyFramesS[next]! ? Math.max(blindS, keyS) : blindS;
}

function filters(source: VideoStreamInfo, run: FootageRun): string[] {
  const ticksPerS = run.fps * TICKS_PER_PICTURE;
  const pace = [
    `settb=1/${ticksPerS}`,
    `setpts=(PTS-${Math.round(run.fromS * ticksPerS)})/${run.speed}`,
    `fps=fps=${run.fps}:round=near:start_time=${(run.firstPicture / run.fps).toFixed(6)}`,
  ];
  // What runs faster than the video is thinned out before it is scaled; what runs slower is repeated after.
  const isThinnedOut = source.fps * run.speed > run.fps;
  return isThinnedOut ? [...pace, ...size(source, run)] : [...size(source, run), ...pace];
}

function size(source: VideoStreamInfo, { crop, width, height }: FootageRun): string[] {
  // accurate_rnd costs nothing measurable and keeps flat areas from coming out a level too bright.
  const scale = `scale=${width}:${height}:flags=bicubic+accurate_rnd:in_color_matrix=${matrixOf(source)}:out_color_matrix=bt709:out_range=tv`;
  if (!crop) return [scale, 'format=yuv420p'];
  // Files are turned upright before filters see them, but their pixels are still as wide as stored.
  const isOnItsSide = source.shownHeight !== source.height;
  const pixelShape = isOnItsSide ? 1 : source.shownWidth / source.width;
  const across = (px: number): number => Math.round(px / pixelShape / 2) * 2;
  const area = [across(crop.width), crop.height, across(crop.x), crop.y];
  return [`crop=${area.join(':')}`, scale, 'format=yuv420p'];
}

/** Untagged pictures are what their size suggests (ITU-R BT.601 below 720 lines), as players assume. */
function matrixOf({ colorSpace, height, width }: VideoStreamInfo): string {
  if (colorSpace !== null && colorSpace !== 'unknown') return 'auto';
  return Math.min(height, width) >= 720 ? 'bt709' : 'bt601';
}
