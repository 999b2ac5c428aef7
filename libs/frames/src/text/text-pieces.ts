import type { Rect } from '#libs/document';
import type { PieceKind, PiecePlace, PiecePlaces } from '#libs/timeline';
import type { Context } from '../skia.js';
import { isJoinedTo } from '../unicode/joining.js';
import type { PlacedLine, TextLayout } from './layout.js';
import { isUnspaced, splitGraphemes, splitWords } from '../unicode/segmentation.js';
import { type PlacedRun, placeRuns, type Typesetting, withRun } from './typesetting.js';

/** A line, word or letter of a laid-out text, drawn as a line of its own. */
export interface CutPiece {
  readonly line: PlacedLine;
  /** The part of the line that is the piece, px from left to right. Absent: the whole line. */
  readonly window?: Window;
  readonly places: PiecePlaces;
}

/** A horizontal part of a line. */
interface Window {
  readonly x: number;
  readonly width: number;
}

/** The lines of a text in the box, px. */
export interface LineBoxes {
  readonly height: number;
  /** From the top of a line to its baseline. */
  readonly ascent: number;
}

/** A grapheme and its position. Its text includes the white space after it. */
interface Letter extends Span {
  readonly text: string;
  /** Advance including the white space after it. */
  readonly advance: number;
  readonly line: number;
  readonly word: number;
}

/**
 * Cuts laid-out lines into pieces, in reading order. Letters keep their position in the line, so kerning, justification
 * and mixed directions are preserved. Letters of cursive scripts are windows onto the letters they join. Ligatures of
 * other scripts are drawn as separate letters.
 *
 * @param context used for measuring; has the font of the text set
 */
export function cutText(
  context: Context,
  { lines, setting }: Pick<TextLayout, 'lines' | 'setting'>,
  boxes: LineBoxes,
  by: PieceKind,
): CutPiece[] {
  const lineBoxes = lines.map(({ x, baseline, width }) => boxAt(x, width, baseline, boxes));
  const shown = lines.flatMap((line, index) => (line.text.trim() === '' ? [] : [index]));
  const linePlace = (index: number): PiecePlace => ({
    ...{ index: shown.indexOf(index), count: shown.length },
    box: lineBoxes[index]!,
  });
  if (by === 'line') return shown.map((index) => ({ line: lines[index]!, places: { line: linePlace(index) } }));
  const letters = lettersOf(context, lines, setting);
  const words = Map.groupBy(letters, ({ word }) => word);
  const wordPlaces = new Map(
    [...words].map(([word, own], index): [number, PiecePlace] => {
      const { baseline } = lines[own[0]!.line]!;
      const { x, width } = extentOf(own);
      return [word, { index, count: words.size, box: boxAt(x, width, baseline, boxes) }];
    }),
  );
  const placesOf = ({ word, line }: Letter): PiecePlaces => ({ word: wordPlaces.get(word)!, line: linePlace(line) });
  if (by === 'word') {
    return [...words.values()].map((own) => ({ line: wordLine(own, lines), places: placesOf(own[0]!) }));
  }
  return letters.map((letter, index) => {
    const { baseline } = lines[letter.line]!;
    const box = boxAt(letter.x, letter.width, baseline, boxes);
    const places = { ...placesOf(letter), letter: { index, count: letters.length, box } };
    return { ...letterPiece(letter, lines[letter.line]!), places };
  });
}

function boxAt(x: number, width: number, baseline: number, { height, ascent }: LineBoxes): Rect {
  return { x, y: baseline - ascent, width, height };
}

function extentOf(letters: readonly Letter[]): { x: number; width: number } {
  const x = Math.min(...letters.map((letter) => letter.x));
  return { x, width: Math.max(...letters.map((letter) => letter.x + letter.width)) - x };
}

/** A word is shaped as a whole, from its left end. */
function wordLine(letters: readonly Letter[], lines: readonly PlacedLine[]): PlacedLine {
  const { line: index, direction } = letters[0]!;
  const text = letters.map((letter) => letter.text).join('');
  const x = Math.min(...letters.map((letter) => leftOf(letter)));
  const right = Math.max(...letters.map((letter) => leftOf(letter) + letter.advance));
  return { ...lines[index]!, text, direction, x, width: right - x };
}

/** A single letter, or a window onto the letters that it joins. */
function letterPiece(letter: Letter, line: PlacedLine): Pick<CutPiece, 'line' | 'window'> {
  const { text, direction, advance, stroke } = letter;
  if (!stroke) return { line: { ...line, text, direction, x: leftOf(letter), width: advance } };
  const { x, width } = stroke;
  return { line: { ...line, text: stroke.text, direction, x, width }, window: stroke.window };
}

/** The left end of a letter including its white space, which is on its left in right-to-left text. */
function leftOf({ x, width, advance, direction }: Letter): number {
  return direction === 'rtl' ? x - (advance - width) : x;
}

