import type { LayerContent, OutlineWidth } from '#libs/template';
import type { LayerBox } from '../drawing.js';
import { isInvisible } from '../paint/paint.js';
import type { PlacedLine, TextLayout } from './layout.js';
import { type Rules, rulesOf, rulesWithin } from './rules.js';

/** A laid-out text with its look. */
export interface SetText {
  readonly layer: LayerContent<'text'>;
  readonly layout: TextLayout;
  /** Gradients extend over it. */
  readonly box: LayerBox;
  readonly rules: Rules;
}

/** Outline widths as fractions of the font size: readable at every size, and scaled with fitted text. */
const OUTLINE_EM: Readonly<Record<OutlineWidth, number>> = { none: 0, thin: 0.02, medium: 0.05, thick: 0.1 };

/** Width of the outline around the letters, px. */
export function outlinePx(layer: LayerContent<'text'>, { fontSize }: Pick<TextLayout, 'fontSize'>): number {
  return isInvisible(layer.outlineColor) ? 0 : OUTLINE_EM[layer.outlineWidth] * fontSize;
}

/** A laid-out text and its decorations. */
export function setText(layer: LayerContent<'text'>, layout: TextLayout, box: LayerBox): SetText {
  return { layer, layout, box, rules: rulesOf(layer, layout, outlinePx(layer, layout)) };
}

/** Some lines of a text, or pieces of its lines, with their part of its decorations. */
export function withLines(text: SetText, lines: readonly PlacedLine[]): SetText {
  return { ...text, layout: { ...text.layout, lines }, rules: rulesWithin(text.rules, lines) };
}
