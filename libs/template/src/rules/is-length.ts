import type { Length } from '#libs/document';
import { defineRule } from '../shape/define-rule.js';

/** Greatest length in pixels: far outside of any frame, and small enough for exact arithmetic. */
const MAX_PX = 100_000;
/** A percentage, with as many decimals as a double is printed with: "33.333333333333336%". */
const PERCENT = /^-?[0-9]{1,6}(\.[0-9]{1,20})?%$/;

/** Most characters of a length: more than any text that {@link PERCENT} matches has. */
const MAX_CHARACTERS = 32;

/** True for pixels within ±100,000 or a percentage. */
export function isLength(value: unknown): value is Length {
  return typeof value === 'number' ? Math.abs(value) <= MAX_PX : typeof value === 'string' && PERCENT.test(value);
}

/** A position: positive, negative or 0. */
export function IsPosition(): PropertyDecorator {
  return defineRule({
    name: 'isPosition',
    code: 'INVALID_VALUE',
    types: ['number', 'string'],
    message: 'must be a number of pixels or a percentage such as "50%"',
    maxCharacters: MAX_CHARACTERS,
    schema: { format: 'length', pattern: PERCENT.source, minimum: -MAX_PX, maximum: MAX_PX, examples: [120, '50%'] },
    test: isLength,
  });
}

/** A size: not negative. */
export function IsExtent(): PropertyDecorator {
  return defineRule({
    name: 'isExtent',
    code: 'INVALID_VALUE',
    types: ['number', 'string'],
    message: 'must be a number of pixels or a percentage such as "50%", not negative',
    maxCharacters: MAX_CHARACTERS,
    schema: {
      format: 'length',
      pattern: PERCENT.source.replace('-?', ''),
      minimum: 0,
      maximum: MAX_PX,
      examples: [640, '100%'],
    },
    test: (value) => isLength(value) && (typeof value === 'number' ? value >= 0 : !value.startsWith('-')),
  });
}
