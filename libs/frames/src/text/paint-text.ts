import type { Rect } from '#libs/document';
import { union } from '#libs/compositor';
import { grown } from '../geometry/matrix.js';
import { type PaintedShadow, shadowsOf, withShadows } from '../paint/css-shadow.js';
import { drawPixelShadows, drawShadows } from '../paint/draw-shadows.js';
import { isPictured, isTranslucent, letterStyle, paintStyle } from '../paint/paint.js';
import { paintApart } from '../paint/paint-apart.js';
import { type Context, createCanvas } from '../skia.js';
import { mayHaveEmoji } from '../unicode/emoji.js';
import { eachPart } from './each-part.js';
import { outlinePx, type SetText } from './set-text.js';
import { setFont } from './typesetting.js';

/** The parts of texts from below. */
const LEVELS = ['shadows', 'outline', 'letters'] as const;
export type TextLevel = (typeof LEVELS)[number];

/** Skia rounds the bounds of a line to whole px, and antialiasing extends one px further. */
const BOUNDS_SLACK_PX = 2;

/**
 * The Skia binding measures glyphs at their designed position, not where shaping moves marks and dots of Arabic letters
 * (`في` extends 0.42 em below its line, 0.23 according to the binding). No shipped font extends further than this.
 */
const MARKED = /[\p{Mark}\p{Script=Arabic}]/u;
const MARKS_REACH_EM = { up: 1.5, down: 0.9, aside: 0.3 };

/** For measuring only. */
const measuring = createCanvas(1, 1).getContext('2d');

/** Paints texts, none of them over the shadows or the outline of another. */
export function paintTexts(context: Context, texts: readonly SetText[], levels: readonly TextLevel[] = LEVELS): void {
  for (const level of levels) {
    for (const text of texts) {
      setFont(context, text.layout.setting);
      PAINT[level](context, text);
    }
  }
}

const PAINT: Readonly<Record<TextLevel, (context: Context, text: SetText) => void>> = {
  shadows: (context, text) => castShadows(context, text, shadowsOf(text.layer.textShadow)),
  outline: paintOutline,
  letters: paintLetters,
};

/** Paints shadows of a text, without the text. */
export function castShadows(context: Context, text: SetText, shadows: readonly PaintedShadow[]): void {
  const cast = (target: Context): void => paintTexts(target, [text], ['outline', 'letters']);
  // What is painted apart has to be in sight.
  if (isOutlineCut(text) || isPaintedIn(text)) {
    drawPixelShadows(context, shadows, () => ({ area: letterInk(text), paint: cast }));
  } else drawShadows(context, shadows, () => cast(context));
}

/** Whether nothing of the outline may be below the letters, which are translucent. */
function isOutlineCut({ layer, layout, box }: SetText): boolean {
  return outlinePx(layer, layout) > 0 && isTranslucent(layer.textColor, box);
}

/** Whether letters are painted first and their paint is painted into them. Emoji would lose their colors. */
function isPaintedIn({ layer, layout, box }: SetText): boolean {
  return isPictured(layer.textColor, box) && !layout.lines.some(({ text }) => mayHaveEmoji(text));
}

function paintOutline(context: Context, text: SetText): void {
  const { layer, layout } = text;
  if (outlinePx(layer, layout) === 0) return;
  if (!isOutlineCut(text)) {
    strokeLetters(context, text);
    return;
  }
  paintApart(context, letterInk(text), (own) => {
    setFont(own, layout.setting);
    strokeLetters(own, text);
    own.globalCompositeOperation = 'destination-out';
    fillLetters(own, text, 'black');
  });
}

function strokeLetters(context: Context, { layer, layout, box }: SetText): void {
  context.strokeStyle = letterStyle(context, layer.outlineColor, box);
  // The inner half of the stroke is covered or cut away, so the outline grows outward and letters keep their shape.
  context.lineWidth = 2 * outlinePx(layer, layout);
  context.lineJoin = 'round';
  eachPart(context, layout, ({ text, x, line }) => context.strokeText(text, x, line.baseline));
}

function paintLetters(context: Context, text: SetText): void {
  const { layer, layout, box } = text;
  if (!isPaintedIn(text)) {
    fillLetters(context, text, layer.textColor);
    return;
  }
  const area = letterInk(text);
  paintApart(context, area, (own) => {
    setFont(own, layout.setting);
    fillLetters(own, text, 'black');
    own.globalCompositeOperation = 'source-in';
    own.fillStyle = paintStyle(own, layer.textColor, box);
    own.fillRect(area.x, area.y, area.width, area.height);
  });
}

function fillLetters(context: Context, { layout, box, rules }: SetText, paint: string): void {
  context.fillStyle = letterStyle(context, paint, box);
  for (const rule of rules.below) context.fillRect(rule.x, rule.y, rule.width, rule.height);
  eachPart(context, layout, ({ text, x, line }) => context.fillText(text, x, line.baseline));
  for (const rule of rules.above) context.fillRect(rule.x, rule.y, rule.width, rule.height);
}

/** The area that the letters can cover, including overhang, outline and decorations. */
export function letterInk({ layer, layout, rules }: SetText): Rect {
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
  for (const rule of [...rules.below, ...rules.above]) ink = union(ink, rule);
  return grown(ink, outlinePx(layer, layout) + BOUNDS_SLACK_PX);
}

/** The area that a text can cover with its shadows. */
export function textInk(text: SetText): Rect {
  return withShadows(letterInk(text), shadowsOf(text.layer.textShadow));
}
