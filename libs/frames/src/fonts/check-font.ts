import { inflateSync } from 'node:zlib';
import { unpackedFontSize, woffTables } from './unpacked-font-size.js';

/** The unpacked size of a valid font file. */
export type CheckedFont = { readonly ok: true; readonly unpackedBytes: number } | { readonly ok: false };

/** Maximum size of an unpacked font. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

/**
 * Checks a font file before anything else reads it: its unpacked size, and whether its tables are no larger than
 * declared.
 */
export function checkFont(file: Buffer): CheckedFont {
  try {
    const unpackedBytes = unpackedFontSize(file);
    if (unpackedBytes <= MAX_UNPACKED_BYTES && file.subarray(0, 4).toString('latin1') === 'wOFF') unpackTables(file);
    return { ok: true, unpackedBytes };
  } catch {
    return { ok: false };
  }
}

/** @throws Error for a table that is damaged or larger than declared, which fontkit would unpack without a limit */
function unpackTables(file: Buffer): void {
  for (const { offset, packedBytes, bytes } of woffTables(file)) {
    if (packedBytes >= bytes) continue; // not packed
    inflateSync(file.subarray(offset, offset + packedBytes), { maxOutputLength: Math.max(1, bytes) });
  }
}
