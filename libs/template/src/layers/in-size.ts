import type { LayerKind } from '#libs/document';
import { OpenProperties } from '../shape/open-properties.js';
import { meaningsOf } from './meanings.js';
import { propertiesOf, type PropertyShape, type Shape } from '../shape/property-shape.js';
import { PropertyNotes } from '../shape/property-notes.js';
import { own } from '../shape/json.js';
import { ExplainsUnknown } from '../shape/unknown-fields.js';

const inEverySize = new PropertyNotes<true>();

/**
 * Marks a layer property that is the same in every size of the document: what the layer says, its times and its sound.
 * `for_size` may set every other property.
 */
export function InEverySize(): PropertyDecorator {
  return (prototype, property) => inEverySize.set(prototype, property, true);
}

/**
 * New values for properties of a layer, in one size of the document. Possible are properties that decide where the layer
 * lies and how it looks. What it says, its times and its sound are the same in every size.
 */
export class LayerInSize {
  [property: string]: unknown;
}

const free = new WeakMap<Shape, ReadonlySet<string>>();

/** The properties of a layer kind that may differ from size to size. */
export function propertiesInSize(kind: Shape): ReadonlySet<string> {
  const names = free.get(kind) ?? freeProperties(kind);
  free.set(kind, names);
  return names;
}

function freeProperties(kind: Shape): ReadonlySet<string> {
  const all = [...propertiesOf(kind).keys()];
  // The sound of a layer plays while it is visible.
  const hasSound = ['volume', 'layers', 'component'].some((name) => all.includes(name));
  const fixed = new Set([...inEverySize.names(kind), 'type', ...(hasSound ? ['visible'] : [])]);
  return new Set(all.filter((name) => !fixed.has(name)));
}

const shapes = new Map<unknown, Shape>();

/** The shape of the values of `for_size` of this layer; undefined for a layer of no kind. */
export function shapeInSize(layer: object): Shape | undefined {
  return shapes.get(own(layer, 'type'));
}

/** Declares what {@link LayerInSize} may set in each kind. Call it once, when all kinds are declared. */
export function declareInSize(kinds: Readonly<Record<LayerKind, Shape>>): void {
  const declared = Object.entries(kinds);
  for (const [kind, shape] of declared) shapes.set(kind, kindInSize(shape));
  OpenProperties(() => meaningsIn(Object.values(kinds)))(LayerInSize);
}

function kindInSize(kind: Shape): Shape {
  class KindInSize extends LayerInSize {}
  OpenProperties(() => meaningsIn([kind]))(KindInSize);
  ExplainsUnknown((name) => (propertiesOf(kind).has(name) ? 'is the same in every size' : undefined))(KindInSize);
  return KindInSize;
}

function meaningsIn(kinds: readonly Shape[]): ReadonlyMap<string, readonly PropertyShape[]> {
  return meaningsOf(kinds, propertiesInSize);
}
