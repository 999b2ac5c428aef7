import type { ResolvedLayer } from '#libs/template';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Cache: counting takes longer than the rest of a sample. */
const known = new WeakMap<ResolvedLayer, number>();

/**
 * The most letters that a text can be cut into, and so the most words and lines. Exact unless a font lacks some of its
 * characters or an ellipsis cuts it.
 */
export function mostLetters(layer: ResolvedLayer & { text: string }): number {
  const before = known.get(layer);
  if (before !== undefined) return before;
  const count = Math.max(lettersIn(layer.text), lettersIn(layer.text.toUpperCase())); // ß becomes SS
  known.set(layer, count);
  return count;
}

function lettersIn(text: string): number {
  return Array.from(graphemes.segment(text), (part) => part.segment).filter((letter) => letter.trim() !== '').length;
}
