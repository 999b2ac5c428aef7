import type { VideoLimits } from '#libs/drafts';
import type { VideosConfig } from '../videos.config.js';

/** The limits that the operator has configured. */
export function videoLimits({ maxFramePixels, maxDurationS, maxGifS }: VideosConfig): VideoLimits {
  return { framePixels: maxFramePixels, durationS: maxDurationS, formatS: { gif: maxGifS } };
}
