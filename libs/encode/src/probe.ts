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
  /** Pixels as stored. */
  width: number;
  height: number;
  /** Pixels as shown: turned by the file's rotation, stretched by the shape of its pixels. */
  shownWidth: number;
  shownHeight: number;
  pixelFormat: string;
  colorSpace: string | null;
  colorRange: string | null;
  fps: number;
  durationS: number | null;
  /** Frames the container counts, or packets read where they were counted: one a frame; null where unknown. */
  frameCount: number | null;
  /** When the key frames among the first packets are shown, seconds after the file's start, ascending. */
  keyFramesS: readonly number[];
}

export interface AudioStreamInfo {
  codec: string;
  sampleRateHz: number;
  channels: number;
  durationS: number | null;
}

/** ffprobe's JSON, as far as it is read here. */
interface ProbeJson {
  format?: ProbeFormat;
  streams?: ProbeStream[];
  packets?: ProbePacket[];
}

interface ProbeFormat {
  format_name?: string;
  duration?: string;
  start_time?: string;
}

interface ProbePacket {
  stream_index?: number;
  pts_time?: string;
  flags?: string;
}

interface ProbeStream {
  index?: number;
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
  nb_read_packets?: string;
  sample_rate?: string;
  channels?: number;
  sample_aspect_ratio?: string;
  side_data_list?: { rotation?: number }[];
  tags?: { DURATION?: string };
  disposition?: { attached_pic?: number };
}

/** Listing 3000 packets, 40 s of a clip with sound, costs 5 ms. */
const LIST_PACKETS = [...['-read_intervals', '%+#3000'], ...['-show_entries', 'packet=stream_index,pts_time,flags']];

/**
 * Reads what a caller's file is, with ffprobe in a process group of its own and the containers and codecs of
 * {@link SOURCE_LIMITS} only. Rejects with FfmpegError when it is none of those, or broken.
 */
export async function probe(
  file: string,
  tools: FfmpegTools = DEFAULT_TOOLS,
  signal?: AbortSignal,
): Promise<MediaInfo> {
  const { stdout } = await runProcess(tools.ffprobe, probeArguments(file, SOURCE_LIMITS, LIST_PACKETS), signal);
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
    'json=compact=1',
    '-show_format',
    '-show_streams',
    '-i',
    file,
  ];
}

/** Throws SyntaxError where `json` is no ffprobe output. */
export function parseProbe(json: string): MediaInfo {
  const { format = {}, streams = [], packets } = JSON.parse(json) as ProbeJson;
  const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1);
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  return {
    container: format.format_name ?? '',
    durationS: numberOrNull(format.duration),
    streamCount: streams.length,
    ...(video ? { video: { ...videoInfo(video, packets), keyFramesS: keyFramesS(video, format, packets) } } : {}),
    ...(audio ? { audio: audioInfo(audio) } : {}),
  };
}

function videoInfo(stream: ProbeStream, listed?: readonly ProbePacket[]): Omit<VideoStreamInfo, 'keyFramesS'> {
  return {
    codec: stream.codec_name ?? '',
    profile: stream.profile ?? '',
    width: stream.width ?? 0,
    height: stream.height ?? 0,
    ...shownSize(stream),
    pixelFormat: stream.pix_fmt ?? '',
    colorSpace: stream.color_space ?? null,
    colorRange: stream.color_range ?? null,
    fps: ratio(stream.r_frame_rate),
    durationS: streamDurationS(stream),
    // Packets are counted as far as they are read: where they are listed, that is not to the end.
    frameCount: numberOrNull((listed ? undefined : stream.nb_read_packets) ?? stream.nb_frames),
  };
}

/** Players count from the earliest start of all streams. */
function keyFramesS({ index }: ProbeStream, format: ProbeFormat, packets: readonly ProbePacket[] = []): number[] {
  return packets
    .filter((packet) => packet.stream_index === index && packet.flags?.startsWith('K'))
    .map((packet) => Number(packet.pts_time) - Number(format.start_time))
    .filter((timeS) => Number.isFinite(timeS))
    .sort((a, b) => a - b);
}

function audioInfo(stream: ProbeStream): AudioStreamInfo {
  return {
    codec: stream.codec_name ?? '',
    sampleRateHz: Number(stream.sample_rate ?? 0),
    channels: stream.channels ?? 0,
    durationS: streamDurationS(stream),
  };
}

function shownSize({ width = 0, height = 0, ...stream }: ProbeStream): { shownWidth: number; shownHeight: number } {
  const pixelShape = ratio(stream.sample_aspect_ratio?.replace(':', '/')) || 1;
  const stretched = Math.round(width * pixelShape);
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const isOnItsSide = Math.abs(rotation) % 180 === 90;
  return isOnItsSide ? { shownWidth: height, shownHeight: stretched } : { shownWidth: stretched, shownHeight: height };
}

/** Matroska tells a stream's length in a tag only: `00:01:02.500000000`. */
function streamDurationS({ duration, tags }: ProbeStream): number | null {
  const [hours, minutes, seconds] = (tags?.DURATION ?? '').split(':').map(Number);
  if (duration !== undefined || seconds === undefined) return numberOrNull(duration);
  return numberOrNull(`${hours! * 3600 + minutes! * 60 + seconds}`);
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
