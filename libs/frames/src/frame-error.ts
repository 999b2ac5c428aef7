/** Codes of the reasons why a video cannot be drawn, which are those of the API's `error.code`. */
export type FrameErrorCode = 'ASSET_UNSUPPORTED' | 'ASSET_TOO_LARGE' | 'FONT_FAILED' | 'RENDER_FAILED';

/** A fault of the caller's input, found while loading or drawing. The message is public. */
export class FrameError extends Error {
  override readonly name = 'FrameError';

  /**
   * @param path the layer in the document, such as `pages[0].layers[2] "logo"`
   * @param reason the message without the path
   */
  constructor(
    readonly code: FrameErrorCode,
    readonly path: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${path}: ${reason}`, options);
  }
}