/** Every visible grapheme, in reading order. */
function lettersOf(context: Context, lines: readonly PlacedLine[], setting: Typesetting): Letter[] {
  const letters: Letter[] = [];
  let word = -1;
  lines.forEach((line, index) => {
    context.wordSpacing = `${line.wordSpacing}px`;
    const graphemes = splitGraphemes(line.text);
    const starts = wordStarts(line.text);
    const spans = placeGraphemes(context, line, setting);
    let offset = 0;
    graphemes.forEach((grapheme, i) => {
      const start = offset;
      offset += grapheme.length;
      if (isBlank(grapheme)) return;
      if (starts.has(start) || word < 0 || letters.at(-1)?.line !== index) word++;
      const span = spans[i]!;
      const { width, direction } = span;
      const blanks = blanksAfter(graphemes, i);
      const isKept = blanks.every((_, step) => spans[i + 1 + step]!.direction === direction);
      const advance = width + (isKept ? blanks.reduce((sum, _, step) => sum + spans[i + 1 + step]!.width, 0) : 0);
      const space = isKept ? blanks.join('') : '';
      letters.push({ ...span, text: grapheme + space, advance, line: index, word });
    });
  });
  return letters;
}

function isBlank(grapheme: string): boolean {
  return /^\s*$/u.test(grapheme);
}

/** The white space between a grapheme and the next visible one; none at the end of the line. */
function blanksAfter(graphemes: readonly string[], index: number): string[] {
  const next = graphemes.findIndex((grapheme, i) => i > index && !isBlank(grapheme));
  return next < 0 ? [] : graphemes.slice(index + 1, next);
}

/** Offsets at which words start: after white space, and at word boundaries of Unicode in scripts without it. */
function wordStarts(text: string): Set<number> {
  const starts = new Set<number>();
  for (const { index, 0: word } of text.matchAll(/\S+/gu)) {
    starts.add(index);
    if (!isUnspaced(word)) continue;
    let offset = index;
    for (const part of splitWords(word)) {
      if (part.isWord) starts.add(offset);
      offset += part.text.length;
    }
  }
  return starts;
}

interface Span {
  readonly x: number;
  readonly width: number;
  readonly direction: 'ltr' | 'rtl';
  /** For a joined letter: all joined letters as one text, and the window of the letter onto them. */
  readonly stroke?: Window & { readonly text: string; readonly window: Window };
}

/** Overlap of neighboring windows in px, so that no seam is visible. */
const OVERLAP_PX = 0.5;

/** The positions of the graphemes of a line, in logical order. */
function placeGraphemes(context: Context, line: PlacedLine, setting: Typesetting): Span[] {
  const spans: Span[] = [];
  for (const run of placeRuns(context, line, setting)) {
    const left = line.x + run.x;
    const { direction } = run;
    if (run.kind === 'figure') spans[run.from] = { x: left, width: run.width, direction };
    else
      withRun(context, run, setting, () =>
        placeRun(context, run, left).forEach((span, i) => (spans[run.from + i] = span)),
      );
  }
  return spans;
}

function placeRun(context: Context, { graphemes: own, direction }: PlacedRun, left: number): Span[] {
  const ends = own.map((_, i) => context.measureText(own.slice(0, i + 1).join('')).width);
  const whole = ends.at(-1)!;
  const at = (from: number, to: number): number => (direction === 'ltr' ? left + from : left + whole - to);
  return strokesOf(own).flatMap((stroke) =>
    placeStroke(context, { own, ends, stroke, at }).map((span) => ({ ...span, direction })),
  );
}

interface StrokePlace {
  readonly own: readonly string[];
  /** The end of each grapheme, from the start of the run. */
  readonly ends: readonly number[];
  readonly stroke: Run;
  /** The left end of a part of the run. */
  at(from: number, to: number): number;
}

function placeStroke(context: Context, { own, ends, stroke, at }: StrokePlace): Omit<Span, 'direction'>[] {
  const { from, to } = stroke;
  if (to - from === 1) {
    // Kerning moves the end of the previous letter, so a letter starts at its own end minus its width.
    const width = context.measureText(own[from]!).width;
    return [{ x: at(ends[from]! - width, ends[from]!), width }];
  }
  const first = ends[from - 1] ?? 0;
  const last = ends[to - 1]!;
  const text = own.slice(from, to).join('');
  const whole = { text, x: at(first, last), width: last - first };
  return own.slice(from, to).map((_, i) => {
    const [start, end] = [ends[from + i - 1] ?? 0, ends[from + i]!];
    // The outermost letters keep the parts that overhang the joined letters.
    const [before, after] = [i === 0 ? last : OVERLAP_PX, i === to - from - 1 ? last : OVERLAP_PX];
    const window = { x: at(start - before, end + after), width: end - start + before + after };
    return { x: at(start, end), width: end - start, stroke: { ...whole, window } };
  });
}

/** Groups joined letters; all other letters are single. */
function strokesOf(graphemes: readonly string[]): Run[] {
  const strokes: Run[] = [];
  graphemes.forEach((grapheme, i) => {
    const last = strokes.at(-1);
    if (last && isJoinedTo(graphemes[i - 1]!, grapheme)) strokes[strokes.length - 1] = { ...last, to: i + 1 };
    else strokes.push({ from: i, to: i + 1 });
  });
  return strokes;
}

interface Run {
  readonly from: number;
  readonly to: number;
}
