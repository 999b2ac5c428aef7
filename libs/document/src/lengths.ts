import type { Size } from './geometry.js';
import { rounded } from './rounded.js';

/** Units of the frame: hundredths of its width, of its height, and of the shorter and the longer of them. */
export type FrameUnit = 'vw' | 'vh' | 'vmin' | 'vmax';

/** Pixels (number), or a length in a unit of the frame (`"12vw"`). */
export type FrameLength = number | `${number}${FrameUnit}`;

/** Pixels (number), per cent of the parent (`"50%"`), or a length in a unit of the frame (`"12vw"`). */
export type Length = number | string;

const UNIT = /(?:%|vw|vh|vmin|vmax)$/;

/** The unit of a length, if it has one, and the pixels that 100 of it are. */
function unitOf(
  length: unknown,
  parentPx: number,
  { width, height }: Size,
): { unit: string; wholePx: number } | undefined {
  const unit = typeof length === 'string' ? UNIT.exec(length)?.[0] : undefined;
  switch (unit) {
    case '%':
      return { unit, wholePx: parentPx };
    case 'vw':
      return { unit, wholePx: width };
    case 'vh':
      return { unit, wholePx: height };
    case 'vmin':
      return { unit, wholePx: Math.min(width, height) };
    case 'vmax':
      return { unit, wholePx: Math.max(width, height) };
    default:
      return undefined;
  }
}

/** Whether the value is a number or ends in a unit of lengths. */
export function isLengthLike(value: unknown): value is Length {
  return typeof value === 'number' || (typeof value === 'string' && UNIT.test(value));
}

/** Whether the value is a text that ends in a unit of the frame. */
export function isInFrameUnits(value: unknown): value is string {
  return typeof value === 'string' && !value.endsWith('%') && UNIT.test(value);
}

const NO_FRAME: Size = { width: 0, height: 0 };

/** A length in pixels. Percentages refer to `parentPx`, units of the frame to `frame`: a compiled document has none. */
export function lengthPx(length: Length, parentPx: number, frame = NO_FRAME): number {
  if (typeof length === 'number') return length;
  return (Number.parseFloat(length) / 100) * unitOf(length, parentPx, frame)!.wholePx;
}

/** `pixels` in the unit that `former` has. Rounded to 0.01 px or 0.001 of a unit. */
export function lengthLike(former: unknown, pixels: number, wholePx: number, frame = NO_FRAME): number | string {
  const unit = unitOf(former, wholePx, frame);
  return unit && unit.wholePx > 0 ? `${rounded((pixels / unit.wholePx) * 100, 3)}${unit.unit}` : rounded(pixels, 2);
}
