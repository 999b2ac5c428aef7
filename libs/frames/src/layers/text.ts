import type { Rect } from '#libs/document';
import type { LayerContent, OutlineWidth, Remark } from '#libs/template';
import type { PieceKind } from '#libs/timeline';
import { intersect, union } from '#libs/compositor';
import type { Drawing, LayerBox, TextPiece, TextPieces } from '../drawing.js';
import type { FontLibrary } from '../fonts/font-library.js';
import { grown } from '../geometry/matrix.js';
import { shadowsOf, withShadows } from '../paint/css-shadow.js';
import { drawShadows } from '../paint/draw-shadows.js';
import { isGradient, isInvisible, paintStyle } from '../paint/paint.js';
import { type Context, createCanvas } from '../skia.js';
import type { TextDirection } from '../unicode/direction.js';
import { prepareText } from '../text/drawn-text.js';
import { layOutText, type PlacedLine, type TextLayout } from '../text/layout.js';
import { type CutPiece, cutText, type LineBoxes } from '../text/text-pieces.js';
import { partsOf, setFont, withRun } from '../text/typesetting.js';
import { addRoundRect } from '../geometry/round-rect.js';
import type { LayerPainter } from './layer-painter.js';

/** Outline widths as fractions of the font size: readable at every size, and scaled with fitted text. */
const OUTLINE_EM: Readonly<Record<OutlineWidth, number>> = { none: 0, thin: 0.02, medium: 0.05, thick: 0.1 };

/** Skia rounds the bounds of a line to whole px, and antialiasing extends one px further. */
const BOUNDS_SLACK_PX = 2;

/**
 * The Skia binding measures glyphs at their designed position, not where shaping moves marks and dots of Arabic letters
 * (`في` extends 0.42 em below its line, 0.23 according to the binding). No shipped font extends further than this.
 */
const MARKED = /[\p{Mark}\p{Script=Arabic}]/u;
const MARKS_REACH_EM = { up: 1.5, down: 0.9, aside: 0.3 };

const DOES_NOT_FIT: Remark = { code: 'TEXT_OVERFLOW', message: 'the text does not fit its box' };

/** For measuring only. */
const measuring = createCanvas(1, 1).getContext('2d');

/** Paints layers of the kind `text`. */
export const TEXT_PAINTER: LayerPainter<'text'> = {
  nsAPixel: 10,
  draw: ({ layer, box }, { fonts }) => drawTextLayer(layer, box, fonts),
  words: (layer) => ({ ...layer, property: 'text' }),
};

/** Lays out the text of a layer: fonts, wrapping, fitting, alignment. */
export function layOutLayer(layer: LayerContent<'text'>, box: LayerBox, fonts: FontLibrary): TextLayout {
  const { text, stack } = prepareText(layer, fonts);
  const { endText } = layer;
  const fitted = endText !== undefined && { fittedText: prepareText({ ...layer, text: endText }, fonts).text };
  return layOutText(measuring, text, layer, { box, stack, ...fitted });
}

/** Paints laid-out lines with their shadows, outline and decorations. Gradients extend over `box`. */
export function paintLines(context: Context, layer: LayerContent<'text'>, shown: TextLayout, box: LayerBox): void {
  setFont(context, shown.setting);
  drawShadows(context, shadowsOf(layer.textShadow), () => paintLetters(context, layer, shown, box));
  paintLetters(context, layer, shown, box);
}

/** Paints the background of a text. */
export function paintGround(context: Context, layer: LayerContent<'text'>, box: LayerBox): void {
  if (isInvisible(layer.backgroundColor)) return;
  context.beginPath();
  addRoundRect(context, { x: 0, y: 0, ...box }, layer.borderRadius);
  context.fillStyle = paintStyle(context, layer.backgroundColor, box);
  context.fill();
}

/** Whether the colors of a text change gradually. */
export function isSmoothText({ textColor, backgroundColor, textShadow }: LayerContent<'text'>): boolean {
  return isGradient(textColor) || isGradient(backgroundColor) || shadowsOf(textShadow).some(({ blur }) => blur > 0);
}

/** Clips to the box of a text with `overflow: clip`. */
export function clipToBox(context: Context, { overflow, borderRadius }: LayerContent<'text'>, box: LayerBox): void {
  if (overflow !== 'clip') return;
  context.beginPath();
  addRoundRect(context, { x: 0, y: 0, ...box }, borderRadius);
  context.clip();
}

/** The faults of a layout, as remarks of a drawing. */
export function remarksOn(layout: TextLayout): Pick<Drawing, 'remarks'> {
  return layout.fits ? {} : { remarks: [DOES_NOT_FIT] };
}

/** Lays out a text in its box and draws it with its decorations, outline, shadows and background. */
export function drawTextLayer(layer: LayerContent<'text'>, box: LayerBox, fonts: FontLibrary): Drawing {
  const layout = layOutLayer(layer, box, fonts);
  const boxRect = { x: 0, y: 0, ...box };
  const isClipped = layer.overflow === 'clip';
  const hasGround = !isInvisible(layer.backgroundColor);
  const cuts = new Map<PieceKind, TextPieces>();
  return {
    isSmooth: isSmoothText(layer),
    ...remarksOn(layout),
    ink: isClipped ? boxRect : union(boxRect, textInk(layer, layout)),
    paint(context) {
      context.save();
      paintGround(context, layer, box);
      clipToBox(context, layer, box);
      paintLines(context, layer, layout, box);
      context.restore();
    },
    cut(by) {
      const known = cuts.get(by);
      if (known) return known;
      setFont(measuring, layout.setting);
      const pieces: TextPieces = {
        ...(hasGround && {
          ground: { ink: boxRect, paint: (context) => saved(context, () => paintGround(context, layer, box)) },
        }),
        ...(isClipped && { clip: { ...boxRect, kind: 'box', radius: layer.borderRadius } }),
        pieces: cutText(measuring, layout, lineBoxes(layer, layout), by).map((cut) =>
          pieceOf(cut, { layer, layout, box }),
        ),
      };
      cuts.set(by, pieces);
      return pieces;
    },
  };
}

