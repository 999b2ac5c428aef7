import { isWithin, LAYER_REFERENCES, type Path } from '#libs/document';
import { fieldName } from '../fault-list.js';
import { isPlainObject, own } from '../shape/json.js';
import type { Place } from './places.js';

/** A layer of a finished page, and its place. */
export interface PlacedLayer {
  readonly node: Record<string, unknown>;
  readonly place: Place;
}

const MAX_NAME_CHARACTERS = 120;

/** The paths of the layers of the source that a page consists of, by name. */
export interface SourceNames {
  readonly page: ReadonlyMap<unknown, Path>;
  /** Those of a component. */
  of(component: string): ReadonlyMap<unknown, Path>;
}

/**
 * Gives the layers of one page of a finished document names of their own, and lets the references between them lead to
 * the layers of the same copy. Changes the layers.
 *
 * The copy for the first item keeps the names of the source; the others append their numbers, from 2: `card_2`. Within
 * nested repeats the numbers of all are appended: `feature_2_1`. Within a component, the number of its use in the page comes
 * first. A name that is taken has a `_` in addition.
 *
 * @param layers in paint order; those inside a layer follow it
 */
export function nameCopies(layers: readonly PlacedLayer[], sources: SourceNames): void {
  const isPlain = layers.length === sources.page.size && layers.every(({ place }) => copiesOf(place).length === 0);
  if (isPlain) return;
  const taken = new Set<unknown>(sources.page.keys());
  /** The name of the first layer of each source, in all copies and within each. */
  const firsts = new Map<string, string>();
  for (const { node, place } of layers) {
    const name = own(node, 'name');
    if (typeof name !== 'string') continue;
    const copies = copiesOf(place);
    const isFirst = copies.every(({ index }) => index === 0);
    const fresh = isFirst && !place.use ? name : freeName(name, isFirst ? [] : copies, taken);
    taken.add(fresh);
    node['name'] = fresh;
    for (let depth = 0; depth <= copies.length; depth += 1) {
      const key = keyOf(place.source, copies.slice(0, depth));
      if (!firsts.has(key)) firsts.set(key, fresh);
    }
  }
  for (const { node, place } of layers) {
    const ofSource = place.use ? sources.of(String(place.source[1])) : sources.page;
    for (const reference of LAYER_REFERENCES) redirect(node, reference, { place, sources: ofSource, firsts });
  }
}

/** A copy of a layer: for the use of a component, or for an item. The first one has the index 0. */
interface Copy {
  readonly index: number;
  /** Path in the source of what is copied. */
  readonly holder: Path;
}

/** The copies around a layer within the page. Uses of one component in a page are counted, so the last one is enough. */
function copiesOf({ items, use, source }: Place): readonly Copy[] {
  const ofUse = use ? [{ index: use.number, holder: source.slice(0, 2) }] : [];
  return [...ofUse, ...items.filter(({ holder }) => holder.length > 2)];
}

function freeName(name: string, copies: readonly Copy[], taken: ReadonlySet<unknown>): string {
  let suffix = copies.map(({ index }) => `_${index + 1}`).join('');
  const fresh = () => name.slice(0, MAX_NAME_CHARACTERS - suffix.length) + suffix;
  while (taken.has(fresh())) suffix += '_';
  return fresh();
}

function keyOf(source: Path, copies: readonly Copy[]): string {
  return `${fieldName(source)} ${copies.map(({ index }) => index).join(' ')}`;
}

/** Leads a reference to the layer of the same copy. Removes the property if that layer was left out. */
function redirect(
  node: Record<string, unknown>,
  [property, key]: (typeof LAYER_REFERENCES)[number],
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
  const common = copiesOf(place).filter(({ holder }) => isWithin(source, holder));
  const target = firsts.get(keyOf(source, common));
  if (target !== undefined) holder[key] = target;
  else Reflect.deleteProperty(node, property);
}
