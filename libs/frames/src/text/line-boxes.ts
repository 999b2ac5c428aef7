import type { Rect } from '#libs/document';
import type { LayerContent } from '#libs/template';
import { ascentOf, type PlacedLine, type TextLayout } from './layout.js';
import type { LineBoxes } from './text-pieces.js';

/** The lines of a text in its box. */
export function lineBoxes({ lineHeight }: LayerContent<'text'>, layout: TextLayout): LineBoxes {
  const height = lineHeight * layout.fontSize;
  return { height, ascent: ascentOf(height, layout) };
}

/** The box of a line of a text, `by` px larger on every side. */
export function lineRect({ x, width, baseline }: PlacedLine, { height, ascent }: LineBoxes, by: number): Rect {
  return { x: x - by, y: baseline - ascent - by, width: width + 2 * by, height: height + 2 * by };
}
