/** The error codes of a failed video that can be foreseen. */
export const FORESEEN_ERROR_CODES = [
  'ASSET_FETCH_FAILED',
  'ASSET_UNSUPPORTED',
  'ASSET_TOO_LARGE',
  'FONT_FAILED',
  'RENDER_FAILED',
] as const;
export type ForeseenErrorCode = (typeof FORESEEN_ERROR_CODES)[number];

/** Codes of the reasons why a video failed. */
export const VIDEO_ERROR_CODES = [
  ...FORESEEN_ERROR_CODES,
  'RENDER_TIMEOUT',
  'OUTPUT_CHECK_FAILED',
  'CANCELED',
] as const;
export type VideoErrorCode = (typeof VIDEO_ERROR_CODES)[number];
