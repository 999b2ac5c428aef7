import type { Rect } from '#libs/document';
import type { LayerContent, Remark } from '#libs/template';
import type { PieceKind } from '#libs/timeline';
import { intersect, union } from '#libs/compositor';
import type { Drawing, LayerBox, TextPieces } from '../drawing.js';
import type { FontLibrary } from '../fonts/font-library.js';
import { shadowsOf } from '../paint/css-shadow.js';
import { isGradient, isInvisible, paintStyle } from '../paint/paint.js';
import { type Context, createCanvas } from '../skia.js';
import { prepareText } from '../text/drawn-text.js';
import { layOutText, type TextLayout } from '../text/layout.js';
import { lineBoxes, lineRect } from '../text/line-boxes.js';
import { letterInk, paintTexts, textInk } from '../text/paint-text.js';
import { paintablePieces } from '../text/paintable-pieces.js';
import { setText } from '../text/set-text.js';
import { cutText } from '../text/text-pieces.js';
import { setFont } from '../text/typesetting.js';
import { addRoundRect } from '../geometry/round-rect.js';
import type { LayerPainter } from './layer-painter.js';

const DOES_NOT_FIT: Remark = {
  code: 'TEXT_OVERFLOW',
  message: 'the text does not fit its box; make the text shorter or the box larger, or set fit_text to "shrink"',
};

/** For measuring only. */
const measuring = createCanvas(1, 1).getContext('2d');

/** Paints layers of the kind `text`. */
export const TEXT_PAINTER: LayerPainter<'text'> = {
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

/** The background of a text: the areas that it fills, in the box over which its gradient extends. */
export interface Ground {
  readonly areas: readonly Rect[];
  readonly box: LayerBox;
}

/** The background of a laid-out text: its box, all of its lines as one, or each line. */
export function groundOf(layer: LayerContent<'text'>, layout: TextLayout, box: LayerBox): Ground {
  if (layer.backgroundArea === 'box') return { areas: [{ x: 0, y: 0, ...box }], box };
  const boxes = lineBoxes(layer, layout);
  const written = layout.lines.filter(({ text }) => text.trim() !== '');
  const areas = written.map((line) => lineRect(line, boxes, layer.padding));
  return { areas: layer.backgroundArea === 'text' && areas.length > 0 ? [areas.reduce(union)] : areas, box };
}

/** Paints the background of a text. Areas that overlap are one. */
export function paintGround(context: Context, layer: LayerContent<'text'>, { areas, box }: Ground): void {
  if (isInvisible(layer.backgroundColor)) return;
  context.beginPath();
  for (const area of areas) addRoundRect(context, area, layer.borderRadius);
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
  const text = setText(layer, layout, box);
  const boxRect = { x: 0, y: 0, ...box };
  const isClipped = layer.overflow === 'clip';
  const ground = groundOf(layer, layout, box);
  const groundInk = ground.areas.reduce(union, boxRect);
  const hasGround = !isInvisible(layer.backgroundColor);
  const cuts = new Map<PieceKind, TextPieces>();
  return {
    isSmooth: isSmoothText(layer),
    ...remarksOn(layout),
    ink: isClipped ? groundInk : union(groundInk, textInk(text)),
    // Only the inspection of a document needs it.
    get letters() {
      return isClipped ? intersect(boxRect, letterInk(text)) : letterInk(text);
    },
    paint(context) {
      context.save();
      paintGround(context, layer, ground);
      clipToBox(context, layer, box);
      paintTexts(context, [text]);
      context.restore();
    },
    cut(by) {
      const known = cuts.get(by);
      if (known) return known;
      setFont(measuring, layout.setting);
      const pieces: TextPieces = {
        ...(hasGround && {
          ground: { ink: groundInk, paint: (context) => saved(context, () => paintGround(context, layer, ground)) },
        }),
        ...(isClipped && { clip: { ...boxRect, kind: 'box', radius: layer.borderRadius } }),
        pieces: paintablePieces(text, cutText(measuring, layout, lineBoxes(layer, layout), by)),
      };
      cuts.set(by, pieces);
      return pieces;
    },
  };
}

function saved(context: Context, paint: () => void): void {
  context.save();
  paint();
  context.restore();
}
