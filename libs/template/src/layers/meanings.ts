import { propertiesOf, type PropertyShape, type Shape } from '../shape/property-shape.js';

/** The declarations that several layer kinds have for each property. @param namesOf the properties of a kind */
export function meaningsOf(
  kinds: readonly Shape[],
  namesOf: (kind: Shape) => Iterable<string>,
): ReadonlyMap<string, readonly PropertyShape[]> {
  const found = new Map<string, PropertyShape[]>();
  for (const kind of kinds) {
    const declared = propertiesOf(kind);
    for (const name of namesOf(kind)) found.set(name, [...(found.get(name) ?? []), declared.get(name)!]);
  }
  return found;
}
