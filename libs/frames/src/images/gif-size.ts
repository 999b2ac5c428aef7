import type { Size } from '#libs/document';
import { gifFrames } from './gif-frames.js';

/**
 * The size that a decoder may allocate for a GIF: its logical screen, enlarged to the largest place of a frame. Decoders enlarge
 * the screen for a frame beyond it.
 *
 * @param bytes of a file that begins as a GIF
 */
export function gifSize(bytes: Uint8Array): Size {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  for (const { x, y, width, height } of gifFrames(bytes)) {
    size.width = Math.max(size.width, x + width);
    size.height = Math.max(size.height, y + height);
  }
  return size;
}
