import { MAX_PICTURE_PIXELS } from '#libs/timeline';
import { FrameError } from '../frame-error.js';
import { loadImage } from '../skia.js';
import { ANIMATED_REASON, isAnimated } from './is-animated.js';
import { ImagePixels } from './image-pixels.js';
import { pictureSize } from './picture-size.js';

/** Accepted formats. SVG is refused: it can load further files and scripts. */
const FORMATS: readonly string[] = ['png', 'jpg', 'webp', 'gif', 'avif'];

/**
 * Decodes the content of an image file; its size is checked before it is decoded.
 *
 * @param path names the layer in errors
 * @throws FrameError ASSET_UNSUPPORTED for anything but a readable PNG, JPEG, WebP, GIF or AVIF that stands still, ASSET_TOO_LARGE above
 * {@link MAX_PICTURE_PIXELS}
 */
export async function decodeImage(bytes: Uint8Array, path: string): Promise<ImagePixels> {
  const size = pictureSize(bytes);
  if (!size || !FORMATS.includes(size.format)) {
    throw new FrameError('ASSET_UNSUPPORTED', path, 'the image must be PNG, JPEG, WebP, GIF or AVIF');
  }
  if (size.width * size.height > MAX_PICTURE_PIXELS) {
    const given = `${size.width} × ${size.height}`;
    throw new FrameError(
      'ASSET_TOO_LARGE',
      path,
      `the image has ${given} pixels; at most ${MAX_PICTURE_PIXELS} are drawn`,
    );
  }
  if (isAnimated(bytes)) throw new FrameError('ASSET_UNSUPPORTED', path, ANIMATED_REASON);
  try {
    return new ImagePixels(await loadImage(bytes));
  } catch (cause) {
    throw new FrameError('ASSET_UNSUPPORTED', path, 'the image is damaged and cannot be decoded', { cause });
  }
}
