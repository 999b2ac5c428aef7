import { isPlainObject } from './json.js';

/** Characters (docs/api.md). */
const MAX_CHARACTERS = 256;

/**
 * A rejected value as an error shows it: strings cut to 256 characters, objects and arrays as JSON text cut the same
 * way, null for a missing value. Time and recursion depend on those 256 characters, not on the value.
 */
export function excerpt(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value === 'object' && value !== null) return cut(jsonPrefix(value, MAX_CHARACTERS));
  return typeof value === 'boolean' || Number.isFinite(value) ? value : null;
}

/** Does not split a surrogate pair. */
function cut(text: string): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(MAX_CHARACTERS - 1)) ? MAX_CHARACTERS - 1 : MAX_CHARACTERS;
  return text.length <= MAX_CHARACTERS ? text : text.slice(0, end);
}

/** At least the first `budget` characters of the JSON text of a value. Every level of nesting costs one of them. */
function jsonPrefix(value: unknown, budget: number): string {
  if (budget <= 0) return '';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, budget));
  if (Array.isArray(value)) return enclose('[', ']', budget, elements(value));
  if (isPlainObject(value)) return enclose('{', '}', budget, members(value, budget));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'null';
}

type Entry = readonly [prefix: string, value: unknown];

function* elements(array: readonly unknown[]): Iterable<Entry> {
  for (const element of array) yield ['', element];
}

function* members(object: Record<string, unknown>, budget: number): Iterable<Entry> {
  for (const key of Object.keys(object)) yield [`${JSON.stringify(key.slice(0, budget))}:`, object[key]];
}

function enclose(open: string, close: string, budget: number, entries: Iterable<Entry>): string {
  let text = open;
  for (const [prefix, value] of entries) {
    if (text.length >= budget) return text;
    if (text !== open) text += ',';
    text += prefix;
    text += jsonPrefix(value, budget - text.length);
  }
  return text + close;
}