function pieceOf(
  { line, places, window }: CutPiece,
  { layer, layout, box }: { layer: LayerContent<'text'>; layout: TextLayout; box: LayerBox },
): TextPiece {
  const shown = { ...layout, lines: [line] };
  const ink = textInk(layer, shown);
  const seen = window ? intersect(ink, { ...ink, ...window }) : ink;
  return {
    places,
    ink: seen,
    paint: (context) =>
      saved(context, () => {
        if (window) clipToRect(context, seen);
        paintLines(context, layer, shown, box);
      }),
  };
}

function clipToRect(context: Context, { x, y, width, height }: Rect): void {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}

function saved(context: Context, paint: () => void): void {
  context.save();
  paint();
  context.restore();
}

/** The lines of a text in its box. */
export function lineBoxes({ lineHeight }: LayerContent<'text'>, { fontSize, metrics }: TextLayout): LineBoxes {
  const height = lineHeight * fontSize;
  return { height, ascent: (height + (metrics.ascent - metrics.descent) * fontSize) / 2 };
}

/** Width of the outline around the letters, px. */
export function outlinePx(layer: LayerContent<'text'>, layout: TextLayout): number {
  return isInvisible(layer.outlineColor) ? 0 : OUTLINE_EM[layer.outlineWidth] * layout.fontSize;
}

function paintLetters(context: Context, layer: LayerContent<'text'>, layout: TextLayout, box: LayerBox): void {
  const fill = paintStyle(context, layer.textColor, box);
  const outline = outlinePx(layer, layout);
  if (outline > 0) {
    context.strokeStyle = paintStyle(context, layer.outlineColor, box);
    // The fill covers the inner half of the stroke, so the outline grows outward and letters keep their shape.
    context.lineWidth = 2 * outline;
    context.lineJoin = 'round';
    eachPart(context, layout, ({ text, x, line }) => context.strokeText(text, x, line.baseline));
  }
  context.fillStyle = fill;
  for (const rule of rules(layer, layout, 'below')) context.fillRect(rule.x, rule.y, rule.width, rule.height);
  eachPart(context, layout, ({ text, x, line }) => context.fillText(text, x, line.baseline));
  for (const rule of rules(layer, layout, 'above')) context.fillRect(rule.x, rule.y, rule.width, rule.height);
}

/** A part of a line that is drawn on its own. */
interface DrawnPart {
  readonly text: string;
  readonly x: number;
  readonly direction: TextDirection;
  readonly line: PlacedLine;
}

function eachPart(context: Context, { lines, setting }: TextLayout, draw: (part: DrawnPart) => void): void {
  for (const line of lines) {
    context.wordSpacing = `${line.wordSpacing}px`;
    for (const part of partsOf(context, line, setting)) {
      withRun(context, part, setting, () => draw({ ...part, x: line.x + part.x, line }));
    }
  }
}

/** Underlines and overlines are painted below the letters, line-through above them (CSS Text Decoration 3 §2.6). */
function rules(layer: LayerContent<'text'>, layout: TextLayout, level: 'below' | 'above'): Rect[] {
  const { metrics, fontSize } = layout;
  const middles =
    level === 'above'
      ? [layer.lineThrough && metrics.strikeoutPosition]
      : [layer.underline && metrics.underlinePosition, layer.overline && metrics.ascent - metrics.lineThickness];
  const height = metrics.lineThickness * fontSize;
  return middles
    .filter((middle) => middle !== false)
    .flatMap((middle) =>
      layout.lines
        .filter(({ text }) => text !== '')
        .map(({ x, baseline, width }) => ({ x, y: baseline - middle * fontSize - height / 2, width, height })),
    );
}

/** The area that the letters can cover, including overhang, outline, decorations and shadows. */
export function textInk(layer: LayerContent<'text'>, layout: TextLayout): Rect {
  setFont(measuring, layout.setting);
  let ink: Rect = { x: 0, y: 0, width: 0, height: 0 };
  eachPart(measuring, layout, ({ text, x, direction, line }) => {
    const bounds = measuring.measureText(text);
    const em = MARKED.test(line.text) || line.direction === 'rtl' ? layout.fontSize : 0;
    // The binding lays out right-to-left text on an infinite line and measures from its other end.
    const overhang = direction === 'rtl' ? 0 : Math.max(0, bounds.actualBoundingBoxLeft);
    const left = x - overhang - MARKS_REACH_EM.aside * em;
    const right = Math.max(line.x + line.width, x + bounds.actualBoundingBoxRight) + MARKS_REACH_EM.aside * em;
    const top = line.baseline - Math.max(bounds.actualBoundingBoxAscent, MARKS_REACH_EM.up * em);
    const bottom = line.baseline + Math.max(bounds.actualBoundingBoxDescent, MARKS_REACH_EM.down * em);
    ink = union(ink, { x: left, y: top, width: right - left, height: bottom - top });
  });
  for (const rule of [...rules(layer, layout, 'below'), ...rules(layer, layout, 'above')]) ink = union(ink, rule);
  const around = outlinePx(layer, layout) + BOUNDS_SLACK_PX;
  return withShadows(grown(ink, around), shadowsOf(layer.textShadow));
}
