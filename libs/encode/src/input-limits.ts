import { MAX_PICTURE_PIXELS } from '#libs/timeline';
import { FORMAT_STREAMS } from './format-streams.js';

/**
 * Containers and codecs of callers' files. Excluded are playlists (HLS, DASH, concat, SDP), which open further files, SVG, and
 * rarely used decoders. The names are ffmpeg's; a demuxer matches by any of its aliases.
 */
const SOURCE_DEMUXERS = ['mov', 'matroska', 'gif', 'apng', 'mp3', 'wav', 'ogg', 'flac', 'aac'];
const SOURCE_CODECS = [
  ...['aac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'flac', 'alac'],
  ...['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le'],
  ...['h264', 'hevc', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'av1', 'libdav1d'],
  ...['prores', 'qtrle', 'gif', 'apng'],
  ...['mjpeg', 'png'], // also cover pictures in music files: never mapped, but opened when ffmpeg lists the streams
];
const OUTPUTS = Object.values(FORMAT_STREAMS);

/** Input options for a caller's file. */
export const SOURCE_LIMITS: readonly string[] = inputLimits(SOURCE_DEMUXERS, SOURCE_CODECS);

/** Input options for a file we encoded ourselves. */
export const OUTPUT_LIMITS: readonly string[] = inputLimits(
  OUTPUTS.map(({ container }) => container),
  OUTPUTS.flatMap(({ decoders }) => decoders),
);

function inputLimits(demuxers: readonly string[], codecs: readonly string[]): string[] {
  return [
    ...['-protocol_whitelist', 'file,pipe'],
    ...['-format_whitelist', demuxers.join(',')],
    ...['-codec_whitelist', codecs.join(',')],
    ...['-max_streams', '8'],
    ...['-max_pixels', `${MAX_PICTURE_PIXELS}`],
    ...['-probesize', '5000000', '-analyzeduration', '5000000'],
  ];
}
