import { PropertyNotes } from './shape/property-notes.js';

const modifiable = new PropertyNotes<true>();

/** Marks a layer property that a caller may override in a modification (the column callers in docs/template/). */
export function Modifiable(): PropertyDecorator {
  return (prototype, property) => modifiable.set(prototype, property, true);
}

/** Names of the properties of `shape`, inherited ones included, that a modification may set. */
export function modifiableProperties(shape: { readonly prototype: unknown }): ReadonlySet<string> {
  return modifiable.names(shape);
}
