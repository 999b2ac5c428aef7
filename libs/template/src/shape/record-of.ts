import { PropertyNotes } from './property-notes.js';

/** A free name: a letter followed by at most 63 letters, digits or underscores. */
export const RECORD_KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

type ShapeThunk = () => new () => object;

const valueShapes = new PropertyNotes<ShapeThunk>();

/** An object whose keys are free names (a letter, then letters, digits and `_`) and whose values all have one shape. */
export function RecordOf(shape: ShapeThunk): PropertyDecorator {
  return (prototype, property) => valueShapes.set(prototype, property, shape);
}

/** The properties of a class that {@link RecordOf} declares. */
export function recordProperties(shape: { readonly prototype: unknown }): ReadonlySet<string> {
  return valueShapes.names(shape);
}

/** The shape of the values of such a property, undefined for any other property. */
export function recordShapeOf(
  shape: { readonly prototype: unknown },
  property: string,
): (new () => object) | undefined {
  return valueShapes.get(shape, property)?.();
}
