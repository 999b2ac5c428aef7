import type { Rect } from '#libs/document';

/** Bytes of the header with the logical screen, before the global color table. */
const HEADER_BYTES = 13;
const EXTENSION = 0x21;
const FRAME = 0x2c;
/** Bytes of a frame's descriptor: kind, left, top, width, height, flags. */
const FRAME_BYTES = 10;

/**
 * The places of a GIF's frames on its logical screen. A file that ends early has the frames that are there (GIF89a, sections
 * 18–24).
 *
 * @param bytes of a file that begins as a GIF
 */
export function* gifFrames(bytes: Uint8Array): Generator<Rect> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const uint16 = (offset: number): number => view.getUint16(offset, true);
  let at = HEADER_BYTES + colorTableBytes(view.getUint8(10));
  while (at + FRAME_BYTES <= view.byteLength) {
    const kind = view.getUint8(at);
    if (kind === EXTENSION) at = afterBlocks(view, at + 2);
    else if (kind === FRAME) {
      yield { x: uint16(at + 1), y: uint16(at + 3), width: uint16(at + 5), height: uint16(at + 7) };
      const codeSizeAt = at + FRAME_BYTES + colorTableBytes(view.getUint8(at + 9));
      at = afterBlocks(view, codeSizeAt + 1);
    } else break; // the trailer, or nothing that a decoder reads
  }
}

function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** The position after a row of blocks, each with its length before it, the last one empty. */
function afterBlocks(view: DataView, from: number): number {
  let at = from;
  while (at < view.byteLength) {
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) break;
  }
  return at;
}
