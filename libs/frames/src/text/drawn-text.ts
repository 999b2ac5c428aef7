import type { TextTransform } from '#libs/template';
import type { ResolvedText } from '#libs/timeline';
import { drawnCodePoints, type FontLibrary, type FontStack } from '../fonts/font-library.js';
import { splitWords } from './line-breaks.js';

/** Stands in for characters without a glyph; the shipped Noto Sans has it. */
const REPLACEMENT = '\ufffd';

/** A text as it will be drawn, its fonts, and what could not be had. */
export interface DrawnText {
  readonly text: string;
  readonly stack: FontStack;
  /** Characters that no font has, each once. They are drawn as U+FFFD, never from a font of the machine. */
  readonly missing: readonly string[];
}

/** Applies the text transform, picks the fonts and replaces what none of them can draw. */
export function prepareText(
  layer: Pick<ResolvedText, 'text' | 'textTransform' | 'fontFamily' | 'weight' | 'italic'>,
  fonts: FontLibrary,
): DrawnText {
  const text = transform(layer.text, layer.textTransform);
  const wish = { family: layer.fontFamily, weight: layer.weight, italic: layer.italic };
  const stack = fonts.stackFor(wish, text);
  const missing = drawnCodePoints(text).filter((codePoint) => !stack.covers(codePoint));
  if (missing.length === 0) return { text, stack, missing: [] };
  const isMissing = new Set(missing);
  const drawn = Array.from(text, (c) => (isMissing.has(c.codePointAt(0)!) ? REPLACEMENT : c)).join('');
  return {
    text: drawn,
    stack: fonts.stackFor(wish, drawn),
    missing: missing.map((codePoint) => String.fromCodePoint(codePoint)),
  };
}

function transform(text: string, form: TextTransform): string {
  switch (form) {
    case 'none':
      return text;
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    case 'capitalize':
      return splitWords(text)
        .map((part) => (part.isWord ? capitalize(part.text) : part.text))
        .join('');
  }
}

function capitalize(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0)!);
  return first.toUpperCase() + word.slice(first.length);
}
