/** How large a video of a document may be. */
export interface DocumentLimits {
  /** Pixels of one frame. */
  framePixels: number;
  /** Seconds that all pages last together. */
  durationS: number;
}

/** What the format itself allows, 3840×2160 and ten minutes: an installation may allow less, never more. */
export const FORMAT_LIMITS: DocumentLimits = { framePixels: 8_294_400, durationS: 600 };
