import { type Environment, Optional, type ParseResult } from '@marcbachmann/cel-js';
import { costFault } from './cost.js';
import { ExpressionFault } from './expression-fault.js';
import type { Expression } from './expression.js';
import { faultOfError } from './fault-of-error.js';
import { checkTypes } from './functions/whole-numbers.js';
import { languageOf } from './parse-expression.js';
import type { Scope } from './scope.js';

/** A value of an expression, as JSON. */
export type CelValue = string | number | boolean | null | CelValue[] | { [key: string]: CelValue };

/**
 * Evaluates an expression. A bound of its steps is computed first from the sizes of the values, and what would take
 * too many is refused before it starts. Depends on the expression and the scope only: there is no clock and no randomness.
 */
export function evaluate(expression: Expression, scope: Scope): CelValue | ExpressionFault {
  const tooLong = costFault(expression, scope);
  if (tooLong) return tooLong;
  try {
    // A map, not an object, which has names of its own.
    const value: unknown = programOf(expression, scope.locale)(scope.values);
    const json = jsonOf(value);
    return json === undefined ? new ExpressionFault(whyNoJson(value), expression.offset) : json;
  } catch (error) {
    return faultOfError(error, expression.offset);
  }
}

function whyNoJson(value: unknown): string {
  if (value instanceof Optional) return 'the result is optional: orValue(…) says what stands in for a missing value';
  return typeof value === 'number' ? 'the result is not a finite number' : 'the result has no text';
}

/** JSON of a value of the language; undefined for one that JSON lacks. */
function jsonOf(value: unknown): CelValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'bigint':
      return Number(value);
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'object':
      return objectJson(value);
    default:
      return undefined;
  }
}

function objectJson(value: object | null): CelValue | undefined {
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const members = value.map(jsonOf);
    return members.includes(undefined) ? undefined : members.filter((member) => member !== undefined);
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const json: Record<string, CelValue> = {};
  for (const [key, member] of Object.entries(value)) {
    const one = jsonOf(member);
    if (one === undefined) return undefined;
    Object.defineProperty(json, key, { value: one, enumerable: true, writable: true, configurable: true });
  }
  return json;
}

const MAX_LOCALES = 16;
const languages = new Map<string, Environment>();
const programs = new WeakMap<Expression, { locale: string; run: ParseResult }>();

/** The expression made ready to run. Kept as long as the expression is, for one locale. */
function programOf(expression: Expression, locale: string): ParseResult {
  const kept = programs.get(expression);
  if (kept?.locale === locale) return kept.run;
  const language = languageFor(locale);
  const run = language.parse(expression.source);
  checkTypes(run, language);
  programs.set(expression, { locale, run });
  return run;
}

function languageFor(locale: string): Environment {
  const kept = languages.get(locale);
  if (kept) return kept;
  if (languages.size >= MAX_LOCALES) languages.clear();
  const language = languageOf(locale);
  languages.set(locale, language);
  return language;
}
