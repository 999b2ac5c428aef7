import type { TextTransform, LayerContent } from '#libs/template';

import { type FontLibrary, type FontStack } from '../fonts/font-library.js';
import { splitGraphemes, splitWords } from './line-breaks.js';

/** Stands in for characters without a glyph; the shipped Noto Sans has it. */
const REPLACEMENT = '\ufffd';

/** Characters without a glyph, except tabs, which are blanks as in HTML, and line breaks. */
const CONTROLS = /[^\P{Cc}\n\v\f\r\u0085]/gu;

/** A text as it will be drawn, its fonts, and what could not be had. */
export interface DrawnText {
  readonly text: string;
  readonly stack: FontStack;
  /** Characters that no font has, each once. They are drawn as U+FFFD, never from a font of the machine. */
  readonly missing: readonly string[];
}

/** Applies the text transform, picks the fonts and replaces what none of them can draw. */
export function prepareText(
  layer: Pick<LayerContent<'text'>, 'text' | 'textTransform' | 'fontFamily' | 'weight' | 'italic'>,
  fonts: FontLibrary,
): DrawnText {
  const written = transform(layer.text, layer.textTransform).normalize('NFC'); // fonts have é, and seldom e and its accent
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
 * Replaces the characters of a grapheme that no font has. Where each has a font and no font has all, the base is kept and the
 * marks that its font lacks are left out: Skia would draw an empty box for the whole.
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
