/** File formats of a video, as `format` of a request names them. */
export const VIDEO_FORMATS = ['mp4', 'webm', 'gif'] as const;
export type VideoFormat = (typeof VIDEO_FORMATS)[number];

/** Frames per second that a caller may ask for, over all formats. */
export const FRAME_RATES = [12, 24, 30] as const;

/** Elements of a page that show a finished file. */
export type PlayedBy = 'video' | 'image';

interface FormatRules {
  /** Media type of the file, whose extension is the format's name. */
  readonly contentType: string;
  readonly player: PlayedBy;
  readonly hasSound: boolean;
  /** Whether some pictures are decoded without those before them, so that `key_frame_interval` has a meaning. */
  readonly hasKeyFrames: boolean;
  /** Whether runs of frames can be encoded apart and joined afterwards. */
  readonly isCuttable: boolean;
  /** Options of a request that other formats refuse. */
  readonly ownOptions: readonly ('max_width' | 'loop')[];
  /** Frames per second that videos of this format may have. */
  readonly frameRates: readonly (typeof FRAME_RATES)[number][];
  /** Frames per second of a video whose request names no rate, or one of another format. */
  readonly defaultFps: (typeof FRAME_RATES)[number];
}

const PLAYED = { player: 'video', hasKeyFrames: true, ownOptions: [], frameRates: [24, 30], defaultFps: 24 } as const;

/**
 * The facts of each format, for everything but its encoding: that is `FORMAT_STREAMS` of `libs/encode`. All code reads these two
 * tables and knows no format by its name.
 */
export const FORMATS = {
  mp4: { ...PLAYED, contentType: 'video/mp4', hasSound: true, isCuttable: true },
  webm: { ...PLAYED, contentType: 'video/webm', hasSound: true, isCuttable: true },
  gif: {
    contentType: 'image/gif',
    player: 'image',
    hasSound: false,
    hasKeyFrames: false,
    isCuttable: false, // one palette for all frames
    ownOptions: ['max_width', 'loop'],
    frameRates: [12],
    defaultFps: 12,
  },
} as const satisfies Record<VideoFormat, FormatRules>;

/** Frames per second of a template's stated duration and of its stills, which have no format. */
export const TEMPLATE_FPS = FORMATS.mp4.defaultFps;

/** Frames per second of a video: `fps` where its format has this rate, otherwise the format's default. */
export function frameRateOf(format: VideoFormat, fps: number | undefined): number {
  const { frameRates, defaultFps }: FormatRules = FORMATS[format];
  return frameRates.find((rate) => rate === fps) ?? defaultFps;
}

/** The formats that have an option of their own. */
export function formatsWith(option: FormatRules['ownOptions'][number]): VideoFormat[] {
  return VIDEO_FORMATS.filter((format) => {
    const { ownOptions }: FormatRules = FORMATS[format];
    return ownOptions.includes(option);
  });
}
