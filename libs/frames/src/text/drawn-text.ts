import type { TextTransform, LayerContent } from '#libs/template';

import { type FontLibrary, type FontStack } from '../fonts/font-library.js';
import { splitGraphemes, splitWords } from '../unicode/segmentation.js';

/** Replaces characters without a glyph; the shipped Noto Sans contains it. */
const REPLACEMENT = '\ufffd';

/** Control characters, except tabs, which are blanks as in HTML, and line breaks. */
const CONTROLS = /[^\P{Cc}\n\v\f\r\u0085]/gu;

/** A text as it is drawn, its fonts, and the characters that are missing in them. */
export interface DrawnText {
  readonly text: string;
  readonly stack: FontStack;
  /** Characters that no font has, each once. They are drawn as U+FFFD, never with a font of the machine. */
  readonly missing: readonly string[];
}

/** Applies the text transform, selects the fonts and replaces characters that none of them has. */
export function prepareText(
  layer: Pick<LayerContent<'text'>, 'text' | 'textTransform' | 'fontFamily' | 'weight' | 'italic'>,
  fonts: FontLibrary,
): DrawnText {
  const written = transform(layer.text, layer.textTransform).normalize('NFC'); // fonts contain é, but rarely e and a combining accent
  const text = written.replaceAll('\t', ' ').replace(CONTROLS, '');
  const requested = { family: layer.fontFamily, weight: layer.weight, italic: layer.italic };
  const stack = fonts.stackFor(requested, text);
  const missing = new Set<string>();
  const drawn = splitGraphemes(text)
    .map((grapheme) => (stack.draws(grapheme) ? grapheme : replaceUndrawn(grapheme, stack, missing)))
    .join('');
  if (missing.size === 0) return { text, stack, missing: [] };
  return { text: drawn, stack: fonts.stackFor(requested, drawn), missing: [...missing] };
}

/**
 * Replaces the characters of a grapheme that no font has. If each character has a font but no font has all, keeps the
 * base and omits the marks that its font lacks: otherwise Skia draws an empty box for the whole grapheme.
 */
function replaceUndrawn(grapheme: string, stack: FontStack, missing: Set<string>): string {
  const [base = '', ...marks] = grapheme;
  if (!stack.draws(base)) {
    missing.add(base);
    return REPLACEMENT;
  }
  let drawn = base;
  for (const mark of marks) {
    if (stack.draws(drawn + mark)) drawn += mark;
    else missing.add(mark);
  }
  return drawn;
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
