import type { JsonType } from './define-rule.js';

/** True for a JSON object: neither null nor an array. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a JSON array. Its members are `unknown`, where `Array.isArray` lets them be of any type. */
export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** The members of a JSON array; none for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

/** The JSON type of a value; `null` for null and for values that JSON does not have. */
export function jsonType(value: unknown): JsonType | 'null' {
  if (Array.isArray(value)) return 'array';
  if (isPlainObject(value)) return 'object';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'null';
}

/** Reads an own property, never one of the prototype. */
export function own(object: unknown, key: string): unknown {
  return isPlainObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}
