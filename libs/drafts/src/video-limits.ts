import type { VideoFormat } from '#libs/contracts';
import type { DocumentLimits } from '#libs/template';

/** Limits of the videos that renderers draw. Plain data, because threads receive a copy. */
export interface VideoLimits extends DocumentLimits {
  /** Most seconds of a video of each format for which the limit is lower than for the others. */
  formatS: Partial<Record<VideoFormat, number>>;
}
