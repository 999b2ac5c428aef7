import { type Line, type MeasureText, wrap, wrapLines } from './wrap.js';

/** Paragraphs of more lines are not balanced, as in Chromium: a reader compares the ends of a few lines only. */
const MAX_BALANCED_LINES = 6;

/** Precision of the search for the width, px. */
const STEP_PX = 0.5;

/**
 * Makes the lines of each paragraph as equal as its line breaks allow, without an additional line (CSS `text-wrap:
 * balance`): searches the smallest width at which the paragraph has no more lines.
 */
export function balance(lines: readonly Line[], { width, measure }: { width: number; measure: MeasureText }): Line[] {
  return paragraphsOf(lines).flatMap((paragraph) => {
    const { rest: text, direction } = paragraph[0]!;
    if (paragraph.length < 2 || paragraph.length > MAX_BALANCED_LINES) return paragraph;
    const fits = (px: number): boolean => isWrappedInto(paragraph.length, wrapLines(text, px, measure));
    // Spaces at the ends of lines take no width, so a little less than an equal share may be enough.
    let low = (measure(text, direction) / paragraph.length) * 0.8;
    let high = width;
    while (high - low > STEP_PX) {
      const middle = (low + high) / 2;
      if (fits(middle)) high = middle;
      else low = middle;
    }
    return high < width ? wrap(text, high, measure).lines : paragraph;
  });
}

function paragraphsOf(lines: readonly Line[]): Line[][] {
  const paragraphs: Line[][] = [[]];
  for (const line of lines) {
    paragraphs.at(-1)!.push(line);
    if (line.endsParagraph) paragraphs.push([]);
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

/** Whether there are at most `count` lines and no word is split. Takes no more lines than it needs to know. */
function isWrappedInto(count: number, lines: Iterable<Line>): boolean {
  let taken = 0;
  for (const { isSplit } of lines) {
    taken += 1;
    if (isSplit || taken > count) return false;
  }
  return true;
}
