import { PropertyNotes } from './property-notes.js';

const literals = new PropertyNotes<true>();

/** Marks a property that no expression computes: the document is addressed or laid out by it. */
export function Literal(): PropertyDecorator {
  return (prototype, property) => literals.set(prototype, property, true);
}

/** Whether the property of `shape` is marked by {@link Literal}. */
export function isLiteral(shape: { readonly prototype: unknown }, property: string): boolean {
  return literals.get(shape, property) !== undefined;
}
