import { breakOpportunities } from '../unicode/segmentation.js';
import { type Line, lineText, type MeasureText } from './wrap.js';

/** Paragraphs of more lines are not balanced, as in Chromium: a reader compares the ends of a few lines only. */
const MAX_BALANCED_LINES = 6;

/** Paragraphs with more breaks, as those of tiny letters, are not balanced either: time grows with the square of their number. */
const MAX_BREAKS = 400;

/** Pixels by which a line may be wider than the widest given one: browsers measure letters so differently from the renderer. */
const TOLERANCE_PX = 0.5;

/** The sums of words differ from a line by kerning: lines that turn out too wide are searched again below this share. */
const LIMITS = [1, 0.97, 0.9];

/**
 * Makes the lines of each paragraph as equal as its line breaks allow, with neither more nor wider lines (CSS `text-wrap:
 * balance`): of all ways to break it into as many lines, the one with the least sum of squared differences to their mean.
 */
export function balance(lines: readonly Line[], measure: MeasureText): Line[] {
  return paragraphsOf(lines).flatMap((paragraph) => balanced(paragraph, measure) ?? paragraph);
}

function paragraphsOf(lines: readonly Line[]): Line[][] {
  const paragraphs: Line[][] = [[]];
  for (const line of lines) {
    paragraphs.at(-1)!.push(line);
    if (line.endsParagraph) paragraphs.push([]);
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

function balanced(lines: readonly Line[], measure: MeasureText): Line[] | undefined {
  if (lines.length < 2 || lines.length > MAX_BALANCED_LINES || lines.some(({ isSplit }) => isSplit)) return undefined;
  const { rest: text, direction } = lines[0]!;
  const breaks = [0, ...breakOpportunities(text)];
  if (breaks.length > MAX_BREAKS) return undefined;
  const widthOf = (part: string): number => measure(part, direction);
  const given = lines.map((line) => widthOf(line.text));
  const widest = Math.max(...given) + TOLERANCE_PX;
  const mean = sum(given) / given.length;
  const estimate = estimates(text, breaks, widthOf);
  for (const share of LIMITS) {
    const places = cheapest(breaks.length, lines.length, (from, to) => {
      const width = estimate(from, to);
      return width > share * widest ? Infinity : (width - mean) ** 2;
    });
    const found = places?.map((to, index) => lineText(text, breaks[places[index - 1] ?? 0]!, breaks[to]!));
    if (!places || !found?.every((line) => widthOf(line) <= widest)) continue;
    return found.map((line, index) => {
      const from = breaks[places[index - 1] ?? 0]!;
      const endsParagraph = index === found.length - 1;
      return { text: line, direction, rest: text.slice(from), endsParagraph, isSplit: false };
    });
  }
  return undefined;
}

/**
 * The width of a line between two breaks, as the sum of the parts that cannot be broken: measuring each line would take
 * seconds where every character is a part.
 */
function estimates(
  text: string,
  breaks: readonly number[],
  widthOf: (part: string) => number,
): (from: number, to: number) => number {
  const starts = [0];
  const overhangs = [0];
  for (const [index, to] of breaks.entries()) {
    if (index === 0) continue;
    const from = breaks[index - 1]!;
    const advance = widthOf(text.slice(from, to));
    starts.push(starts[index - 1]! + advance);
    overhangs.push(advance - widthOf(lineText(text, from, to)));
  }
  return (from, to) => starts[to]! - starts[from]! - overhangs[to]!;
}

/**
 * The ends of `count` lines over all parts with the least sum of costs; of several ways the one with the longest first
 * lines. Undefined if every way costs infinitely much.
 *
 * @param places number of places at which a line may begin or end, the first and the last included
 */
function cheapest(
  places: number,
  count: number,
  costOf: (from: number, to: number) => number,
): readonly number[] | undefined {
  let best = Array.from({ length: places }, (_, to) => ({ cost: costOf(0, to), ends: [to] }));
  for (let line = 2; line <= count; line += 1) {
    const before = best;
    best = before.map((_, to) => {
      let least = { cost: Infinity, ends: [to] };
      for (let from = line - 1; from < to; from += 1) {
        const { cost, ends } = before[from]!;
        const sumOfCosts = cost + costOf(from, to);
        if (sumOfCosts < Infinity && sumOfCosts <= least.cost) least = { cost: sumOfCosts, ends: [...ends, to] };
      }
      return least;
    });
  }
  const { cost, ends } = best.at(-1)!;
  return cost < Infinity ? ends : undefined;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
