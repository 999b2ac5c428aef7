import type { FontStack } from '../fonts/font-library.js';
import type { Context } from '../skia.js';
import type { TextDirection } from '../unicode/direction.js';
import { isShownAsEmoji } from '../unicode/emoji.js';
import { splitGraphemes } from '../unicode/segmentation.js';
import { type VisualRun, visualRuns } from '../unicode/visual-runs.js';

/** The facts that determine the widths of lines in addition to their text. */
export interface Typesetting {
  readonly stack: FontStack;
  readonly fontSize: number;
  /** Additional px after each letter. */
  readonly tracking: number;
  /** All figures of a script have the width of the widest. */
  readonly hasTabularFigures: boolean;
}

interface SetLine {
  readonly text: string;
  readonly direction: TextDirection;
}

/** A part of a line that is drawn on its own: a figure in its cell, emoji, or the text between them. */
export interface LinePart extends SetLine {
  /** Left end of the text, px from the left end of the line. */
  readonly x: number;
  readonly kind: VisualRun['kind'];
}

/** A run and its place in its line, px. */
export interface PlacedRun extends VisualRun {
  readonly x: number;
  readonly width: number;
  /** From its left end to the left end of its text: a figure is in the middle of its cell. */
  readonly inset: number;
}

const FIGURE = /^\p{Nd}$/u;
const HAS_FIGURE = /\p{Nd}/u;

/** Cache of the widths of cells. */
const knownCells = new Map<string, number>();
const MAX_KNOWN_CELLS = 500;

/** Forgets the widths of cells, which were measured before a font had come. */
export function forgetCells(): void {
  knownCells.clear();
}

/** Configures a context for lines, independent of defaults for kerning and language, with exact advances. */
export function setFont(
  context: Context,
  { stack, fontSize, tracking }: Pick<Typesetting, 'stack' | 'fontSize' | 'tracking'>,
): void {
  context.lang = 'en';
  context.textRendering = 'geometricPrecision';
  context.fontKerning = 'normal';
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  context.font = stack.css(fontSize);
  context.fontVariationSettings = stack.variation;
  context.letterSpacing = `${tracking}px`;
  context.wordSpacing = '0px';
  context.direction = 'ltr';
}

/** The width of a line in a context that {@link setFont} configured. Tracking follows the last letter too. */
export function widthOf(context: Context, line: SetLine, setting: Typesetting): number {
  context.direction = line.direction;
  if (!hasParts(line.text, setting)) return context.measureText(line.text).width;
  return placeRuns(context, line, setting).reduce((sum, { width }) => sum + width, 0);
}

/** The parts of a line that are drawn one by one, from left to right: usually the line itself. */
export function partsOf(context: Context, { text, direction }: SetLine, setting: Typesetting): LinePart[] {
  if (!hasParts(text, setting)) return [{ text, direction, x: 0, kind: 'text' }];
  return placeRuns(context, { text, direction }, setting).map((run) => ({
    ...{ text: run.graphemes.join(''), direction: run.direction, x: run.x + run.inset, kind: run.kind },
  }));
}

/** The runs of a line side by side, from left to right. */
export function placeRuns(context: Context, line: SetLine, setting: Typesetting): PlacedRun[] {
  const kindOf = hasParts(line.text, setting) ? kindIn(setting) : (): VisualRun['kind'] => 'text';
  let x = 0;
  return visualRuns(line, splitGraphemes(line.text), kindOf).map((run) => {
    const own = withRun(context, run, setting, () => context.measureText(run.graphemes.join('')).width);
    const width = run.kind === 'figure' ? cellWidth(context, run.graphemes[0]!) : own;
    const placed = { ...run, x, width, inset: (width - own) / 2 };
    x += width;
    return placed;
  });
}

/** Calls `use` while the context has the font and direction of a run or part. */
export function withRun<T>(
  context: Context,
  { kind, direction }: Pick<VisualRun, 'kind' | 'direction'>,
  { stack, fontSize }: Typesetting,
  use: () => T,
): T {
  context.direction = direction;
  if (kind !== 'emoji' || !stack.emojiCss) return use();
  context.font = stack.emojiCss(fontSize);
  const result = use();
  context.font = stack.css(fontSize);
  return result;
}

function hasParts(text: string, { stack, hasTabularFigures }: Typesetting): boolean {
  return stack.emojiCss !== undefined || (hasTabularFigures && HAS_FIGURE.test(text));
}

function kindIn({ stack, hasTabularFigures }: Typesetting): (grapheme: string) => VisualRun['kind'] {
  return (grapheme) => {
    if (hasTabularFigures && FIGURE.test(grapheme)) return 'figure';
    return stack.emojiCss && isShownAsEmoji(grapheme) ? 'emoji' : 'text';
  };
}

/** The width of the widest figure of the same script. */
function cellWidth(context: Context, figure: string): number {
  const zero = zeroOf(figure.codePointAt(0)!);
  const key = [context.font, context.fontVariationSettings, context.letterSpacing, zero].join();
  const known = knownCells.get(key);
  if (known !== undefined) return known;
  const figures = Array.from({ length: 10 }, (_, value) => String.fromCodePoint(zero + value));
  const width = Math.max(...figures.map((each) => context.measureText(each).width));
  if (knownCells.size >= MAX_KNOWN_CELLS) knownCells.clear();
  knownCells.set(key, width);
  return width;
}

/** The code point of the zero of a figure's script: its ten figures are consecutive. */
function zeroOf(code: number): number {
  let first = code;
  while (FIGURE.test(String.fromCodePoint(first - 1))) first -= 1;
  return code - ((code - first) % 10);
}
