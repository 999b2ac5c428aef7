import { gifFrames } from './gif-frames.js';

/** Bytes of a PNG's signature, and of a chunk without its content: length, type, checksum. */
const PNG_SIGNATURE_BYTES = 8;
const PNG_CHUNK_BYTES = 12;
/** Bytes before the first chunk of a WebP, and of a chunk's type and length. */
const WEBP_HEADER_BYTES = 12;
const WEBP_CHUNK_BYTES = 8;

/** The reason for which an animated picture is refused as an image: it would stand still. */
export const ANIMATED_REASON = 'the image is animated; a layer of type video shows a GIF or an animated PNG';

/**
 * Whether a picture has more than one frame.
 *
 * @param bytes a GIF, PNG or WebP, whole or damaged; other formats have one
 */
export function isAnimated(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (textAt(view, 0, 3) === 'GIF') return [...gifFrames(bytes)].length > 1;
  if (textAt(view, 1, 3) === 'PNG') return frameCountOfPng(view) > 1;
  return textAt(view, 8, 4) === 'WEBP' && frameCountOfWebp(view) > 1;
}

/** The chunk `acTL` stands before the pixels (PNG specification, third edition, 11.3.6.1). */
function frameCountOfPng(view: DataView): number {
  for (let at = PNG_SIGNATURE_BYTES; at + PNG_CHUNK_BYTES <= view.byteLength;) {
    const type = textAt(view, at + 4, 4);
    if (type === 'acTL') return view.getUint32(at + 8);
    if (type === 'IDAT') break;
    at += PNG_CHUNK_BYTES + view.getUint32(at);
  }
  return 1;
}

/** Each frame is a chunk `ANMF` (WebP container specification, Animation). */
function frameCountOfWebp(view: DataView): number {
  let count = 0;
  for (let at = WEBP_HEADER_BYTES; at + WEBP_CHUNK_BYTES <= view.byteLength;) {
    if (textAt(view, at, 4) === 'ANMF') count++;
    const length = view.getUint32(at + 4, true);
    at += WEBP_CHUNK_BYTES + length + (length % 2);
  }
  return count;
}

function textAt(view: DataView, at: number, length: number): string {
  if (at + length > view.byteLength) return '';
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));
}
