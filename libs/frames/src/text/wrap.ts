import { type TextDirection, firstStrongDirection } from '../unicode/direction.js';
import { breakOpportunities, paragraphs, splitGraphemes } from '../unicode/segmentation.js';

/** One line of wrapped text. */
export interface Line {
  readonly text: string;
  readonly direction: TextDirection;
  /** Its paragraph from the start of the line on. */
  readonly rest: string;
  /** Whether a hard break or the end of the text follows. Such a line is not justified. */
  readonly endsParagraph: boolean;
  /** Whether it ends inside a word that is longer than a line. */
  readonly isSplit: boolean;
}

/** Measures a text on one line of a paragraph with this base direction, px. */
export type MeasureText = (text: string, direction: TextDirection) => number;

/** A text broken into lines, and whether a word had to be split. */
export interface Wrapped {
  readonly lines: readonly Line[];
  readonly hasSplitWord: boolean;
}

/** Breaks a text into lines of at most `width` px. A longer word is split between graphemes. */
export function wrap(text: string, width: number, measure: MeasureText): Wrapped {
  const lines = [...wrapLines(text, width, measure)];
  return { lines, hasSplitWord: lines.some(({ isSplit }) => isSplit) };
}

/** The lines of `wrap`, found one by one. */
export function* wrapLines(text: string, width: number, measure: MeasureText): Generator<Line> {
  for (const paragraph of paragraphs(text)) {
    const direction = firstStrongDirection(paragraph);
    const parts = wrapParagraph(paragraph, width, (part) => measure(part, direction));
    for (const part of parts) yield { ...part, direction };
  }
}

function* wrapParagraph(
  paragraph: string,
  width: number,
  measure: (part: string) => number,
): Generator<Omit<Line, 'direction'>> {
  let start = 0;
  let end = 0;
  const lineTo = (to: number): string => lineText(paragraph, start, to);
  const fits = (to: number): boolean => measure(lineTo(to)) <= width;
  const take = (to: number, isSplit = false): Omit<Line, 'direction'> => {
    const line = { text: lineTo(to), rest: paragraph.slice(start), endsParagraph: to === paragraph.length, isSplit };
    start = to;
    end = to;
    return line;
  };
  for (const next of breakOpportunities(paragraph)) {
    if (!fits(next) && end > start) yield take(end);
    while (!fits(next)) yield take(start + longestFit(paragraph.slice(start, next), width, measure).length, true);
    end = next;
  }
  if (start < paragraph.length || paragraph === '') yield take(paragraph.length);
}

/** The parts of a text between all places at which a line may end, each as a line of its own. */
export function partsBetweenBreaks(text: string): { part: string; direction: TextDirection }[] {
  return paragraphs(text).flatMap((paragraph) => {
    const direction = firstStrongDirection(paragraph);
    const ends = breakOpportunities(paragraph);
    return ends.map((end, index) => ({ part: lineText(paragraph, ends[index - 1] ?? 0, end), direction }));
  });
}

/** A part of a paragraph as a line: a soft hyphen is visible if the line breaks at it. */
export function lineText(paragraph: string, from: number, to: number): string {
  const line = hang(paragraph.slice(from, to));
  return to < paragraph.length ? line.replace(/\u00ad$/, '-') : line;
}

/** A line without trailing spaces, which hang over the edge. No-break spaces stay (CSS Text 3 §4.1.3). */
function hang(line: string): string {
  let end = line.length;
  while (end > 0 && HANGING.test(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

const HANGING = /[\t \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]/;

/** The longest prefix of graphemes that fits, at least one. */
function longestFit(word: string, width: number, measure: (part: string) => number): string {
  const [first = '', ...others] = splitGraphemes(word);
  let taken = first;
  for (const grapheme of others) {
    if (measure(taken + grapheme) > width) break;
    taken += grapheme;
  }
  return taken;
}
