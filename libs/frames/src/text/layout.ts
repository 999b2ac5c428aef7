import type { HorizontalAlign, LayerContent } from '#libs/template';

import type { LayerBox } from '../drawing.js';
import type { FontFacts } from '../fonts/font-facts.js';
import type { FontStack } from '../fonts/font-library.js';
import type { Context } from '../skia.js';
import { setFont, type Typesetting, widthOf } from './typesetting.js';
import { balance } from './balance.js';
import type { TextDirection } from '../unicode/direction.js';
import { ellipsize } from './ellipsize.js';
import { fittedSize } from './fit-size.js';
import { type Line, type MeasureText, partsBetweenBreaks, wrap } from './wrap.js';

/** One line and its position, in px of the box of the layer. */
export interface PlacedLine {
  readonly text: string;
  readonly direction: TextDirection;
  /** Left end of the line. */
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  /** Additional px per space, for justified lines. */
  readonly wordSpacing: number;
}

/** A text laid out in its box. */
export interface TextLayout {
  readonly fontSize: number;
  readonly metrics: FontFacts;
  readonly setting: Typesetting;
  readonly lines: readonly PlacedLine[];
  /** Whether the whole text is inside its box: nothing omitted but by `ellipsis`, no word split, no line below the box. */
  readonly fits: boolean;
}

type TextStyle = Pick<
  LayerContent<'text'>,
  | 'fontSize'
  | 'lineHeight'
  | 'tracking'
  | 'fontVariantNumeric'
  | 'fitText'
  | 'align'
  | 'verticalAlign'
  | 'textWrap'
  | 'maxLines'
  | 'overflow'
  | 'padding'
>;

/**
 * Wraps, fits, balances, aligns and places a text. `context` is used for measuring only.
 *
 * @param place.fittedText the text that the font size is chosen for; by default the text itself
 */
export function layOutText(
  context: Context,
  text: string,
  style: TextStyle,
  place: { box: LayerBox; stack: FontStack; fittedText?: string },
): TextLayout {
  const { box, stack } = place;
  const area = {
    width: Math.max(0, box.width - 2 * style.padding),
    height: Math.max(0, box.height - 2 * style.padding),
  };
  const fitting = { context, text, style, stack, area };
  const fontSize = style.fitText
    ? fittedSize({ ...fitting, text: place.fittedText ?? text, measureAt: (px) => measureWith(fitting, px) })
    : style.fontSize;
  const measure = measureWith(fitting, fontSize);
  const { lines, hasSplitWord } = wrap(text, area.width, measure);
  const kept = limit(lines, fontSize, fitting, measure);
  const isWhole = kept.length === lines.length;
  const shown = isWhole && style.textWrap === 'balance' ? balance(lines, measure) : kept;
  // Lines that `ellipsis` leaves out are left out as the author wants.
  const needed = style.overflow === 'ellipsis' ? kept : lines;
  const isLowEnough = needed.length * style.lineHeight * fontSize <= area.height + 0.5;
  const fits = !hasSplitWord && isLowEnough && kept.length === needed.length;
  return {
    fontSize,
    metrics: stack.metrics,
    setting: settingOf(fitting, fontSize),
    lines: placeLines(shown, fontSize, fitting, measure),
    fits,
  };
}

/** The width of the longest part of a text that no line break divides, px. */
export function longestPart(context: Context, text: string, style: TextStyle, stack: FontStack): number {
  const measure = measureWith({ context, text, style, stack, area: { width: 0, height: 0 } }, style.fontSize);
  return Math.max(0, ...partsBetweenBreaks(text).map(({ part, direction }) => measure(part, direction)));
}

interface Fitting {
  readonly context: Context;
  readonly text: string;
  readonly style: TextStyle;
  readonly stack: FontStack;
  /** The box without its padding. */
  readonly area: LayerBox;
}

function settingOf({ stack, style }: Fitting, fontSize: number): Typesetting {
  const hasTabularFigures = style.fontVariantNumeric === 'tabular-nums';
  return { stack, fontSize, tracking: style.tracking, hasTabularFigures };
}

/** Measures widths at a font size. Skia adds the tracking after the last letter too, which would shift the line. */
function measureWith(fitting: Fitting, fontSize: number): MeasureText {
  const { context, style } = fitting;
  const setting = settingOf(fitting, fontSize);
  setFont(context, setting);
  const known = new Map<string, number>();
  return (text, direction) => {
    const key = `${direction} ${text}`;
    const width = known.get(key) ?? (text === '' ? 0 : widthOf(context, { text, direction }, setting) - style.tracking);
    known.set(key, width);
    return width;
  };
}

/**
 * Removes lines beyond max_lines and, with an ellipsis, those below the box. An ellipsis shows that something is
 * missing, unless the overflow is to be clipped.
 */
function limit(
  lines: readonly Line[],
  fontSize: number,
  { style, area }: Fitting,
  measure: MeasureText,
): readonly Line[] {
  const most = style.maxLines ?? Infinity;
  if (style.overflow === 'clip') return lines.slice(0, most);
  const whole = Math.floor((area.height + 0.5) / (style.lineHeight * fontSize));
  const count = style.overflow === 'ellipsis' ? Math.max(1, Math.min(most, whole)) : most;
  return ellipsize(lines, count, { width: area.width, measure });
}

/** From the top of a line to its baseline, px: as in CSS, half of the leading lies above the letters. */
export function ascentOf(lineHeight: number, { fontSize, metrics }: Pick<TextLayout, 'fontSize' | 'metrics'>): number {
  return (lineHeight + (metrics.ascent - metrics.descent) * fontSize) / 2;
}

function placeLines(
  lines: readonly Line[],
  fontSize: number,
  { style, stack, area }: Fitting,
  measure: MeasureText,
): PlacedLine[] {
  const lineHeight = style.lineHeight * fontSize;
  const free = area.height - lines.length * lineHeight;
  const top = style.padding + { top: 0, middle: free / 2, bottom: free }[style.verticalAlign];
  const firstBaseline = top + ascentOf(lineHeight, { fontSize, metrics: stack.metrics });
  return lines.map(({ text, direction, endsParagraph }, index) => {
    const width = measure(text, direction);
    const spaces = text.split(' ').length - 1;
    const isJustified = style.align === 'justify' && !endsParagraph && spaces > 0;
    const wordSpacing = isJustified ? Math.max(0, (area.width - width) / spaces) : 0;
    const drawn = width + wordSpacing * spaces;
    const x = style.padding + (area.width - drawn) * shareOnLeft(style.align, direction);
    return { text, direction, x, baseline: firstBaseline + index * lineHeight, width: drawn, wordSpacing };
  });
}

/** The share of the free width that is on the left of a line. */
function shareOnLeft(align: HorizontalAlign, direction: TextDirection): number {
  const start = direction === 'rtl' ? 1 : 0;
  return { start, end: 1 - start, left: 0, center: 0.5, right: 1, justify: start }[align];
}
