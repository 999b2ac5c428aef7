import { MAX_VALUE_CHARACTERS } from './document-limits.js';

const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,63})\s*\}\}/g;

/** Names of the variables that a string uses. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!);
}

/**
 * Replaces every `{{name}}` once; braces inside a value stay literal. Stops when the result is longer than any field
 * accepts: its length is a fault anyway, and without the stop a caller could make it arbitrarily long.
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
