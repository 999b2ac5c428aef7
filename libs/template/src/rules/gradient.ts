import { isCssColor } from './is-color.js';
import { splitCss } from './split-css.js';

/** Limit for any paint; gradients are the longest ones. */
export const MAX_PAINT_CHARACTERS = 2048;
const MAX_STOPS = 64;
const GRADIENT = /^(linear|radial|conic)-gradient\((.*)\)$/is;
/** A range in which arithmetic stays finite, with as many decimals as a double is printed with. */
const UNSIGNED = String.raw`(?:\d{1,6}(?:\.\d{0,20})?|\.\d{1,20})`;
const NUMBER = `[+-]?${UNSIGNED}`;
const PERCENT = new RegExp(`^${NUMBER}%$`);
const LENGTH = new RegExp(`^${NUMBER}(px|%)$|^0$`);
const ANGLE = new RegExp(`^${NUMBER}(deg|rad|grad|turn)$|^0$`);
const SIDES = /^to (top|bottom|left|right)( (top|bottom|left|right))?$/;
const POSITION = /^(left|center|right|top|bottom)$/;
/** Extent of a radial gradient (CSS Images 3 §3.2.1): never a negative length, and never a percentage for a circle. */
const EXTENT = '(?:closest|farthest)-(?:side|corner)';
const RADIUS = String.raw`(?:\+?${UNSIGNED}px|0)`;
const SEMI_AXIS = String.raw`(?:\+?${UNSIGNED}(?:px|%)|0)`;
const ENDING_SHAPES = [
  endingShape('circle', `(?:${EXTENT}|${RADIUS})`),
  endingShape('ellipse', `(?:${EXTENT}|${SEMI_AXIS} ${SEMI_AXIS})`),
];

/**
 * True for `linear-`, `radial-` or `conic-gradient()` with two or more color stops: CSS Images 4 §3 without color
 * interpolation methods and repeating forms.
 */
export function isGradient(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_PAINT_CHARACTERS) return false;
  const [, form, body] = GRADIENT.exec(value.trim()) ?? [];
  const parts = body === undefined ? undefined : splitCss(body, ',');
  if (form === undefined || parts === undefined) return false;
  const kind = form.toLowerCase() as 'linear' | 'radial' | 'conic';
  const hasHead = isHead(kind, parts[0]!.toLowerCase().replace(/\s+/g, ' '));
  return areStops(hasHead ? parts.slice(1) : parts, kind === 'conic' ? ANGLE : LENGTH);
}

function isHead(kind: 'linear' | 'radial' | 'conic', head: string): boolean {
  if (kind === 'linear') return ANGLE.test(head) || SIDES.test(head);
  const [shape, position, ...rest] = ` ${head}`.split(' at ');
  if (rest.length > 0 || (position !== undefined && !isPosition(position))) return false;
  const words = shape!.trim().split(' ').filter(Boolean);
  if (words.length === 0) return position !== undefined;
  if (kind === 'conic') return words.length === 2 && words[0] === 'from' && ANGLE.test(words[1]!);
  return ENDING_SHAPES.some((ending) => ending.test(words.join(' ')));
}

/** A shape, its size, or both in either order. */
function endingShape(shape: string, size: string): RegExp {
  return new RegExp(`^(?:${shape}|(?:${shape} )?${size}|${size} ${shape})$`);
}

function isPosition(text: string): boolean {
  const words = text.trim().split(' ');
  return words.length <= 2 && words.every((word) => POSITION.test(word) || LENGTH.test(word));
}

function areStops(parts: readonly string[], place: RegExp): boolean {
  const colors = parts.filter((part) => isStop(part, place)).length;
  const hints = parts.filter((part, index) => index > 0 && index < parts.length - 1 && isPlace(part, place)).length;
  return colors >= 2 && parts.length <= MAX_STOPS && colors + hints === parts.length;
}

/** A color and up to two places, in either order. */
function isStop(part: string, place: RegExp): boolean {
  const words = splitCss(part, ' ') ?? [];
  const places = words.filter((word) => isPlace(word, place)).length;
  return words.length === places + 1 && places <= 2 && (isCssColor(words[0]) || isCssColor(words.at(-1)));
}

function isPlace(word: string, place: RegExp): boolean {
  return place.test(word) || PERCENT.test(word);
}
