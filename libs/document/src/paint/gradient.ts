import { isCssColor } from './color.js';
import { splitCss } from './split-css.js';

/** Limit for any paint; gradients are the longest ones. */
export const MAX_PAINT_CHARACTERS = 2048;
const MAX_STOPS = 64;

export const GRADIENT_FORMS = ['linear', 'radial', 'conic'] as const;
export type GradientForm = (typeof GRADIENT_FORMS)[number];

/** A number with its unit: `px`, `%` or one of angles. 0 may have none. */
export interface Measure {
  readonly value: number;
  readonly unit: string;
}

/** A position in a box. `px` from its left top corner, or `%` of its size. */
export interface Position {
  readonly x: Measure;
  readonly y: Measure;
}

/** The direction or the shape of a gradient: what is written before its stops. */
type Head =
  | { readonly form: 'linear'; /** `['top', 'right']`: towards that corner */ readonly to: Measure | readonly string[] }
  | {
      readonly form: 'radial';
      readonly isCircle: boolean;
      /** `closest-side`, `farthest-corner` …; the radii are given instead where there are any. */
      readonly extent: string;
      readonly radii: readonly Measure[];
      readonly at: Position;
    }
  | { readonly form: 'conic'; readonly from: Measure; readonly at: Position };

/** A color with up to two places along the gradient. One without a color is a hint, which has one place. */
interface GradientStop {
  readonly color?: string;
  readonly places: readonly Measure[];
}

/** A CSS gradient as it is written, independent of a box. */
export type Gradient = Head & {
  /** The head in CSS; empty where it is left out. */
  readonly head: string;
  readonly stops: readonly GradientStop[];
};

const GRADIENT = /^(linear|radial|conic)-gradient\((.*)\)$/is;
/**
 * A number without a sign, in a range in which arithmetic stays finite, with at most as many decimals as a double is
 * printed with.
 */
const UNSIGNED = String.raw`(?:\d{1,6}(?:\.\d{0,20})?|\.\d{1,20})`;
const NUMBER = `[+-]?${UNSIGNED}`;
const LENGTH = new RegExp(`^${NUMBER}(px|%)$|^0$`);
const ANGLE = new RegExp(`^${NUMBER}(deg|rad|grad|turn)$|^0$`);
const ANGLE_OR_SHARE = new RegExp(`^${NUMBER}(deg|rad|grad|turn|%)$|^0$`);
const SIDES = /^to (top|bottom|left|right)( (top|bottom|left|right))?$/;
/** Extent of a radial gradient (CSS Images 3 §3.2.1): never a negative length, and never a percentage for a circle. */
const EXTENT = '(?:closest|farthest)-(?:side|corner)';
const RADIUS = String.raw`(?:\+?${UNSIGNED}px|0)`;
const SEMI_AXIS = String.raw`(?:\+?${UNSIGNED}(?:px|%)|0)`;
const ENDING_SHAPES = [
  endingShape('circle', `(?:${EXTENT}|${RADIUS})`),
  endingShape('ellipse', `(?:${EXTENT}|${SEMI_AXIS} ${SEMI_AXIS})`),
];

/** A shape, its size, or both in either order. */
function endingShape(shape: string, size: string): RegExp {
  return new RegExp(`^(?:${shape}|(?:${shape} )?${size}|${size} ${shape})$`);
}

/**
 * Reads a `linear-`, `radial-` or `conic-gradient()` with two or more color stops: CSS Images 4 §3 without color
 * interpolation methods and repeating forms. Undefined for anything else. The colors are not checked.
 */
export function parseGradient(css: string): Gradient | undefined {
  if (css.length > MAX_PAINT_CHARACTERS) return undefined;
  const [, name, body] = GRADIENT.exec(css.trim()) ?? [];
  const parts = body === undefined ? undefined : splitCss(body, ',');
  if (name === undefined || !parts) return undefined;
  const form = name.toLowerCase() as GradientForm;
  const head = headOf(form, parts[0]!.toLowerCase().replace(/\s+/g, ' '));
  const stops = stopsOf(head ? parts.slice(1) : parts, form === 'conic' ? ANGLE_OR_SHARE : LENGTH);
  return stops && { ...(head ?? defaultHead(form)), head: head ? parts[0]! : '', stops };
}

/** True for a gradient whose colors are CSS colors. */
function isGradient(value: unknown): value is string {
  const gradient = typeof value === 'string' ? parseGradient(value) : undefined;
  return gradient?.stops.every(({ color }) => color === undefined || isCssColor(color)) ?? false;
}

/** True for a CSS color or a gradient. */
export function isPaint(value: unknown): value is string {
  return isCssColor(value) || isGradient(value);
}

