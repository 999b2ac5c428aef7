import type { Scope } from '../expressions/scope.js';
import { fieldName, type Path } from '../fault-list.js';
import { isList, isPlainObject } from '../shape/json.js';

/** The item of a list for which a copy was made. */
export interface Item {
  /** Path of the page or layer in the source that repeats. */
  readonly holder: Path;
  /** The name of the item in expressions. */
  readonly as: string;
  /** Position in the list. */
  readonly index: number;
  /** For people: `listings[4]`. */
  readonly label: string;
  /** The way from the variables to the item, `['listings', 4]`; for an item of a computed list, to what it is computed from. */
  readonly origin: Path | undefined;
}

/** The origin of an object in a finished document, and the names that its expressions may use. */
export interface Place {
  /** Path in the finished document. */
  readonly path: Path;
  /** Path in the source. */
  readonly source: Path;
  readonly scope: Scope;
  /** The items of the repeats around it, the innermost last. */
  readonly items: readonly Item[];
}

/** The places of the document, its pages, layers and sound tracks. Any other object has the place of what contains it. */
export type Places = ReadonlyMap<unknown, Place>;

/** The origin of a value of a finished document. */
export interface Source {
  /** Path in the source. */
  readonly path: Path;
  readonly items: readonly Item[];
}

/** The origin of the value at a path of a finished document. */
export function sourceOf(path: Path, document: unknown, places: Places): Source {
  let at = document;
  let found = places.get(document);
  for (const step of path) {
    at = isList(at) ? at[Number(step)] : isPlainObject(at) ? at[step] : undefined;
    found = places.get(at) ?? found;
  }
  if (!found) return { path, items: [] };
  return { path: [...found.source, ...path.slice(found.path.length)], items: found.items };
}

/** For people, the items of copies: `listings[4]`; undefined for what is no copy. */
export function labelOf(items: readonly Item[]): string | undefined {
  // The label of an item within another one names both: `listings[4].features[2]`.
  const innermost = items.filter((item, index) => !items.slice(index + 1).some((other) => isInside(other, item)));
  return innermost.length === 0
    ? undefined
    : innermost
        .map(({ label }) => label)
        .toReversed()
        .join(' of ');
}

function isInside(inner: Item, outer: Item): boolean {
  return inner.label.startsWith(`${outer.label}.`);
}

/** For people, a value of the source in a copy: `pages[2].layers[0].text for listings[4]`. */
export function namedSource({ path, items }: Source): string {
  const label = labelOf(items);
  return label === undefined ? fieldName(path) : `${fieldName(path)} for ${label}`;
}
