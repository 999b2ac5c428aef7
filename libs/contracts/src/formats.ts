/** File formats of a video, as `format` of a request names them. */
export const VIDEO_FORMATS = ['mp4', 'webm', 'gif'] as const;
export type VideoFormat = (typeof VIDEO_FORMATS)[number];

/** Frames per second that a caller may ask for, over all formats. */
export const FRAME_RATES = [12, 24, 30] as const;

interface FormatRules {
  /** Media type of the file, whose extension is the format's name. */
  readonly contentType: string;
  readonly hasSound: boolean;
  /** Frames per second that videos of this format may have. */
  readonly frameRates: readonly (typeof FRAME_RATES)[number][];
  /** Frames per second of a video whose request names no rate, or one of another format. */
  readonly defaultFps: (typeof FRAME_RATES)[number];
}

/** The rules of each format. How a format is encoded is `FORMAT_STREAMS` of `libs/encode`. */
export const FORMATS = {
  mp4: { contentType: 'video/mp4', hasSound: true, frameRates: [24, 30], defaultFps: 24 },
  webm: { contentType: 'video/webm', hasSound: true, frameRates: [24, 30], defaultFps: 24 },
  gif: { contentType: 'image/gif', hasSound: false, frameRates: [12], defaultFps: 12 },
} as const satisfies Record<VideoFormat, FormatRules>;

/** Frames per second of a template's stated duration and of its stills, which have no format. */
export const TEMPLATE_FPS = FORMATS.mp4.defaultFps;

/** Frames per second of a video: `fps` where its format has this rate, otherwise the format's default. */
export function frameRateOf(format: VideoFormat, fps: number | undefined): number {
  const { frameRates, defaultFps }: FormatRules = FORMATS[format];
  return frameRates.find((rate) => rate === fps) ?? defaultFps;
}
