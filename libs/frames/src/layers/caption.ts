import type { LayerContent } from '#libs/template';
import { union } from '#libs/compositor';
import type { Rect } from '#libs/timeline';
import type { Drawing, LayerBox } from '../drawing.js';
import type { FontLibrary } from '../fonts/font-library.js';
import { isGradient, isInvisible, paintStyle } from '../paint/paint.js';
import { type Context, createCanvas } from '../skia.js';
import { prepareText } from '../text/drawn-text.js';
import { layOutText, type PlacedLine, setFont, type TextLayout } from '../text/layout.js';
import { splitGraphemes } from '../text/line-breaks.js';
import { addRoundRect } from '../geometry/round-rect.js';
import { drawTextLayer } from './text.js';
import type { LayerPainter } from './layer-painter.js';

/** Distance that the plate behind the active word extends beyond it, and its corner radius, em. */
const PLATE_EM = { x: 0.16, y: 0.08, radius: 0.18 } as const;

/** For measuring only. */
const measuring = createCanvas(1, 1).getContext('2d');

/** Paints layers of the kind `caption`. */
export const CAPTION: LayerPainter<'caption'> = {
  draw: ({ layer, box }, { fonts }) => drawCaptionLayer(layer, box, fonts),
  words: (layer) => ({
    ...layer,
    text: (layer.cues ?? []).map(({ text }) => text).join('\n'),
    property: layer.sourceUrl === undefined ? 'cues' : 'source_url',
  }),
};

/** Lays out the current cue of a caption as a text. The active word has its own paint and a plate behind it. */
function drawCaptionLayer(layer: LayerContent<'caption'>, box: LayerBox, fonts: FontLibrary): Drawing {
  const { active, activeTextColor, activeBackgroundColor, ...look } = layer;
  const cueText: LayerContent<'text'> = { ...look, type: 'text' };
  if (!active) return drawTextLayer(cueText, box, fonts);
  const { stack } = prepareText(cueText, fonts);
  const layout = layOutText(measuring, prepareText(cueText, fonts).text, cueText, { box, stack });
  setFont(measuring, stack, layout.fontSize, cueText.tracking);
  const words = wordRects(layout, cueText, activeGraphemes(cueText, active, fonts));
  const written = words.map((rect) => withMarks(rect, layout));
  const others = drawTextLayer({ ...cueText, backgroundColor: 'transparent' }, box, fonts);
  const word = drawTextLayer({ ...cueText, backgroundColor: 'transparent', textColor: activeTextColor }, box, fonts);
  const plates = isInvisible(activeBackgroundColor) ? [] : words.map((rect) => grown(rect, layout.fontSize));
  const ink = [{ x: 0, y: 0, ...box }, ...plates, ...written].reduce(union, others.ink);
  return {
    ...others,
    isSmooth: others.isSmooth || word.isSmooth || isGradient(layer.backgroundColor),
    ink,
    paint(context, pose) {
      context.save();
      if (!isInvisible(layer.backgroundColor)) {
        fillRounded(
          context,
          { x: 0, y: 0, ...box },
          layer.borderRadius,
          paintStyle(context, layer.backgroundColor, box),
        );
      }
      for (const plate of plates) {
        const style = paintStyle(context, activeBackgroundColor, box);
        fillRounded(context, plate, PLATE_EM.radius * layout.fontSize, style);
      }
      context.restore();
      clipped(context, [ink, ...written], () => others.paint(context, pose));
      clipped(context, written, () => word.paint(context, pose));
    },
  };
}

function fillRounded(context: Context, rect: Rect, radius: number, style: ReturnType<typeof paintStyle>): void {
  context.fillStyle = style;
  context.beginPath();
  addRoundRect(context, rect, radius);
  context.fill();
}

/** Paints only where an odd number of the rectangles overlap. */
function clipped(context: Context, rects: readonly Rect[], paint: () => void): void {
  context.save();
  context.beginPath();
  for (const { x, y, width, height } of rects) context.rect(x, y, width, height);
  context.clip('evenodd');
  paint();
  context.restore();
}

function grown({ x, y, width, height }: Rect, fontSize: number): Rect {
  const [byX, byY] = [PLATE_EM.x * fontSize, PLATE_EM.y * fontSize];
  return { x: x - byX, y: y - byY, width: width + 2 * byX, height: height + 2 * byY };
}

/**
 * The active word as a range of the visible graphemes of the text. Wrapping removes white space and case mapping
 * changes lengths, so indices into the text or its lines would not match.
 */
function activeGraphemes(
  cueText: LayerContent<'text'>,
  { from, to }: { from: number; to: number },
  fonts: FontLibrary,
): { from: number; to: number } {
  const countTo = (end: number): number =>
    splitGraphemes(prepareText({ ...cueText, text: cueText.text.slice(0, end) }, fonts).text).filter(isVisible).length;
  return { from: countTo(from), to: countTo(to) };
}

function isVisible(grapheme: string): boolean {
  return grapheme.trim() !== '';
}

/** The rectangles of a range of visible graphemes: one per line, from ascender to descender. */
function wordRects(layout: TextLayout, cueText: LayerContent<'text'>, range: { from: number; to: number }): Rect[] {
  const rects: Rect[] = [];
  let before = 0;
  for (const line of layout.lines) {
    const graphemes = splitGraphemes(line.text);
    const visible = graphemes.flatMap((grapheme, index) => (isVisible(grapheme) ? [index] : []));
    const first = visible[Math.max(0, range.from - before)];
    const last = visible[Math.min(visible.length, range.to - before) - 1];
    before += visible.length;
    if (first === undefined || last === undefined || last < first) continue;
    const along = (count: number): number => advance(graphemes.slice(0, count).join(''), line, cueText.tracking);
    rects.push(placed(line, layout, { from: along(first), to: along(last + 1) }));
  }
  return rects;
}

/** The rectangle of a word, extended by marks and dots of Arabic letters above the first line and below the last. */
function withMarks({ x, y, width, height }: Rect, { lines, metrics, fontSize }: TextLayout): Rect {
  const isOn = (line: PlacedLine): boolean => Math.abs(line.baseline - metrics.ascent * fontSize - y) < 0.5;
  const above = isOn(lines[0]!) ? fontSize : 0;
  const below = isOn(lines.at(-1)!) ? fontSize : 0;
  return { x, y: y - above, width, height: height + above + below };
}

/** Pixels from the start of the line, in its direction. */
function advance(text: string, line: PlacedLine, tracking: number): number {
  const spaces = text.split(' ').length - 1;
  measuring.direction = line.direction;
  return text === '' ? 0 : measuring.measureText(text).width - tracking + spaces * line.wordSpacing;
}

function placed(line: PlacedLine, { metrics, fontSize }: TextLayout, span: { from: number; to: number }): Rect {
  const x = line.direction === 'rtl' ? line.x + line.width - span.to : line.x + span.from;
  const top = line.baseline - metrics.ascent * fontSize;
  return { x, y: top, width: span.to - span.from, height: (metrics.ascent + metrics.descent) * fontSize };
}
