/** A difference between two versions of a document. An absent side is undefined. */
export interface DocumentChange {
  /** The changed place, for people: `page 1`, `title`, `font_size`. */
  readonly place: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Differences between two versions of a document. Layers are compared by their names, so that one that was moved or
 * inserted does not change all behind it; a changed order is a change of its own.
 */
export function documentChanges(before: unknown, after: unknown, place: readonly string[] = []): DocumentChange[] {
  if (isEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => documentChanges(before[key], after[key], isList(key) ? place : [...place, key]));
  }
  if (isListOfObjects(before) && isListOfObjects(after)) return listChanges(before, after, place);
  return [{ place, before, after }];
}

/** Lists whose entries name themselves: `pages` and `layers` need no word of their own. */
function isList(key: string): boolean {
  return key === 'pages' || key === 'layers';
}

function listChanges(before: readonly Json[], after: readonly Json[], place: readonly string[]): DocumentChange[] {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const changes = names.flatMap((name) => documentChanges(old.get(name), now.get(name), [...place, name]));
  const order = (entries: ReadonlyMap<string, Json>, others: ReadonlyMap<string, Json>) =>
    [...entries.keys()].filter((name) => others.has(name)).join(', ');
  const [oldOrder, newOrder] = [order(old, now), order(now, old)];
  return oldOrder === newOrder
    ? changes
    : [...changes, { place: [...place, 'order'], before: oldOrder, after: newOrder }];
}

/** Entries by what a person calls them: a page by its number, a layer by its name, anything else by its position. */
function entriesOf(list: readonly Json[]): ReadonlyMap<string, Json> {
  const entries = new Map<string, Json>();
  for (const [index, entry] of list.entries()) {
    const called = typeof entry['name'] === 'string' ? entry['name'] : pageName(entry);
    entries.set(called !== undefined && !entries.has(called) ? called : `entry ${index + 1}`, entry);
  }
  return entries;
}

function pageName({ number, layers }: Json): string | undefined {
  return typeof number === 'number' && Array.isArray(layers) ? `page ${number}` : undefined;
}

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: unknown): value is readonly Json[] {
  return Array.isArray(value) && value.every(isObject);
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
