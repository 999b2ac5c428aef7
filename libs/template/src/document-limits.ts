/** Limits for the video of a document. */
export interface DocumentLimits {
  /** Pixels of one frame. */
  framePixels: number;
  /** Seconds of all pages together. */
  durationS: number;
}

/** Limits of the format: 3840×2160 pixels and ten minutes. An installation may allow less, never more. */
export const FORMAT_LIMITS: DocumentLimits = { framePixels: 8_294_400, durationS: 600 };
