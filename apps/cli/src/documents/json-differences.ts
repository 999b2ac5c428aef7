import { isPlainObject } from '#libs/template';

/** A value that differs: absent on one side, or another. */
export interface Difference {
  /** `pages[0].layers[2].weight`. */
  field: string;
  from?: unknown;
  to?: unknown;
}

/** The values that differ between two JSON documents of bounded depth, in the order of the first. */
export function jsonDifferences(from: unknown, to: unknown, field = ''): Difference[] {
  if (Array.isArray(from) && Array.isArray(to)) {
    const length = Math.max(from.length, to.length);
    return Array.from({ length }, (_, index) => jsonDifferences(from[index], to[index], `${field}[${index}]`)).flat();
  }
  if (isPlainObject(from) && isPlainObject(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...names].flatMap((name) =>
      jsonDifferences(from[name], to[name], field === '' ? name : `${field}.${name}`),
    );
  }
  if (Object.is(from, to)) return [];
  return [{ field: field || 'body', ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
}
