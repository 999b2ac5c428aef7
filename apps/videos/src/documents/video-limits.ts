import type { VideoFormat } from '#libs/contracts';
import type { DocumentLimits } from '#libs/template';
import type { VideosConfig } from '../videos.config.js';

/** What a renderer may be asked for. Told to the judge's threads, so plain data. */
export interface VideoLimits extends DocumentLimits {
  /** Seconds that a video of a format lasts, where that is less than other formats. */
  formatS: Partial<Record<VideoFormat, number>>;
}

/** Those that the operator set. */
export function videoLimits({ maxFramePixels, maxDurationS, maxGifS }: VideosConfig): VideoLimits {
  return { framePixels: maxFramePixels, durationS: maxDurationS, formatS: { gif: maxGifS } };
}
