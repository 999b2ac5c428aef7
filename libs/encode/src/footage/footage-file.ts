import { type FootageRun, pictureBytes } from '#libs/timeline';
import type { MediaInfo, VideoStreamInfo } from '../probe.js';
import { DEFAULT_TOOLS, type FfmpegTools } from '../tools.js';
import { footageArguments } from './footage-arguments.js';
import { FootageReader } from './footage-reader.js';

/** Footage in a local file that `probe` accepted. Decodes at any size, from any picture, at any rate. */
export class FootageFile {
  /** Pixels as shown: rotated upright, with square pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether what lies below shows through its pictures. */
  readonly hasAlpha: boolean;
  /** Seconds of picture; null if the file does not state it. */
  readonly durationS: number | null;
  readonly #picture: VideoStreamInfo;

  /** @throws TypeError for a file without a picture */
  constructor(
    private readonly file: string,
    media: MediaInfo,
    private readonly tools: FfmpegTools = DEFAULT_TOOLS,
  ) {
    if (!media.video) throw new TypeError('footage has a picture');
    this.#picture = media.video;
    this.width = media.video.shownWidth;
    this.height = media.video.shownHeight;
    this.hasAlpha = media.video.hasAlpha;
    this.durationS = media.video.durationS ?? media.durationS;
  }

  /**
   * Starts to decode; the caller closes the reader. Pictures have `run.width` × `run.height` pixels: I420 in BT.709 limited, or
   * premultiplied RGBA if they have an alpha.
   */
  read(run: FootageRun): FootageReader {
    const args = footageArguments(this.file, this.#picture, run, this.tools.hasGpu);
    return new FootageReader(this.tools.ffmpeg, args, pictureBytes(run, this.hasAlpha));
  }
}
