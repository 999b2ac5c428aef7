import { open, readFile } from 'node:fs/promises';
import { FILE_HEAD_BYTES, type FileType, fileTypeOf } from '#libs/contracts';
import {
  FfmpegError,
  hasWideColors,
  probe,
  type FfmpegTools,
  type MediaInfo,
  type VideoStreamInfo,
} from '#libs/encode';
import { ANIMATED_REASON, checkFont, checkLottie, isAnimated, pictureSize } from '#libs/frames';
import { type CaptionCue, parseCaptions } from '#libs/template';
import { type AssetUse, MAX_PICTURE_PIXELS } from '#libs/timeline';
import { AssetError } from '../render-error.js';

/** A fetched file and what its check found. */
export interface CheckedAsset {
  file: string;
  /** Sound and footage only. */
  media?: MediaInfo;
  /** Subtitle files only. */
  cues?: readonly CaptionCue[];
  /** Lottie animations only: seconds that they play. */
  durationS?: number;
  /** Fonts only, bytes. */
  unpackedBytes?: number;
}

const MAX_CHANNELS = 8;

/** Accepts a file as one kind of asset. `path` is the place in the document, for errors. */
type Check = (file: string, path: string, tools: FfmpegTools, signal: AbortSignal) => Promise<CheckedAsset>;

/**
 * Checks a fetched file before it is decoded: its first bytes, and its dimensions or streams.
 *
 * @throws AssetError ASSET_UNSUPPORTED, ASSET_TOO_LARGE or FONT_FAILED, naming the place in the document
 */
export const checkAsset: Record<AssetUse['kind'], Check> = {
  image: async (file, path) => {
    if ((await typeOf(file))?.kind !== 'image') {
      throw new AssetError('ASSET_UNSUPPORTED', path, 'the file is not a PNG, JPEG, WebP, GIF or AVIF image');
    }
    const content = await readFile(file);
    refuseManyPixels(dimensionsOf(content, path), path);
    if (isAnimated(content)) throw new AssetError('ASSET_UNSUPPORTED', path, ANIMATED_REASON);
    return { file };
  },
  font: async (file, path) => {
    if ((await typeOf(file))?.kind !== 'font') {
      throw new AssetError('FONT_FAILED', path, 'the file is not a TrueType, OpenType, WOFF or WOFF2 font');
    }
    const font = checkFont(await readFile(file));
    if (!font.ok) throw new AssetError('FONT_FAILED', path, 'the font is damaged');
    return { file, unpackedBytes: font.unpackedBytes };
  },
  audio: async (file, path, tools, signal) => {
    const media = await mediaOf(file, path, tools, signal);
    if (!media.audio) throw new AssetError('ASSET_UNSUPPORTED', path, 'the file has no sound');
    refuseManyChannels(media, path);
    if (soundDurationS(media) <= 0) throw new AssetError('ASSET_UNSUPPORTED', path, 'the sound is empty');
    return { file, media };
  },
  video: async (file, path, tools, signal) => {
    if ((await typeOf(file))?.extension === 'webp') {
      const reason = 'a WebP cannot be shown as footage; an animated one can be converted to a GIF or an animated PNG';
      throw new AssetError('ASSET_UNSUPPORTED', path, reason);
    }
    const media = await mediaOf(file, path, tools, signal);
    if (!media.video) throw new AssetError('ASSET_UNSUPPORTED', path, 'the file has no moving pictures');
    refuseManyPixels(media.video, path);
    refuseColors(media.video, path);
    refuseManyChannels(media, path);
    return { file, media };
  },
  caption: async (file, path) => {
    const captions = await parseCaptions(await textOf(file, path));
    if (!captions.ok) throw new AssetError('ASSET_UNSUPPORTED', path, `the file ${captions.reason}`);
    return { file, cues: captions.cues };
  },
  lottie: async (file, path) => {
    const lottie = checkLottie(await textOf(file, path));
    if (!lottie.ok) throw new AssetError('ASSET_UNSUPPORTED', path, `the file ${lottie.reason}`);
    return { file, durationS: lottie.durationS };
  },
};

/** The text of a file in UTF-8, with or without a byte order mark. */
async function textOf(file: string, path: string): Promise<string> {
  const content = await readFile(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    throw new AssetError('ASSET_UNSUPPORTED', path, 'the file is not UTF-8 text', { cause });
  }
}

async function typeOf(file: string): Promise<FileType | null> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FILE_HEAD_BYTES), 0, FILE_HEAD_BYTES, 0);
    return fileTypeOf(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** The dimensions in the header of an image; nothing is decoded. */
function dimensionsOf(content: Uint8Array, path: string): { width: number; height: number } {
  const size = pictureSize(content);
  if (!size) throw new AssetError('ASSET_UNSUPPORTED', path, 'the image is damaged');
  return size;
}

async function mediaOf(file: string, path: string, tools: FfmpegTools, signal: AbortSignal): Promise<MediaInfo> {
  try {
    return await probe(file, tools, signal);
  } catch (error) {
    if (!(error instanceof FfmpegError)) throw error;
    const reason = 'the file is not a supported sound or video, or is damaged';
    throw new AssetError('ASSET_UNSUPPORTED', path, reason, { cause: error, detail: error.stderr });
  }
}

function refuseManyPixels({ width, height }: { width: number; height: number }, path: string): void {
  if (width < 1 || height < 1) throw new AssetError('ASSET_UNSUPPORTED', path, 'the picture is empty');
  if (width * height <= MAX_PICTURE_PIXELS) return;
  throw new AssetError('ASSET_TOO_LARGE', path, `${width} × ${height} pixels are more than ${MAX_PICTURE_PIXELS}`);
}

/** Refuses what would be shown in wrong colors. */
function refuseColors(video: VideoStreamInfo, path: string): void {
  if (video.hasAlpha && hasWideColors(video)) {
    throw new AssetError(
      'ASSET_UNSUPPORTED',
      path,
      'footage that is both transparent and in HDR or wide colors cannot be shown',
    );
  }
  if (video.dolbyVisionProfile !== 5) return;
  const reason = 'footage in Dolby Vision of profile 5 cannot be shown; it can be converted to HDR10, HLG or SDR';
  throw new AssetError('ASSET_UNSUPPORTED', path, reason);
}

function refuseManyChannels({ audio }: MediaInfo, path: string): void {
  if (!audio || (audio.channels >= 1 && audio.channels <= MAX_CHANNELS)) return;
  throw new AssetError('ASSET_UNSUPPORTED', path, `the sound has ${audio.channels} channels, not 1 to ${MAX_CHANNELS}`);
}

/** Seconds of sound in a file, 0 where there is none. */
export function soundDurationS({ audio, durationS }: MediaInfo): number {
  return audio ? (audio.durationS ?? durationS ?? 0) : 0;
}
