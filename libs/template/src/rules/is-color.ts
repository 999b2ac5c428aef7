import { parse } from 'culori';
import { defineRule } from './define-rule.js';

const MAX_CHARACTERS = 512;
/** culori reads `ff0000` as a colour; CSS and Skia do not. */
const BARE_HEX = /^[0-9a-f]+$/i;

/** True for any CSS colour: named, #rgb…#rrggbbaa, rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch(), color(). */
export function isCssColor(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS) return false;
  const text = value.trim();
  return !BARE_HEX.test(text) && typeof parse(text) === 'object';
}

export function IsColor(): PropertyDecorator {
  return defineRule({
    name: 'isColor',
    code: 'INVALID_VALUE',
    types: ['string'],
    message: 'must be a CSS color',
    test: isCssColor,
  });
}
