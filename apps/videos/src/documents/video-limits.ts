import type { VideoFormat } from '#libs/contracts';
import type { DocumentLimits } from '#libs/template';
import type { VideosConfig } from '../videos.config.js';

/** Limits of the videos that renderers draw. Plain data, because the judge's threads receive a copy. */
export interface VideoLimits extends DocumentLimits {
  /** Seconds that a video of a format lasts, where that is less than other formats. */
  formatS: Partial<Record<VideoFormat, number>>;
}

/** The limits that the operator has configured. */
export function videoLimits({ maxFramePixels, maxDurationS, maxGifS }: VideosConfig): VideoLimits {
  return { framePixels: maxFramePixels, durationS: maxDurationS, formatS: { gif: maxGifS } };
}
