import type { VideoFormat } from '#libs/contracts';
import type { DocumentLimits } from '#libs/template';
import type { VideosConfig } from '../videos.config.js';

/** Limits of the videos that renderers draw. Plain data, because the judge's threads receive a copy. */
export interface VideoLimits extends DocumentLimits {
  /** Most seconds of a video of each format for which the limit is lower than for the others. */
  formatS: Partial<Record<VideoFormat, number>>;
}

/** The limits that the operator has configured. */
export function videoLimits({ maxFramePixels, maxDurationS, maxGifS }: VideosConfig): VideoLimits {
  return { framePixels: maxFramePixels, durationS: maxDurationS, formatS: { gif: maxGifS } };
}
