import type { Rect } from '#libs/document';
import { intersect, isEmpty } from '#libs/compositor';
import type { Part, TextPart, TextPiece } from '../drawing.js';
import { type PaintedShadow, shadowsOf, withShadows } from '../paint/css-shadow.js';
import { paintApart } from '../paint/paint-apart.js';
import type { Context } from '../skia.js';
import { paintAddedShadow } from './added-shadow.js';
import type { PlacedLine } from './layout.js';
import { letterInk, paintTexts, type TextLevel } from './paint-text.js';
import { outlinePx, type SetText, withLines } from './set-text.js';
import type { CutPiece } from './text-pieces.js';

/** The pieces of a text in the parts that are painted one over the other. */
export function paintablePieces(whole: SetText, cuts: readonly CutPiece[]): TextPiece[] {
  const texts = cuts.map(({ line }) => withLines(whole, [line]));
  const inks = texts.map(letterInk);
  const shadows = shadowsOf(whole.layer.textShadow)
    .reverse()
    .map((shadow) => shadowParts(whole, cuts, { shadow, areas: inks.map((ink) => withShadows(ink, [shadow])) }));
  const isOutlined = outlinePx(whole.layer, whole.layout) > 0;
  return cuts.map((cut, index) => {
    const [text, ink] = [texts[index]!, inks[index]!];
    const partOf = (levels: readonly TextLevel[]): Part =>
      cutPart(cut, ink, (context) => paintTexts(context, [text], levels));
    const outlined: readonly TextPart[] = [
      // The outline of a translucent piece is not visible through its letters.
      { ...partOf(['outline', 'letters']), only: 'translucent' },
      { ...partOf(['outline']), only: 'opaque' },
      { ...partOf(['letters']), only: 'opaque' },
    ];
    const ofShadows = shadows.flatMap((parts) => parts[index]!);
    return { places: cut.places, parts: [...ofShadows, ...(isOutlined ? outlined : [partOf(['letters'])])] };
  });
}

/** One of the shadows of a text, by pieces. @param areas of the shadow of each piece */
function shadowParts(
  whole: SetText,
  cuts: readonly CutPiece[],
  { shadow, areas }: { shadow: PaintedShadow; areas: readonly Rect[] },
): TextPart[][] {
  return cuts.map((cut, index) => {
    const { line } = cut;
    const area = areas[index]!;
    const paint = (context: Context): void => {
      const near = cuts.slice(0, index).filter((_, i) => !isEmpty(intersect(areas[i]!, area)));
      const before = others(
        near.map((piece) => piece.line),
        line,
      );
      paintAddedShadow(context, { whole, line, before, shadow, area });
    };
    // The shadow of a translucent piece is not visible through its letters.
    const paintAround = (context: Context): void =>
      paintApart(context, area, (own) => {
        paint(own);
        own.globalCompositeOperation = 'destination-out';
        paintTexts(own, [withLines(whole, [line])], ['outline', 'letters']);
      });
    return [
      { ...cutPart(cut, area, paintAround), only: 'translucent' },
      { ...cutPart(cut, area, paint), only: 'opaque' },
    ];
  });
}

/** The different lines but one. Letters that are windows onto the same stroke have the same line. */
function others(lines: readonly PlacedLine[], own: PlacedLine): PlacedLine[] {
  const nameOf = ({ x, baseline, text }: PlacedLine): string => `${x} ${baseline} ${text}`;
  const byName = new Map(lines.map((line) => [nameOf(line), line]));
  byName.delete(nameOf(own));
  return [...byName.values()];
}

function cutPart({ window }: CutPiece, ink: Rect, paint: (context: Context) => void): Part {
  const seen = window ? intersect(ink, { ...ink, ...window }) : ink;
  return {
    ink: seen,
    paint(context) {
      context.save();
      if (window) clipToRect(context, seen);
      paint(context);
      context.restore();
    },
  };
}

function clipToRect(context: Context, { x, y, width, height }: Rect): void {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}
