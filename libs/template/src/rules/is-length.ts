import type { Length } from '#libs/document';
import { defineRule } from '../shape/define-rule.js';

/** Greatest length in pixels: far outside of any frame, and small enough for exact arithmetic. */
const MAX_PX = 100_000;
/** A percentage or a length of the frame, with as many decimals as a double is printed with: "33.333333333333336%". */
const WITH_UNIT = /^-?[0-9]{1,6}(\.[0-9]{1,20})?(%|vw|vh|vmin|vmax)$/;
const IN_FRAME_UNITS = /^-?[0-9]{1,6}(\.[0-9]{1,20})?(vw|vh|vmin|vmax)$/;

/** Most characters of a length: more than any text that {@link WITH_UNIT} matches has. */
const MAX_CHARACTERS = 32;

/** True for pixels within ±100,000, a percentage or a length of the frame. */
export function isLength(value: unknown): value is Length {
  return typeof value === 'number' ? Math.abs(value) <= MAX_PX : typeof value === 'string' && WITH_UNIT.test(value);
}

const EXTENT = WITH_UNIT.source.replace('-?', '');
const EXTENT_SCHEMA = { format: 'length', minimum: 0, maximum: MAX_PX };

function isExtent(value: unknown): value is Length {
  return isLength(value) && (typeof value === 'number' ? value >= 0 : !value.startsWith('-'));
}

/** A position: positive, negative or 0. */
export function IsPosition(): PropertyDecorator {
  return defineRule({
    name: 'isPosition',
    code: 'INVALID_VALUE',
    types: ['number', 'string'],
    isLength: true,
    message: 'must be a number of pixels or a length such as "50%" or "12vw"',
    maxCharacters: MAX_CHARACTERS,
    schema: {
      format: 'length',
      pattern: WITH_UNIT.source,
      minimum: -MAX_PX,
      maximum: MAX_PX,
      examples: [120, '50%', '12vw'],
    },
    test: isLength,
  });
}

/** A size: not negative. */
export function IsExtent(): PropertyDecorator {
  return defineRule({
    name: 'isExtent',
    code: 'INVALID_VALUE',
    types: ['number', 'string'],
    isLength: true,
    message: 'must be a number of pixels or a length such as "50%" or "80vw", not negative',
    maxCharacters: MAX_CHARACTERS,
    schema: { ...EXTENT_SCHEMA, pattern: EXTENT, examples: [640, '100%'] },
    test: isExtent,
  });
}

/** A size, or `auto`: that of the content. */
function IsExtentOrAuto(): PropertyDecorator {
  return defineRule({
    name: 'isExtent',
    code: 'INVALID_VALUE',
    types: ['number', 'string'],
    isLength: true,
    message: 'must be "auto", a number of pixels or a length such as "50%" or "80vw", not negative',
    maxCharacters: MAX_CHARACTERS,
    schema: { ...EXTENT_SCHEMA, pattern: `^auto$|${EXTENT}`, examples: ['auto', 640, '100%'] },
    test: (value) => value === 'auto' || isExtent(value),
  });
}

const autoSized = new Set<unknown>();

/** Lets `width` and `height` of a layer kind be `auto`. */
export function HasAutoSize(): ClassDecorator {
  return (shape) => {
    autoSized.add(shape);
    for (const property of ['width', 'height']) IsExtentOrAuto()(shape.prototype as object, property);
  };
}

/** Whether `width` and `height` of the layers of a class may be `auto`. */
export function hasAutoSize(shape: object): boolean {
  return autoSized.has(shape);
}
/** A length that no parent decides: `min` to `max` pixels, or a length of the frame that is as many. */
export function IsFrameLength(min: number, max: number): PropertyDecorator {
  const types = ['number', 'string'] as const;
  const pattern = min < 0 ? IN_FRAME_UNITS.source : IN_FRAME_UNITS.source.replace('-?', '');
  const rules = [
    defineRule({
      name: 'isFrameLength',
      code: 'INVALID_VALUE',
      types,
      isLength: true,
      message: 'must be a number of pixels or a length such as "4vmin"',
      maxCharacters: MAX_CHARACTERS,
      schema: { format: 'length', pattern, examples: [24, '4vmin'] },
      test: (value) => typeof value === 'number' || new RegExp(pattern).test(String(value)),
    }),
    defineRule({
      name: 'min',
      arguments: [min],
      code: 'VALUE_TOO_SMALL',
      types,
      message: `must not be less than ${min}`,
      test: (value) => typeof value !== 'number' || value >= min,
    }),
    defineRule({
      name: 'max',
      arguments: [max],
      code: 'VALUE_TOO_LARGE',
      types,
      message: `must not be greater than ${max}`,
      test: (value) => typeof value !== 'number' || value <= max,
    }),
  ];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}
