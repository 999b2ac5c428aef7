import { MAX_FONT_SIZE, type LayerContent } from '#libs/template';
import type { LayerBox } from '../drawing.js';
import { type MeasureText, wrapLines } from './wrap.js';

/** Smallest font size of fit_text, px, and the precision of its search. */
const SMALLEST_FIT_PX = 4;
const FIT_STEP_PX = 0.25;

/** A text that is to fit an area. */
export interface FittedText {
  readonly text: string;
  readonly style: Pick<LayerContent<'text'>, 'fontSize' | 'lineHeight' | 'fitText' | 'maxLines'>;
  readonly area: LayerBox;
  /** The widths of texts at a font size. */
  measureAt(fontSizePx: number): MeasureText;
}

/**
 * The largest font size at which the whole text is inside its area without splitting words, at least 4 px: up to the
 * requested size with `shrink`, else up to 2,000 px. A binary search: at most 13 steps.
 */
export function fittedSize(fitted: FittedText): number {
  const { style, area } = fitted;
  const most = style.fitText === 'shrink' ? style.fontSize : MAX_FONT_SIZE;
  if (style.fitText === 'shrink' && fits(fitted, most)) return most;
  const oneLine = (area.height + SLACK_PX) / style.lineHeight;
  let low = Math.floor(SMALLEST_FIT_PX / FIT_STEP_PX);
  let high = Math.max(low, Math.ceil(Math.min(most, oneLine) / FIT_STEP_PX)) + 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(fitted, middle * FIT_STEP_PX)) low = middle;
    else high = middle;
  }
  return Math.min(most, low * FIT_STEP_PX);
}

/** Part of a line that may be outside its area, for rounding. */
const SLACK_PX = 0.5;

/** Stops at the first line that does not fit. */
function fits({ text, style, area, measureAt }: FittedText, fontSize: number): boolean {
  const lineHeight = style.lineHeight * fontSize;
  let count = 0;
  for (const { isSplit } of wrapLines(text, area.width, measureAt(fontSize))) {
    count += 1;
    if (isSplit || count > (style.maxLines ?? Infinity) || count * lineHeight > area.height + SLACK_PX) return false;
  }
  return true;
}
