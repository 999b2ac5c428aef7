import { type FootageRun, pictureBytes } from '#libs/timeline';
import type { MediaInfo, VideoStreamInfo } from '../probe.js';
import { DEFAULT_TOOLS, type FfmpegTools } from '../tools.js';
import { footageArguments } from './footage-arguments.js';
import { FootageReader } from './footage-reader.js';
import { isKeepable, keepingArguments, type KeepPictures, keptArguments, type RunToKeep } from './kept-pictures.js';
import { KeptRunReader, type KeptRunReaders } from './kept-run-reader.js';

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

  /**
   * @param keep keeps decoded pictures for further videos. Absent: each decodes its own
   * @throws TypeError for a file without a picture
   */
  constructor(
    private readonly file: string,
    media: MediaInfo,
    private readonly tools: FfmpegTools = DEFAULT_TOOLS,
    private readonly keep?: KeepPictures,
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
  read(run: FootageRun): Pick<FootageReader, 'next' | 'close'> {
    const { keep } = this;
    const decode = (picture: number): FootageReader =>
      this.#reader(
        footageArguments(
          this.file,
          this.#picture,
          { ...run, firstPicture: run.firstPicture + picture },
          this.tools.hasGpu,
        ),
        run,
      );
    if (!keep || !isKeepable(this.#picture)) return decode(0);
    return new KeptRunReader({ first: () => this.#keptReader(run, keep), from: decode });
  }

  async #keptReader(run: FootageRun, keep: KeepPictures): ReturnType<KeptRunReaders['first']> {
    const kept = await keep(this.#toKeep(run));
    if (!kept) return null;
    if ('isWhole' in kept) {
      return { reader: this.#reader(keptArguments(kept, this.#picture, run), run), isWhole: kept.isWhole };
    }
    const how = { run, kept, hasGpu: this.tools.hasGpu ?? false };
    const reader = this.#reader(keepingArguments(this.file, this.#picture, how), run);
    return { reader, end: (isGood, isWhole) => kept.end(isGood, isWhole) };
  }

  #reader(args: readonly string[], run: FootageRun): FootageReader {
    return new FootageReader(this.tools.ffmpeg, args, pictureBytes(run, this.hasAlpha));
  }

  #toKeep({ fps, fromS, speed, firstPicture }: FootageRun): RunToKeep {
    const { durationS } = this;
    const last = durationS === null ? Infinity : Math.ceil(((durationS - fromS) / speed) * fps) + 1;
    return {
      run: { fps, fromS, speed, firstPicture },
      pictureBytes: pictureBytes(this, false),
      pictures: Math.max(1, last - firstPicture),
    };
  }
}
