import { imageSize } from 'image-size';
import { gifSize } from './gif-size.js';
import type { Size } from '#libs/document';

/** The format of a picture as its bytes say, such as `png` or `jpg`, and the pixels that a decoder may allocate for it. */
export interface PictureSize extends Size {
  format: string;
}

/**
 * Reads the size of a picture before it is decoded: nothing is allocated for its pixels. The decoder refuses a PNG, JPEG, WebP or
 * AVIF whose data has another size than its header; it enlarges a GIF, so the largest frame of one counts.
 *
 * @returns undefined for bytes that are no picture, or a damaged one
 */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  try {
    const { type: format = '', width, height } = imageSize(bytes);
    return { format, ...(format === 'gif' ? gifSize(bytes) : { width, height }) };
  } catch {
    return undefined;
  }
}
