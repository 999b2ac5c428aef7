import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { GlobalFonts } from '../skia.js';
import { type FontFacts, readFont } from './font-facts.js';
import type { FontFile, LoadedFont } from './font-file.js';
import { unpackedFontSize } from './unpacked-font-size.js';

/**
 * Fonts known to this thread, by alias. The registry of Skia is global to the process, so the family name of each
 * font is derived from its content. Two videos with different fonts of one name do not conflict.
 */
const registered = new Map<string, LoadedFont>();

/** Bytes of all fonts of videos. */
let broughtBytes = 0;

/**
 * Unpacked bytes of all fonts of videos that this process has registered. The sum grows until the process ends: when a
 * font is removed, Skia drops its name and frees no memory (measured with @napi-rs/canvas 1.0.11).
 */
export function registeredFontBytes(): number {
  return broughtBytes;
}

/** A file that is not a font. */
class UnreadableFont extends Error {
  override readonly name = 'UnreadableFont';
}

/**
 * Registers a font with Skia, under a name derived from its content. In a browser another file takes the place of this one.
 *
 * @param isBrought whether it is a font of the video
 * @throws UnreadableFont
 */
export function registerFont({ file, facts: known }: FontFile, isBrought: boolean): LoadedFont {
  const content = fs.readFileSync(file);
  const alias = `fw-${createHash('sha256').update(content).digest('hex').slice(0, 24)}`;
  const earlier = registered.get(alias);
  if (earlier) return earlier;
  const font = { alias, facts: known ?? read(content) };
  // Another thread of the process may have registered it: a second time would take its memory twice.
  const isRegistered = GlobalFonts.has(alias) || GlobalFonts.register(content, alias);
  if (!isRegistered) throw new UnreadableFont('the font cannot be used for drawing');
  registered.set(alias, font);
  if (isBrought) broughtBytes += unpackedFontSize(content);
  return font;
}

function read(content: Buffer): FontFacts {
  try {
    return readFont(content);
  } catch (cause) {
    throw new UnreadableFont('not a TrueType, OpenType, WOFF or WOFF2 font', { cause });
  }
}
