import type { MediaInfo, VideoStreamInfo } from '../probe.js';
import { DEFAULT_TOOLS, type FfmpegTools } from '../tools.js';
import { footageArguments, type FootageRun } from './footage-arguments.js';
import { FootageReader } from './footage-reader.js';

/** A source clip in a local file that `probe` accepted, ready to be decoded at any size, from anywhere, at any pace. */
export class FootageFile {
  /** Pixels as shown: upright, pixels square. */
  readonly width: number;
  readonly height: number;
  /** Seconds of picture; null where the file does not say. */
  readonly durationS: number | null;
  readonly #picture: VideoStreamInfo;

  /** Throws TypeError for a file without a picture. */
  constructor(
    private readonly file: string,
    media: MediaInfo,
    private readonly tools: FfmpegTools = DEFAULT_TOOLS,
  ) {
    if (!media.video) throw new TypeError('a clip has a picture');
    this.#picture = media.video;
    this.width = media.video.shownWidth;
    this.height = media.video.shownHeight;
    this.durationS = media.video.durationS ?? media.durationS;
  }

  /** Starts to decode; whoever calls closes the reader. Pictures are I420 of `run.width` × `run.height`, BT.709 limited. */
  read(run: FootageRun): FootageReader {
    const args = footageArguments(this.file, this.#picture, run, this.tools.hasGpu);
    return new FootageReader(this.tools.ffmpeg, args, (run.width * run.height * 3) / 2);
  }
}
