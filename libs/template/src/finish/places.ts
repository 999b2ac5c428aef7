import type { Scope } from '../expressions/scope.js';
import { fieldName, type Path } from '../fault-list.js';
import { type StyledValues, styledPath } from '../reuse/apply-styles.js';
import { isList, isPlainObject } from '../shape/json.js';

/** The item of a list for which a copy was made. */
interface Item {
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

/** The layer of the source that uses a component or a style, and what its names stand for there. */
export interface Use {
  readonly layer: Source;
  /** Which of the uses of the component in its page it is, from 0. */
  readonly number: number;
  /** Components around each other, this one included. */
  readonly depth: number;
  /** For each variable of a component, the way from the variables of the document to its value. */
  readonly origins: ReadonlyMap<string, Path>;
  /** Paths in the request of values that the caller sets, by variable of the component. */
  readonly given: ReadonlyMap<string, Path>;
}

/** The copy in which a value of a source stands. */
export interface Context {
  /** The items of the repeats around it, the innermost last; within a component, those of the component. */
  readonly items: readonly Item[];
  /** Absent outside of components and styles. */
  readonly use?: Use | undefined;
}

/** The origin of an object in a finished document, and the names that its expressions may use. */
export interface Place extends Context {
  /** Path in the finished document. */
  readonly path: Path;
  /** Path in the source. */
  readonly source: Path;
  readonly scope: Scope;
  /** Values that it has from styles. */
  readonly styled?: StyledValues | undefined;
}

/** The places of the document, its pages, layers and sound tracks. Any other object has the place of what contains it. */
export type Places = ReadonlyMap<unknown, Place>;

/** The origin of a value of a finished document. */
export interface Source extends Context {
  /** Path in the source. */
  readonly path: Path;
}

/** The origin of the value at a path of a finished document. */
export function sourceOf(path: Path, document: unknown, places: Places): Source {
  let at = document;
  let found = places.get(document);
  for (const step of path) {
    at = isList(at) ? at[Number(step)] : isPlainObject(at) ? at[step] : undefined;
    found = places.get(at) ?? found;
  }
  return found ? sourceWithin(found, path.slice(found.path.length)) : { path, items: [] };
}

/** The origin of a value of what has a place. @param steps from there to the value */
export function sourceWithin({ source, styled, items, use }: Place, steps: Path): Source {
  const path = styledPath(styled, steps);
  if (!path) return { path: [...source, ...steps], items, use };
  return { path, items: [], use: useOfStyle({ path: source, items, use }) };
}

/** The use of a style by a layer: its expressions see the names of the document. */
function useOfStyle(layer: Source): Use {
  return { layer, number: 0, depth: 0, origins: NONE, given: NONE };
}

const NONE: ReadonlyMap<string, Path> = new Map();

/** The way from the variables of the document to the value of a name; undefined for none. @param declared variables of the document */
export function originOf(name: string, context: Context, declared: ReadonlySet<string>): Path | undefined {
  const item = context.items.findLast(({ as }) => as === name);
  if (item) return item.origin;
  const isOfDocument = context.use === undefined || context.use.depth === 0;
  if (isOfDocument) return declared.has(name) ? [name] : undefined;
  return context.use.origins.get(name);
}

/** For people, the copy in which something stands: `listings[4]`, `pages[0].layers[2]` for a component; undefined for what is no copy. */
export function labelOf({ items, use }: Context): string | undefined {
  const around = use && [fieldName(use.layer.path), ...[labelOf(use.layer)].filter((label) => label !== undefined)];
  const labels = [labelOfItems(items), ...(around ?? [])].filter((label) => label !== undefined);
  return labels.length === 0 ? undefined : labels.join(' of ');
}

function labelOfItems(items: readonly Item[]): string | undefined {
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
export function namedSource(source: Source): string {
  const label = labelOf(source);
  return label === undefined ? fieldName(source.path) : `${fieldName(source.path)} for ${label}`;
}
