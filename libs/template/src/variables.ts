import type { VariableType } from './document.js';
import type { FaultCode } from './fault.js';
import type { Path } from './fault-list.js';
import { isCssColor } from './rules/is-color.js';
import { MAX_VALUE_CHARACTERS } from './rules/is-variable-value.js';
import { isWebUrl, MAX_URL_CHARACTERS } from './rules/is-web-url.js';
import { jsonType } from './shape/json.js';

const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,63})\s*\}\}/g;
/** Characters of all strings of a document that use variables, these replaced: twice what a request may hold. */
export const MAX_EXPANDED_CHARACTERS = 2_000_000;
/** In all strings of a document. */
export const MAX_PLACEHOLDERS = 10_000;

/** Names, discriminators and the variables themselves are never substituted. */
export function isFixed(path: Path): boolean {
  return path[0] === 'variables' || path.at(-1) === 'name' || path.at(-1) === 'type';
}

/** The names of the variables a string uses. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!);
}

/**
 * The string with every `{{name}}` replaced, once: what a value itself contains stays as it is. A result that has become longer than
 * any field takes ends there: it is refused for its length anyway, and would else be as long as the caller likes.
 */
export function substitute(text: string, valueOf: (name: string) => string): string {
  let result = '';
  let end = 0;
  for (const { 0: placeholder, 1: name, index } of text.matchAll(PLACEHOLDER)) {
    result += text.slice(end, index) + valueOf(name!);
    end = index + placeholder.length;
    if (result.length > MAX_VALUE_CHARACTERS) return result;
  }
  return result + text.slice(end);
}

/** What is wrong with a value for a variable of this type; undefined when nothing is. */
export function variableFault(
  name: string,
  type: VariableType,
  value: unknown,
): { code: FaultCode; message: string } | undefined {
  const expected = type === 'number' || type === 'boolean' ? type : 'string';
  if (jsonType(value) !== expected) return { code: 'INVALID_TYPE', message: `${name} must be a ${expected}` };
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return { code: 'INVALID_VALUE', message: `${name} must not contain U+0000` };
  const limit = type === 'url' ? MAX_URL_CHARACTERS : MAX_VALUE_CHARACTERS;
  if (value.length > limit)
    return { code: 'VALUE_TOO_LARGE', message: `${name} must be at most ${limit} characters long` };
  if (type === 'color' && !isCssColor(value)) return { code: 'INVALID_VALUE', message: `${name} must be a CSS color` };
  if (type === 'url' && !isWebUrl(value)) {
    return { code: 'INVALID_FORMAT', message: `${name} must be an http or https URL` };
  }
  return undefined;
}
