import { graphemeEnds } from '../unicode/segmentation.js';
import type { Line, MeasureText } from './wrap.js';

/**
 * Characters that are not drawn before an ellipsis: white space, and soft hyphens, which are visible only where a line
 * breaks.
 */
const BLANK = /[\s\u00ad\u200b]/u;

/**
 * Keeps `count` lines. If any is left out, the last line kept has as many graphemes as fit with an ellipsis after them,
 * also of the word that did not fit as a whole. The ellipsis follows in the direction of the paragraph: from right to
 * left it is the left end of the line.
 */
export function ellipsize(
  lines: readonly Line[],
  count: number,
  fit: { width: number; measure: MeasureText },
): readonly Line[] {
  const last = lines[count - 1];
  if (lines.length <= count || !last) return lines;
  return [...lines.slice(0, count - 1), { ...last, text: withEllipsis(last, fit), endsParagraph: true }];
}

function withEllipsis({ text, rest, direction }: Line, fit: { width: number; measure: MeasureText }): string {
  const upTo = (end: number): string => `${withoutTrailingBlanks(rest.slice(0, end))}…`;
  const fits = (end: number): boolean => fit.measure(upTo(end), direction) <= fit.width;
  const ends = [0];
  for (const end of graphemeEnds(rest)) {
    if (end > text.length && !fits(end)) break;
    ends.push(end);
  }
  while (ends.length > 1 && !fits(ends.at(-1)!)) ends.pop();
  return upTo(ends.at(-1)!);
}

function withoutTrailingBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