/** Radians of an angle. */
export function radiansOf({ value, unit }: Measure): number {
  if (unit === 'grad') return (value * Math.PI) / 200;
  if (unit === 'rad') return value;
  if (unit === 'turn') return value * 2 * Math.PI;
  return (value * Math.PI) / 180;
}

/**
 * The places of stops, 0…1 along the gradient, where some have none: those lie evenly between their neighbors, and a place
 * before that of an earlier stop is raised to it (CSS Images 3 §3.5.3).
 */
export function placedEvenly(places: readonly (number | undefined)[]): number[] {
  const last = places.length - 1;
  let highest = -Infinity;
  const risen = places
    .map((at, index) => at ?? (index === 0 ? 0 : index === last ? 1 : undefined))
    .map((at) => (at === undefined ? undefined : (highest = Math.max(highest, at))));
  return risen.map((known, index) => {
    if (known !== undefined) return known;
    const before = risen.findLastIndex((at, i) => i < index && at !== undefined);
    const after = risen.findIndex((at, i) => i > index && at !== undefined);
    const share = (index - before) / (after - before);
    return risen[before]! + (risen[after]! - risen[before]!) * share;
  });
}

const CENTER: Position = { x: measureOf('50%'), y: measureOf('50%') };

function defaultHead(form: GradientForm): Head {
  if (form === 'linear') return { form, to: measureOf('180deg') };
  if (form === 'conic') return { form, from: measureOf('0deg'), at: CENTER };
  return { form, isCircle: false, extent: 'farthest-corner', radii: [], at: CENTER };
}

/** @param text in lower case, with single spaces */
function headOf(form: GradientForm, text: string): Head | undefined {
  if (form === 'linear') {
    if (ANGLE.test(text)) return { form, to: measureOf(text) };
    return SIDES.test(text) ? { form, to: text.split(' ').slice(1) } : undefined;
  }
  const [shape, place, ...rest] = ` ${text}`.split(' at ');
  const at = place === undefined ? CENTER : positionOf(place.trim().split(' '));
  const words = shape!.trim().split(' ').filter(Boolean);
  if (rest.length > 0 || !at || (words.length === 0 && place === undefined)) return undefined;
  return form === 'conic' ? conicHead(words, at) : radialHead(words, at);
}

function conicHead(words: readonly string[], at: Position): Head | undefined {
  const [from, angle = '0deg'] = words;
  const isRight = from === undefined || (words.length === 2 && from === 'from' && ANGLE.test(angle));
  return isRight ? { form: 'conic', from: measureOf(angle), at } : undefined;
}

function radialHead(words: readonly string[], at: Position): Head | undefined {
  if (words.length > 0 && !ENDING_SHAPES.some((ending) => ending.test(words.join(' ')))) return undefined;
  return {
    form: 'radial',
    isCircle: words.includes('circle'),
    extent: words.find((word) => word.includes('-')) ?? 'farthest-corner',
    radii: words.filter((word) => LENGTH.test(word)).map(measureOf),
    at,
  };
}

const SIDE_SHARES: Readonly<Record<string, string>> = {
  left: '0%',
  top: '0%',
  center: '50%',
  right: '100%',
  bottom: '100%',
};

function positionOf(words: readonly string[]): Position | undefined {
  if (words.length > 2 || !words.every((word) => Object.hasOwn(SIDE_SHARES, word) || LENGTH.test(word)))
    return undefined;
  const isVerticalFirst = /^(top|bottom)$/.test(words[0]!) || /^(left|right)$/.test(words[1] ?? '');
  const [across, down] = isVerticalFirst ? [words[1], words[0]] : words;
  const measure = (word = 'center') => measureOf(SIDE_SHARES[word] ?? word);
  return { x: measure(across), y: measure(down) };
}

function measureOf(word: string): Measure {
  return { value: Number.parseFloat(word), unit: word.replace(/^[-+.\d]+/, '') };
}

function stopsOf(parts: readonly string[], place: RegExp): readonly GradientStop[] | undefined {
  const stops = parts.map((part) => stopOf(part, place)).filter((stop) => stop !== undefined);
  const isColor = ({ color }: GradientStop) => color !== undefined;
  if (stops.length !== parts.length || stops.length > MAX_STOPS || stops.filter(isColor).length < 2) return undefined;
  return isColor(stops[0]!) && isColor(stops.at(-1)!) ? stops : undefined;
}

/** A color and up to two places, in either order, or one place. */
function stopOf(part: string, place: RegExp): GradientStop | undefined {
  const words = splitCss(part, ' ') ?? [];
  const places = words.filter((word) => place.test(word)).map(measureOf);
  if (words.length === 1 && places.length === 1) return { places };
  const color = words.find((word) => !place.test(word));
  if (color === undefined || words.length !== places.length + 1 || places.length > 2) return undefined;
  return color === words[0] || color === words.at(-1) ? { color, places } : undefined;
}
