import { MAX_VALUE_CHARACTERS } from './rules/is-variable-value.js';

const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,63})\s*\}\}/g;

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
