import type { ResolvedLayer } from '#libs/template';

/** The lines of a text in a box of a width, px. */
export interface TextHeight {
  /** All lines, and the padding above and below them. */
  readonly height: number;
  /** From the top edge to the baseline of the first line. */
  readonly baseline: number;
}

/** Measures texts. Sizes contain the padding of the layer. Equal layers give equal sizes. */
export interface TextMeasurer {
  /** The width of the longest part that cannot be broken, px. */
  least(layer: ResolvedLayer<'text'>): number;
  /** The width of the longest line if lines break only at line breaks of the text, px. */
  most(layer: ResolvedLayer<'text'>): number;
  /** The text in a box of `width` px. */
  at(layer: ResolvedLayer<'text'>, width: number): TextHeight;
}

/** The width of a letter on average, and the height of a capital letter above the baseline, em. */
const LETTER_EM = 0.55;
const ASCENT_EM = 0.9;

/** Measures texts without their fonts, for what needs no exact places: costs, and whether a frame equals another. */
export const ESTIMATED_TEXTS: TextMeasurer = {
  least: (layer) => widest(layer.text.split(/\s+/), layer),
  most: (layer) => widest(layer.text.split('\n'), layer),
  at: (layer, width) => {
    const { fontSize, lineHeight, padding, maxLines = Infinity } = layer;
    const room = Math.max(1, width - 2 * padding);
    const lines = layer.text.split('\n').map((line) => Math.max(1, Math.ceil((line.length * letterPx(layer)) / room)));
    const count = Math.min(
      maxLines,
      lines.reduce((sum, each) => sum + each, 0),
    );
    const leading = (lineHeight - 1) / 2;
    return {
      height: count * lineHeight * fontSize + 2 * padding,
      baseline: padding + (leading + ASCENT_EM) * fontSize,
    };
  },
};

function widest(parts: readonly string[], layer: ResolvedLayer<'text'>): number {
  const letters = parts.reduce((most, { length }) => Math.max(most, length), 0);
  return letters * letterPx(layer) + 2 * layer.padding;
}

function letterPx({ fontSize, tracking }: ResolvedLayer<'text'>): number {
  return Math.max(0, LETTER_EM * fontSize + tracking);
}
