import type { Path } from './fault-list.js';
import { isList, isPlainObject } from './shape/json.js';

/** A JSON object of a document, and its path. */
export interface Located {
  value: Record<string, unknown>;
  path: Path;
}

/** The objects of a list. Empty for a list that is too long: the rules of the shape refuse it as a whole. */
export function objectsIn(list: unknown, path: Path, most: number): Located[] {
  if (!isList(list) || list.length > most) return [];
  return list.flatMap((value, index) => (isPlainObject(value) ? [{ value, path: [...path, index] }] : []));
}

/** The value if it is a number ≥ 0, else `otherwise`. The rules of the shape report values of a wrong type. */
export function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}
