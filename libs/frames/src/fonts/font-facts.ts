import { create, type Font } from 'fontkit';

/**
 * The properties of a font file that text layout needs. Lengths are multiples of the font size, y upward from the
 * baseline.
 */
export interface FontFacts {
  readonly ascent: number;
  /** Positive, below the baseline. */
  readonly descent: number;
  readonly underlinePosition: number;
  readonly lineThickness: number;
  readonly strikeoutPosition: number;
  /** Whether the font has a glyph for a code point. */
  covers(codePoint: number): boolean;
}

/**
 * Reads a TrueType, OpenType, WOFF or WOFF2 file.
 *
 * @throws Error for any other or damaged file
 */
export function readFont(file: Uint8Array): FontFacts {
  const font = create(file as Buffer); // it takes any bytes
  if (!('characterSet' in font)) throw new Error('font collections are not supported');
  return facts(font);
}

function facts(font: Font): FontFacts {
  const em = font.unitsPerEm;
  const strikeout = font['OS/2'].yStrikeoutPosition;
  // Looked up one by one: a file of a few bytes can declare four billion characters.
  const covers = (codePoint: number): boolean => font.hasGlyphForCodePoint(codePoint);
  covers(0x20); // throws here if the font has no valid character map
  return {
    ascent: font.ascent / em,
    descent: -font.descent / em,
    underlinePosition: font.underlinePosition / em,
    lineThickness: font.underlineThickness / em || 0.07,
    strikeoutPosition: strikeout > 0 ? strikeout / em : 0.3,
    covers,
  };
}
