import { characterRanges, contains } from './character-ranges.js';
import { openFont } from './font-tables.js';

/** What text layout needs to know of a font file; lengths in multiples of the font size, y upwards from the baseline. */
export interface FontFacts {
  readonly ascent: number;
  /** Positive, below the baseline. */
  readonly descent: number;
  readonly underlinePosition: number;
  readonly lineThickness: number;
  readonly strikeoutPosition: number;
  /** Whether it has a glyph for a code point. */
  covers(codePoint: number): boolean;
}

/**
 * Reads a TrueType, OpenType, WOFF or WOFF2 file. Throws when it is none of these or broken. A library that knows all of a font
 * took 0.1 s more of every process that starts to draw, so the few fields are read here, where OpenType 1.9 has them.
 */
export function readFont(file: Buffer): FontFacts {
  const tables = openFont(file);
  const table = (tag: string): Buffer => {
    const unpack = tables.get(tag);
    if (!unpack) throw new Error(`the font has no table "${tag}"`);
    return unpack();
  };
  const [head, hhea, post, os2] = [table('head'), table('hhea'), table('post'), table('OS/2')];
  const em = head.readUInt16BE(18);
  const strikeout = os2.readInt16BE(28);
  const ranges = characterRanges(table('cmap'));
  return {
    ascent: hhea.readInt16BE(4) / em,
    descent: -hhea.readInt16BE(6) / em,
    underlinePosition: post.readInt16BE(8) / em,
    lineThickness: post.readInt16BE(10) / em || 0.07,
    strikeoutPosition: strikeout > 0 ? strikeout / em : 0.3,
    covers: (codePoint) => contains(ranges, codePoint),
  };
}
