import bidiFactory from 'bidi-js';
import type { TextDirection } from './direction.js';

const bidi = bidiFactory();

/** The bidirectional level of each UTF-16 code unit of a line (UAX #9): odd from right to left. */
export function bidiLevels(text: string, direction: TextDirection): Uint8Array {
  return bidi.getEmbeddingLevels(text, direction).levels;
}
