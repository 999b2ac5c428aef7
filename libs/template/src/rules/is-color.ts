import { parse } from 'culori';
import { defineRule } from './define-rule.js';

const MAX_CHARACTERS = 512;
/** culori reads `ff0000` as a colour; CSS and Skia do not. */
const BARE_HEX = /^[0-9a-f]+$/i;

/** True for any CSS colour: named, #rgb…#rrggbbaa, rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch(), color(). */
export function isCssColor(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS) return false;
  const text = value.trim();
  return !BARE_HEX.test(text) && canParse(text);
}

/** culori throws on some half-written functions (`color(`) and takes numbers that overflow (`rgb(1e999 0 0)`). */
function canParse(text: string): boolean {
  try {
    const color = parse(text);
    return (
      color !== undefined &&
      Object.values(color).every((channel) => typeof channel !== 'number' || Number.isFinite(channel))
    );
  } catch {
    return false;
  }
}

export function IsColor(): PropertyDecorator {
  return defineRule({
    name: 'isColor',
    code: 'INVALID_VALUE',
    types: ['string'],
    message: 'must be a CSS color',
    schema: { maxLength: MAX_CHARACTERS, examples: ['#0f3d3e', 'rgb(15 61 62 / 50%)', 'white'] },
    test: isCssColor,
  });
}
