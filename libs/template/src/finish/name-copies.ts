import { isWithin, type Path } from '#libs/document';
import { fieldName } from '../fault-list.js';
import { isPlainObject, own } from '../shape/json.js';
import type { Item, Place } from './places.js';

/** A layer of a finished page, and its place. */
export interface PlacedLayer {
  readonly node: Record<string, unknown>;
  readonly place: Place;
}

/** Properties that name another layer of the page, by the property that contains the name. */
const REFERENCES: readonly (readonly [property: string, key: string])[] = [
  ['mask', 'layer'],
  ['start', 'after'],
  ['start', 'with'],
  ['duration', 'as'],
  ['duration', 'until'],
];

const MAX_NAME_CHARACTERS = 120;

/**
 * Gives the layers of one page of a finished document names of their own, and lets the references between them lead to
 * the layers of the same copy. Changes the layers.
 *
 * The copy for the first item keeps the names of the source; the others append their numbers, from 2: `card_2`. Within
 * nested repeats the numbers of all are appended: `feature_2_1`.
 *
 * @param sources the path of each layer of the page of the source, by its name
 */
export function nameCopies(layers: readonly PlacedLayer[], sources: ReadonlyMap<unknown, Path>): void {
  if (layers.every(({ place }) => repeatsOf(place).length === 0) && layers.length === sources.size) return;
  const taken = new Set<unknown>(sources.keys());
  /** The name of the first layer of each source, in all copies and within each. */
  const firsts = new Map<string, string>();
  for (const { node, place } of layers) {
    const name = own(node, 'name');
    if (typeof name !== 'string') continue;
    const repeats = repeatsOf(place);
    const fresh = repeats.every(({ index }) => index === 0) ? name : freeName(name, repeats, taken);
    taken.add(fresh);
    node['name'] = fresh;
    for (let depth = 0; depth <= repeats.length; depth += 1) {
      const key = keyOf(place.source, repeats.slice(0, depth));
      if (!firsts.has(key)) firsts.set(key, fresh);
    }
  }
  for (const { node, place } of layers) {
    for (const reference of REFERENCES) redirect(node, reference, { place, sources, firsts });
  }
}

/** The items of the repeats within the page. */
function repeatsOf({ items }: Place): readonly Item[] {
  return items.filter(({ holder }) => holder.length > 2);
}

function freeName(name: string, repeats: readonly Item[], taken: ReadonlySet<unknown>): string {
  let suffix = repeats.map(({ index }) => `_${index + 1}`).join('');
  const fresh = () => name.slice(0, MAX_NAME_CHARACTERS - suffix.length) + suffix;
  while (taken.has(fresh())) suffix += '_';
  return fresh();
}

function keyOf(source: Path, repeats: readonly Item[]): string {
  return `${fieldName(source)} ${repeats.map(({ index }) => index).join(' ')}`;
}

/** Leads a reference to the layer of the same copy. Removes the property if that layer was left out. */
function redirect(
  node: Record<string, unknown>,
  [property, key]: (typeof REFERENCES)[number],
  {
    place,
    sources,
    firsts,
  }: { place: Place; sources: ReadonlyMap<unknown, Path>; firsts: ReadonlyMap<string, string> },
): void {
  const holder = own(node, property);
  const name = own(holder, key);
  const source = sources.get(name);
  if (!source || !isPlainObject(holder)) return; // an unknown name is reported by the rules
  const common = repeatsOf(place).filter((item) => isWithin(source, item.holder));
  const target = firsts.get(keyOf(source, common));
  if (target !== undefined) holder[key] = target;
  else Reflect.deleteProperty(node, property);
}
