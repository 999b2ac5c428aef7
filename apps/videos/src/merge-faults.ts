import type { Fault } from '#libs/template';

/** Faults one answer names; API.md §2. */
const MAX_FAULTS = 100;

/**
 * Faults of several checks of one input as one answer gives them: one a field, by the first check that refused it, in
 * the order of the input's fields (a missing field stands with its parent), and after 100 how many more there are. A first
 * check whose own report is cut short already fills the answer alone.
 */
export function mergeFaults(input: unknown, first: readonly Fault[], ...others: readonly Fault[][]): Fault[] {
  if (first.length > MAX_FAULTS && first.at(-1)?.field === 'body') return [...first];
  const places = new Map(pathsOf(input, '').map((path, n) => [path, n]));
  const byField = new Map<string, Fault>();
  for (const fault of [first, ...others].flat()) {
    if (!byField.has(fault.field)) byField.set(fault.field, fault);
  }
  const ordered = [...byField.values()].sort((a, b) => placeOf(a.field, places) - placeOf(b.field, places));
  if (ordered.length <= MAX_FAULTS) return ordered;
  const message = `${ordered.length - MAX_FAULTS} more faults`;
  return [...ordered.slice(0, MAX_FAULTS), { field: 'body', code: 'INVALID_VALUE', message, value: null }];
}

/** Every path of a JSON value, in document order. */
function pathsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((entry, n) => pathsOf(entry, `${path}[${n}]`))];
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, entry]) => pathsOf(entry, path ? `${path}.${name}` : name))];
}

function placeOf(field: string, places: ReadonlyMap<string, number>): number {
  for (let path = field; path !== ''; path = parentOf(path)) {
    const place = places.get(path);
    if (place !== undefined) return place;
  }
  return Number.MAX_SAFE_INTEGER;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')));
}
