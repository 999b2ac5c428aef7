import { type Json, rounded } from '#libs/document';
import { type NumberRange, withinRange } from '../../schema/control.ts';

const EXPRESSION = /^\{\{.*\}\}$/;

const UNIT = /(?:%|vw|vh|vmin|vmax)$/;

/**
 * The value that a person has written: a number, a length with a unit or `auto` where `isLength`, an expression, or `''`
 * for nothing. Null for any other text, which may still become one of them.
 */
export function readNumber(text: string, isLength: boolean): Json {
  const written = text.trim();
  if (written === '' || EXPRESSION.test(written)) return written;
  const trimmed = written.replace(',', '.');
  if (isLength && /^(?:auto|-?\d+(?:\.\d+)?(?:%|vw|vh|vmin|vmax))$/.test(trimmed)) return trimmed;
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : null;
}

/** `value` changed by `steps` steps of its range. A length with a unit changes by whole units. */
export function stepped(value: Json, steps: number, range: NumberRange): Json {
  if (typeof value === 'number') return withinRange(value + steps * range.step, range);
  const unit = typeof value === 'string' ? UNIT.exec(value)?.[0] : undefined;
  return typeof value === 'string' && unit !== undefined
    ? `${rounded(Number.parseFloat(value) + steps, 3)}${unit}`
    : value;
}
