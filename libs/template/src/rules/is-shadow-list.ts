import { isCssColor } from './is-color.js';
import { defineRule } from './define-rule.js';
import { splitCss } from './split-css.js';

const MAX_CHARACTERS = 2048;
const MAX_SHADOWS = 16;
const PIXELS = /^[+-]?(\d{1,5}(\.\d{0,20})?|\.\d{1,20})(px)?$/;

/**
 * True for a CSS shadow list: `none`, or comma-separated shadows of two to four lengths in px (x, y, blur ≥ 0, spread)
 * with a color before or after them.
 */
export function isShadowList(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS) return false;
  const text = value.trim();
  if (text === '' || text === 'none') return true;
  const shadows = splitCss(text, ',');
  return shadows !== undefined && shadows.length <= MAX_SHADOWS && shadows.every(isShadow);
}

function isShadow(text: string): boolean {
  const words = splitCss(text, ' ') ?? [];
  const colorAtEnd = isCssColor(words.at(-1)) && !PIXELS.test(words.at(-1)!);
  const colorAtStart = !colorAtEnd && isCssColor(words[0]) && !PIXELS.test(words[0]);
  const lengths = colorAtEnd ? words.slice(0, -1) : colorAtStart ? words.slice(1) : words;
  const blur = Number.parseFloat(lengths[2] ?? '0');
  return lengths.length >= 2 && lengths.length <= 4 && lengths.every((word) => PIXELS.test(word)) && blur >= 0;
}

export function IsShadowList(): PropertyDecorator {
  return defineRule({
    name: 'isShadowList',
    code: 'INVALID_VALUE',
    types: ['string'],
    message: 'must be a CSS shadow list such as "0 4px 12px rgba(0,0,0,0.4)"',
    maxCharacters: MAX_CHARACTERS,
    schema: { examples: ['0 4px 12px rgba(0,0,0,0.4)'] },
    test: isShadowList,
  });
}
