import type { Encoder, FORMATS, VideoFormat } from '#libs/contracts';

/** Encoders of pictures, see `VIDEO_CODEC` in encode-arguments.ts. */
export type VideoCodec = 'x264' | 'nvenc' | 'vp9' | 'gif';
export type SoundCodec = 'aac' | 'opus';

/** The streams of a format, in the terms of ffmpeg and ffprobe. */
interface FormatStreams<HasSound extends boolean = boolean> {
  /** Which of our encoders produces the pictures. */
  readonly codecs: Readonly<Record<Encoder, VideoCodec>>;
  /** One of the names by which ffmpeg knows the demuxer. */
  readonly container: string;
  readonly video: { readonly codec: string; readonly profile?: string; readonly pixelFormats: readonly string[] };
  readonly sound: HasSound extends true ? SoundCodec : null;
  /** Decoders that may open the file when it is checked. */
  readonly decoders: readonly string[];
}

export const FORMAT_STREAMS = {
  mp4: {
    codecs: { software: 'x264', nvenc: 'nvenc' },
    container: 'mp4',
    video: { codec: 'h264', profile: 'High', pixelFormats: ['yuv420p'] },
    sound: 'aac',
    decoders: ['h264', 'aac'],
  },
  webm: {
    codecs: { software: 'vp9', nvenc: 'vp9' },
    container: 'webm',
    video: { codec: 'vp9', pixelFormats: ['yuv420p'] },
    sound: 'opus',
    decoders: ['vp9', 'libvpx-vp9', 'opus', 'libopus'],
  },
  gif: {
    codecs: { software: 'gif', nvenc: 'gif' },
    container: 'gif',
    video: { codec: 'gif', pixelFormats: ['bgra', 'bgr0', 'pal8'] },
    sound: null,
    decoders: ['gif'],
  },
} as const satisfies { [Format in VideoFormat]: FormatStreams<(typeof FORMATS)[Format]['hasSound']> };
