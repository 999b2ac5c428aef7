import type { Size } from '../geometry.js';
import { lengthLike, lengthPx } from '../lengths.js';
import { rounded } from '../rounded.js';
import { isCssColor } from './color.js';
import { splitCss } from './split-css.js';

export const MAX_SHADOW_LIST_CHARACTERS = 2048;
const MAX_SHADOWS = 16;
/** The most pixels that a list can state. */
const MAX_PX = 99_999;
const LENGTH = /^[+-]?(\d{1,5}(\.\d{0,20})?|\.\d{1,20})(px|vw|vh|vmin|vmax)?$/;
const IN_FRAME_UNITS = /[+-]?(?:\d{1,5}(?:\.\d{0,20})?|\.\d{1,20})(?:vw|vh|vmin|vmax)(?![\w-])/g;

/** One shadow of a CSS list, px. */
export interface Shadow<Color = string> {
  readonly x: number;
  readonly y: number;
  /** CSS blur radius, ≥ 0: twice the Gaussian's standard deviation. */
  readonly blur: number;
  readonly spread: number;
  readonly color: Color;
}

/**
 * Reads a CSS shadow list, the first on top: `none`, or comma-separated shadows of two to four lengths in px (x, y, blur,
 * spread) with a color before or after them, by default black. Undefined for anything else. Lengths in units of the frame
 * are accepted; {@link shadowsInPixels} converts them first.
 */
export function parseShadows(css: string): readonly Shadow[] | undefined {
  const shadows = readShadows(css);
  return shadows?.every(({ color }) => isCssColor(color)) ? shadows : undefined;
}

/** The same for a list whose colors are known to be colors. */
export function readShadows(css: string): readonly Shadow[] | undefined {
  if (css.length > MAX_SHADOW_LIST_CHARACTERS) return undefined;
  const text = css.trim();
  if (text === '' || text === 'none') return [];
  const shadows = splitCss(text, ',')?.map(parseShadow);
  return shadows && shadows.length <= MAX_SHADOWS && shadows.every((shadow) => shadow !== undefined)
    ? shadows
    : undefined;
}

/** The list with its lengths of the frame in pixels. */
export function shadowsInPixels(css: string, frame: Size): string {
  return css.replace(
    IN_FRAME_UNITS,
    (length) => `${rounded(Math.max(-MAX_PX, Math.min(MAX_PX, lengthPx(length, NaN, frame))), 4)}px`,
  );
}

/** The list in which the shadow at `index` has another offset and blur, px, each in the unit in which it was written. */
export function withShadow(
  css: string,
  index: number,
  { x, y, blur }: Pick<Shadow, 'x' | 'y' | 'blur'>,
  frame: Size,
): string {
  const all = splitCss(css, ',')!;
  const words = splitCss(all[index]!, ' ')!;
  const [color] = words.filter((word) => !LENGTH.test(word));
  const former = words.filter((word) => word !== color);
  const lengths = [x, y, blur].map((pixels, at) => {
    const length = lengthLike(former[at], pixels, NaN, frame);
    return typeof length === 'string' ? length : `${rounded(length, 1)}px`;
  });
  const own = [...lengths, ...former.slice(3)];
  const changed = color === undefined ? own : color === words[0] ? [color, ...own] : [...own, color];
  return all.with(index, changed.join(' ')).join(', ');
}

function parseShadow(text: string): Shadow | undefined {
  const words = splitCss(text, ' ') ?? [];
  const lengths = words.filter((word) => LENGTH.test(word)).map((word) => Number.parseFloat(word));
  const color = words.find((word) => !LENGTH.test(word)) ?? 'black';
  const isRight =
    lengths.length === words.length ||
    (lengths.length === words.length - 1 && (color === words[0] || color === words.at(-1)));
  const [x = 0, y = 0, blur = 0, spread = 0] = lengths;
  return isRight && lengths.length >= 2 && lengths.length <= 4 && blur >= 0 ? { x, y, blur, spread, color } : undefined;
}
