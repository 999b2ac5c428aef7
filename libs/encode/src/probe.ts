import { runProcess } from './child-process.js';
import { SOURCE_LIMITS } from './input-limits.js';
import { DEFAULT_TOOLS, type FfmpegTools } from './tools.js';

/** What a media file is, as far as ffprobe can tell without decoding all of it. */
export interface MediaInfo {
  /** ffmpeg's name of the container, aliases included: `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string;
  /** Seconds; null where the file does not say. */
  durationS: number | null;
  /** The first stream of moving pictures (cover pictures do not count). */
  video?: VideoStreamInfo;
  /** The first sound stream. */
  audio?: AudioStreamInfo;
  /** All streams, of whatever kind. */
  streamCount: number;
}

export interface VideoStreamInfo {
  codec: string;
  profile: string;
  /** Pixels, before any rotation. */
  width: number;
  height: number;
  pixelFormat: string;
  colorSpace: string | null;
  colorRange: string | null;
  fps: number;
  durationS: number | null;
  /** Frames the container counts, or frames decoded where they were counted; null where unknown. */
  frameCount: number | null;
}

export interface AudioStreamInfo {
  codec: string;
  sampleRateHz: number;
  channels: number;
  durationS: number | null;
}

/** ffprobe's JSON, as far as it is read here. */
interface ProbeJson {
  format?: { format_name?: string; duration?: string };
  streams?: ProbeStream[];
}

interface ProbeStream {
  codec_type?: string;
  codec_name?: string;
  profile?: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  color_space?: string;
  color_range?: string;
  r_frame_rate?: string;
  avg_frame_rate?: string;
  duration?: string;
  nb_frames?: string;
  nb_read_frames?: string;
  sample_rate?: string;
  channels?: number;
  disposition?: { attached_pic?: number };
}

/**
 * Reads what a caller's file is, with ffprobe in a process group of its own and the containers and codecs of
 * {@link SOURCE_LIMITS} only. Rejects with FfmpegError when it is none of those, or broken.
 */
export async function probe(
  file: string,
  tools: FfmpegTools = DEFAULT_TOOLS,
  signal?: AbortSignal,
): Promise<MediaInfo> {
  const { stdout } = await runProcess(tools.ffprobe, probeArguments(file, SOURCE_LIMITS), signal);
  return parseProbe(stdout);
}

/** ffprobe's arguments; `extra` are further options such as `-count_frames`. */
export function probeArguments(file: string, limits: readonly string[], extra: readonly string[] = []): string[] {
  return [
    '-hide_banner',
    '-v',
    'error',
    ...limits,
    ...extra,
    '-of',
    'json',
    '-show_format',
    '-show_streams',
    '-i',
    file,
  ];
}

/** Throws SyntaxError where `json` is no ffprobe output. */
export function parseProbe(json: string): MediaInfo {
  const { format = {}, streams = [] } = JSON.parse(json) as ProbeJson;
  const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1);
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  return {
    container: format.format_name ?? '',
    durationS: numberOrNull(format.duration),
    streamCount: streams.length,
    ...(video ? { video: videoInfo(video) } : {}),
    ...(audio ? { audio: audioInfo(audio) } : {}),
  };
}

function videoInfo(stream: ProbeStream): VideoStreamInfo {
  return {
    codec: stream.codec_name ?? '',
    profile: stream.profile ?? '',
    width: stream.width ?? 0,
    height: stream.height ?? 0,
    pixelFormat: stream.pix_fmt ?? '',
    colorSpace: stream.color_space ?? null,
    colorRange: stream.color_range ?? null,
    fps: ratio(stream.r_frame_rate),
    durationS: numberOrNull(stream.duration),
    frameCount: numberOrNull(stream.nb_read_frames ?? stream.nb_frames),
  };
}

function audioInfo(stream: ProbeStream): AudioStreamInfo {
  return {
    codec: stream.codec_name ?? '',
    sampleRateHz: Number(stream.sample_rate ?? 0),
    channels: stream.channels ?? 0,
    durationS: numberOrNull(stream.duration),
  };
}

/** `30000/1001` → 29.97; 0 where it is no ratio. */
function ratio(text = '0/1'): number {
  const [numerator = 0, denominator = 1] = text.split('/').map(Number);
  return denominator === 0 ? 0 : numerator / denominator;
}

function numberOrNull(text: string | undefined): number | null {
  const value = Number(text);
  return text === undefined || Number.isNaN(value) ? null : value;
}
