import { MAX_VALUE_CHARACTERS } from '../document-limits.js';
import { ExpressionFault } from '../expressions/expression-fault.js';
import { evaluate } from '../expressions/language.js';
import type { Scope } from '../expressions/scope.js';
import type { Part } from '../expressions/template-string.js';
import { textOf } from '../expressions/text-of.js';
import type { JsonType } from '../shape/define-rule.js';
import { freeNames } from './free-names.js';

/** The value of a string with expressions: a number or a boolean only for an expression alone. */
export type FilledValue = string | number | boolean;

/**
 * The value of a string, with its expressions evaluated. Braces inside a value stay literal. Stops when the result is
 * longer than any field accepts: its length is a fault anyway.
 *
 * @param types that the property accepts; an expression alone keeps its type where it is one of them
 */
export function fillText(
  parts: readonly Part[],
  scope: Scope,
  types: ReadonlySet<JsonType>,
): FilledValue | ExpressionFault {
  let text = '';
  for (const part of parts) {
    const value = typeof part === 'string' ? part : valueOf(part, scope);
    if (value instanceof ExpressionFault) return value;
    if (parts.length === 1 && isKept(value, types)) return value;
    const written = textOf(value);
    if (written === undefined) return noText(value, part);
    text += written;
    if (text.length > MAX_VALUE_CHARACTERS) return text;
  }
  return text;
}

/** The names whose values the parts need, each as often as it occurs. */
export function namesOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return 'name' in part ? [part.name] : freeNames(part);
  });
}

function valueOf(part: Exclude<Part, string>, scope: Scope): unknown {
  return 'name' in part ? scope.values.get(part.name) : evaluate(part, scope);
}

function isKept(value: unknown, types: ReadonlySet<JsonType>): value is number | boolean {
  if (typeof value === 'number') return types.has('number');
  return typeof value === 'boolean' && types.has('boolean');
}

function noText(value: unknown, part: Part): ExpressionFault {
  const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : 'an object';
  const offset = typeof part === 'string' ? 0 : part.offset;
  return new ExpressionFault(`the value is ${kind}, which has no text: money(…), list(…) or join(…) make one`, offset);
}
