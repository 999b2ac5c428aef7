import { runProcess } from './child-process.js';
import { SOURCE_LIMITS } from './input-limits.js';
import { DEFAULT_TOOLS, type FfmpegTools } from './tools.js';

/** The properties of a media file that ffprobe finds without decoding all of it. */
export interface MediaInfo {
  /** ffmpeg's name of the container, aliases included: `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string;
  /** Seconds; null if the file does not state it. */
  durationS: number | null;
  /** The first stream of moving pictures (cover pictures do not count). */
  video?: VideoStreamInfo;
  /** The first sound stream. */
  audio?: AudioStreamInfo;
  /** Number of streams of all kinds. */
  streamCount: number;
}

export interface VideoStreamInfo {
  codec: string;
  profile: string;
  /** Pixels as stored. */
  width: number;
  height: number;
  /** Pixels as shown: with the file's rotation and pixel aspect ratio applied. */
  shownWidth: number;
  shownHeight: number;
  pixelFormat: string;
  /** Whether a decoder gives its pixels an alpha, see `footageArguments`. */
  hasAlpha: boolean;
  /** ffmpeg's name of the place of a chroma sample among its pixels, as shown; null if unknown, and for turned pictures. */
  chromaLocation: string | null;
  colorSpace: string | null;
  colorRange: string | null;
  colorTransfer: string | null;
  colorPrimaries: string | null;
  /** Absent if the stream is none of Dolby Vision. */
  dolbyVisionProfile?: number;
  fps: number;
  durationS: number | null;
  /** Frames according to the container, or counted packets, one per frame; null if unknown. */
  frameCount: number | null;
  /** Presentation times of the key frames among the first packets, seconds from the file's start, ascending. */
  keyFramesS: readonly number[];
}

export interface AudioStreamInfo {
  codec: string;
  sampleRateHz: number;
  channels: number;
  durationS: number | null;
}

/** The parts of ffprobe's JSON that are used. */
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
  duration_time?: string;
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
  chroma_location?: string;
  color_space?: string;
  color_range?: string;
  color_transfer?: string;
  color_primaries?: string;
  r_frame_rate?: string;
  avg_frame_rate?: string;
  duration?: string;
  nb_frames?: string;
  nb_read_packets?: string;
  sample_rate?: string;
  channels?: number;
  sample_aspect_ratio?: string;
  side_data_list?: { rotation?: number; dv_profile?: number }[];
  tags?: { DURATION?: string; alpha_mode?: string; ALPHA_MODE?: string };
  disposition?: { attached_pic?: number };
}

/** Listing 3000 packets, 40 s of footage with sound, takes 5 ms. */
const MOST_PACKETS = 3000;
const LIST_PACKETS = [
  ...['-read_intervals', `%+#${MOST_PACKETS}`],
  ...['-show_entries', 'packet=stream_index,pts_time,duration_time,flags'],
];

/**
 * Reads the properties of a caller's file with ffprobe, in its own process group, with the containers and codecs of
 * {@link SOURCE_LIMITS} only.
 *
 * @throws FfmpegError for another container or codec and for a damaged file, or the signal's reason after an abort
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

/** @throws SyntaxError for anything but ffprobe's output */
export function parseProbe(json: string): MediaInfo {
  const { format = {}, streams = [], packets } = JSON.parse(json) as ProbeJson;
  const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1);
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  return {
    container: format.format_name ?? '',
    durationS: numberOrNull(format.duration) ?? listedDurationS(format, packets),
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
    hasAlpha: hasAlpha(stream),
    chromaLocation: rotationOf(stream) === 0 ? (stream.chroma_location ?? null) : null,
    colorSpace: stream.color_space ?? null,
    colorRange: stream.color_range ?? null,
    colorTransfer: stream.color_transfer ?? null,
    colorPrimaries: stream.color_primaries ?? null,
    ...dolbyVision(stream),
    fps: ratio(stream.r_frame_rate),
    durationS: streamDurationS(stream),
    // ffprobe counts only the packets that it reads. When it lists packets, it stops before the end.
    frameCount: numberOrNull((listed ? undefined : stream.nb_read_packets) ?? stream.nb_frames),
  };
}

/** ffmpeg's names of pixel formats with an alpha, or with a palette, whose colors may have one. */
const WITH_ALPHA = /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya8|ya16|ayuv|pal8)/;

/** A WebM file has its alpha as a second picture beside each one, which only a tag reports. */
function hasAlpha({ pix_fmt: pixelFormat = '', tags }: ProbeStream): boolean {
  return WITH_ALPHA.test(pixelFormat) || (tags?.alpha_mode ?? tags?.ALPHA_MODE) === '1';
}

function dolbyVision({ side_data_list: data = [] }: ProbeStream): Pick<VideoStreamInfo, 'dolbyVisionProfile'> {
  const profile = data.find(({ dv_profile }) => dv_profile !== undefined)?.dv_profile;
  return profile === undefined ? {} : { dolbyVisionProfile: profile };
}

/** Time 0 of players: the earliest start of all streams. */
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
  const isOnItsSide = Math.abs(rotationOf(stream)) % 180 === 90;
  return isOnItsSide ? { shownWidth: height, shownHeight: stretched } : { shownWidth: stretched, shownHeight: height };
}

/** Degrees. */
function rotationOf({ side_data_list: data = [] }: ProbeStream): number {
  return data.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
}

/** An animated PNG says in its frames only how long it plays. */
function listedDurationS({ format_name: name }: ProbeFormat, packets: readonly ProbePacket[] = []): number | null {
  const last = packets.at(-1);
  if (name !== 'apng' || packets.length >= MOST_PACKETS || !last) return null;
  return numberOrNull(`${Number(last.pts_time) + Number(last.duration_time)}`);
}

/** Matroska has the duration of a stream only in a tag: `00:01:02.500000000`. */
function streamDurationS({ duration, tags }: ProbeStream): number | null {
  const [hours, minutes, seconds] = (tags?.DURATION ?? '').split(':').map(Number);
  if (duration !== undefined || seconds === undefined) return numberOrNull(duration);
  return numberOrNull(`${hours! * 3600 + minutes! * 60 + seconds}`);
}

/** `30000/1001` → 29.97; 0 for anything else. */
function ratio(text = '0/1'): number {
  const [numerator = 0, denominator = 1] = text.split('/').map(Number);
  return denominator === 0 ? 0 : numerator / denominator;
}

function numberOrNull(text: string | undefined): number | null {
  const value = Number(text);
  return text === undefined || Number.isNaN(value) ? null : value;
}
