import { type Json } from '#libs/document';
import { type NumberRange, withinRange } from '../../schema/control.ts';

const VARIABLE = /^\{\{.*\}\}$/;

/**
 * The value that a person has written: a number, a percentage where `isLength`, the placeholder of a variable, or `''`
 * for nothing. Null for any other text, which may still become one of them.
 */
export function readNumber(text: string, isLength: boolean): Json {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '' || VARIABLE.test(trimmed)) return trimmed;
  if (isLength && /^-?\d+(?:\.\d+)?%$/.test(trimmed)) return trimmed;
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : null;
}

/** `value` changed by `steps` steps of its range. A percentage changes by whole per cents. */
export function stepped(value: Json, steps: number, range: NumberRange): Json {
  if (typeof value === 'string' && value.endsWith('%')) return `${Number(value.slice(0, -1)) + steps}%`;
  return typeof value === 'number' ? withinRange(value + steps * range.step, range) : value;
}
