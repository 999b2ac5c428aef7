import type { Encoder, FORMATS, VideoFormat } from '#libs/contracts';

/** Encoders of pictures, see `VIDEO_CODEC` in encode-arguments.ts. */
export type VideoCodec = 'x264' | 'nvenc' | 'vp9' | 'gif';
/** Encoders of sound, see `SOUND_CODEC` in encode-arguments.ts. */
export type SoundCodec = 'aac' | 'opus';
/** Containers of files, see `CONTAINERS`. */
export type Container = 'mp4' | 'webm' | 'gif';

/**
 * The streams of a format with or without sound, and the writer of its file, see `WRITERS` in encode-video.ts:
 * `tracks`, we from the streams of two ffmpegs; `ffmpeg`, ffmpeg itself; `palette`, ffmpeg after a pass for the colors.
 */
type Written<HasSound extends boolean> = HasSound extends true
  ? { readonly writer: 'tracks'; readonly sound: 'aac' } | { readonly writer: 'ffmpeg'; readonly sound: SoundCodec }
  : { readonly writer: 'palette'; readonly sound: null };

/** Properties of the pictures, in the terms of ffprobe. */
interface Pictures {
  readonly codec: string;
  readonly profile?: string;
  readonly pixelFormats: readonly string[];
  /** Absent: the file does not say it. */
  readonly colorSpace?: string;
}

/** Encoding of a format, and the streams that a finished file must contain. */
type FormatStreams<HasSound extends boolean = boolean> = Written<HasSound> & {
  /** Codec of the pictures by encoder. */
  readonly codecs: Readonly<Record<Encoder, VideoCodec>>;
  readonly container: Container;
  readonly video: Pictures;
  /** Decoders that may open the file when it is checked. */
  readonly decoders: readonly string[];
};

export const FORMAT_STREAMS = {
  mp4: {
    codecs: { software: 'x264', nvenc: 'nvenc' },
    container: 'mp4',
    writer: 'tracks',
    video: { codec: 'h264', profile: 'High', pixelFormats: ['yuv420p'], colorSpace: 'bt709' },
    sound: 'aac',
    decoders: ['h264', 'aac'],
  },
  webm: {
    codecs: { software: 'vp9', nvenc: 'vp9' },
    container: 'webm',
    writer: 'ffmpeg',
    video: { codec: 'vp9', pixelFormats: ['yuv420p'], colorSpace: 'bt709' },
    sound: 'opus',
    decoders: ['vp9', 'libvpx-vp9', 'opus', 'libopus'],
  },
  gif: {
    codecs: { software: 'gif', nvenc: 'gif' },
    container: 'gif',
    writer: 'palette',
    video: { codec: 'gif', pixelFormats: ['bgra', 'bgr0', 'pal8'] },
    sound: null,
    decoders: ['gif'],
  },
} as const satisfies { [Format in VideoFormat]: FormatStreams<(typeof FORMATS)[Format]['hasSound']> };
