import type { Path } from './fault-list.js';
import { isPlainObject } from './shape/json.js';

/** A JSON object of a document and where it lies. */
export interface Located {
  value: Record<string, unknown>;
  path: Path;
}

/** The objects of a list; none of a list that is longer than it may be, which the shape's rules refuse as a whole. */
export function objectsIn(list: unknown, path: Path, most: number): Located[] {
  if (!Array.isArray(list) || list.length > most) return [];
  return (list as unknown[]).flatMap((value, index) =>
    isPlainObject(value) ? [{ value, path: [...path, index] }] : [],
  );
}

/** A number that is not negative, else `otherwise`: the shape's rules report values of the wrong type. */
export function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}
