import type { Rect } from '#libs/document';
import type { LayerContent } from '#libs/template';
import { union } from '#libs/compositor';
import type { Drawing, LayerBox } from '../drawing.js';
import type { FontLibrary } from '../fonts/font-library.js';
import { isGradient, isInvisible, paintStyle } from '../paint/paint.js';
import { type Context, createCanvas } from '../skia.js';
import { prepareText } from '../text/drawn-text.js';
import type { PlacedLine, TextLayout } from '../text/layout.js';
import { splitGraphemes } from '../unicode/segmentation.js';
import { type CutPiece, cutText } from '../text/text-pieces.js';
import { letterInk, paintTexts, textInk } from '../text/paint-text.js';
import { outlinePx, setText, withLines } from '../text/set-text.js';
import { setFont } from '../text/typesetting.js';
import { addRoundRect } from '../geometry/round-rect.js';
import { lineBoxes } from '../text/line-boxes.js';
import { clipToBox, drawTextLayer, groundOf, isSmoothText, layOutLayer, paintGround, remarksOn } from './text.js';
import type { LayerPainter } from './layer-painter.js';

/** Distance that the plate behind the active word extends beyond it at most, and its corner radius, em. */
const PLATE_EM = { x: 0.16, y: 0.08, radius: 0.18 } as const;

/** Share of the gap to the next word that the plate may cover. */
const PLATE_GAP_SHARE = 0.4;

/** For measuring only. */
const measuring = createCanvas(1, 1).getContext('2d');

/** Paints layers of the kind `caption`. */
export const CAPTION_PAINTER: LayerPainter<'caption'> = {
  draw: ({ layer, box }, { fonts }) => drawCaptionLayer(layer, box, fonts),
  words: (layer) => ({
    ...layer,
    text: (layer.cues ?? []).map(({ text }) => text).join('\n'),
    property: layer.sourceUrl === undefined ? 'cues' : 'source_url',
  }),
};

/** Lays out the current cue of a caption as a text. The active word has its own paint and a plate behind it. */
function drawCaptionLayer(layer: LayerContent<'caption'>, box: LayerBox, fonts: FontLibrary): Drawing {
  const { active, activeTextColor, activeBackgroundColor, activeOutlineColor, activeOutlineWidth, ...look } = layer;
  const cueText: LayerContent<'text'> = { ...look, type: 'text' };
  if (!active) return drawTextLayer(cueText, box, fonts);
  const hasPlate = !isInvisible(activeBackgroundColor);
  const wordText: LayerContent<'text'> = {
    ...{ ...cueText, textColor: activeTextColor, outlineColor: activeOutlineColor ?? cueText.outlineColor },
    outlineWidth: activeOutlineWidth ?? (hasPlate ? 'none' : cueText.outlineWidth),
  };
  const layout = layOutLayer(cueText, box, fonts);
  const parts = splitAtWord(layout, cueText, activeGraphemes(cueText, active, fonts));
  const cue = setText(cueText, layout, box);
  const word = withLines(cue, parts.word.map(({ line }) => line)); // prettier-ignore
  const texts = [withLines(cue, parts.others), { ...word, layer: wordText }];
  const plates = hasPlate ? platesOf(parts, layout, outlinePx(cueText, layout)) : [];
  const ground = groundOf(cueText, layout, box);
  const boxRect = { x: 0, y: 0, ...box };
  return {
    isSmooth: isSmoothText(cueText) || isGradient(activeTextColor),
    ...remarksOn(layout),
    ink: [boxRect, ...ground.areas, ...plates, ...texts.map(textInk)].reduce(union),
    get letters() {
      return texts.map(letterInk).reduce(union);
    },
    paint(context) {
      context.save();
      paintGround(context, cueText, ground);
      clipToBox(context, cueText, box);
      context.fillStyle = paintStyle(context, activeBackgroundColor, box);
      for (const plate of plates) fillRounded(context, plate, PLATE_EM.radius * layout.fontSize);
      paintTexts(context, texts);
      context.restore();
    },
  };
}

function fillRounded(context: Context, rect: Rect, radius: number): void {
  context.beginPath();
  addRoundRect(context, rect, radius);
  context.fill();
}

/** A laid-out text taken apart at its active word. */
interface SplitText {
  /** The pieces of the active word: one, or one per line if it is split. */
  readonly word: readonly CutPiece[];
  /** All other lines, and the other words of the word's lines. */
  readonly others: readonly PlacedLine[];
  /** The other words of the word's lines. */
  readonly neighbors: readonly CutPiece[];
}

/** Words keep the places that they have in their line. */
function splitAtWord(layout: TextLayout, cueText: LayerContent<'text'>, range: Range): SplitText {
  setFont(measuring, layout.setting);
  const pieces = cutText(measuring, layout, lineBoxes(cueText, layout), 'word');
  let before = 0;
  const isActive = pieces.map(({ line }) => {
    const from = before;
    before += splitGraphemes(line.text).filter(isVisible).length;
    return from < range.to && before > range.from;
  });
  const word = pieces.filter((_, index) => isActive[index]);
  const baselines = new Set(word.map(({ line }) => line.baseline));
  const neighbors = pieces.filter(({ line }, index) => !isActive[index] && baselines.has(line.baseline));
  const others = layout.lines.filter(({ baseline }) => !baselines.has(baseline));
  return { word, neighbors, others: [...others, ...neighbors.map(({ line }) => line)] };
}

/** The plates behind the active word. They touch neither the words beside it nor the lines above and below. */
function platesOf({ word, neighbors }: SplitText, { metrics, fontSize, lines }: TextLayout, outline: number): Rect[] {
  return word.map(({ line, places }) => {
    const box = places.word!.box;
    const gaps = neighbors
      .filter((other) => other.line.baseline === line.baseline)
      .map((other) => gapBetween(box, other.places.word!.box));
    const gap = Math.min(...gaps) - outline;
    const padding = Math.max(0, Math.min(PLATE_EM.x * fontSize, PLATE_GAP_SHARE * gap));
    const isAlone = lines.length === 1;
    const top = line.baseline - (metrics.ascent + PLATE_EM.y) * fontSize;
    const bottom = line.baseline + (metrics.descent + PLATE_EM.y) * fontSize;
    const [y, end] = isAlone ? [top, bottom] : [Math.max(top, box.y), Math.min(bottom, box.y + box.height)];
    return { x: box.x - padding, y, width: box.width + 2 * padding, height: end - y };
  });
}

/** The horizontal distance of two boxes side by side. */
function gapBetween(a: Rect, b: Rect): number {
  return Math.max(a.x - (b.x + b.width), b.x - (a.x + a.width));
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The active word as a range of the visible graphemes of the text. Wrapping removes white space and case mapping
 * changes lengths, so indices into the text or its lines would not match.
 */
function activeGraphemes(cueText: LayerContent<'text'>, { from, to }: Range, fonts: FontLibrary): Range {
  const countTo = (end: number): number =>
    splitGraphemes(prepareText({ ...cueText, text: cueText.text.slice(0, end) }, fonts).text).filter(isVisible).length;
  return { from: countTo(from), to: countTo(to) };
}

function isVisible(grapheme: string): boolean {
  return grapheme.trim() !== '';
}
