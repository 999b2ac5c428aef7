import { inflateSync } from 'node:zlib';
import { unpackedFontSize, woffTables } from './unpacked-font-size.js';

/** What a font file takes, or what is wrong with it. */
export type CheckedFont = { readonly ok: true; readonly unpackedBytes: number } | { readonly ok: false };

/** Unpacked, a font has so many bytes at most. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

/**
 * Looks at a font file before anything reads it: how much it takes unpacked, and whether its tables hold no more than they
 * claim to.
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

/** @throws for a table that is damaged or larger than declared, which fontkit would unpack without a limit */
function unpackTables(file: Buffer): void {
  for (const { offset, packedBytes, bytes } of woffTables(file)) {
    if (packedBytes >= bytes) continue; // not packed
    inflateSync(file.subarray(offset, offset + packedBytes), { maxOutputLength: Math.max(1, bytes) });
  }
}
