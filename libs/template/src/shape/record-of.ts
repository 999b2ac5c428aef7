import { PropertyNotes } from './property-notes.js';

/** A free name: a letter followed by at most 63 letters, digits or underscores. */
export const RECORD_KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

type ShapeThunk = () => new () => object;
type Narrow = (owner: object) => (abstract new () => object) | undefined;

const valueShapes = new PropertyNotes<{ shape: ShapeThunk; narrow: Narrow | undefined }>();

/**
 * An object whose keys are free names (a letter, then letters, digits and `_`) and whose values all have one shape.
 *
 * @param narrow the shape of the values that the owner of the property allows, if it allows fewer than `shape`
 */
export function RecordOf(shape: ShapeThunk, narrow?: Narrow): PropertyDecorator {
  return (prototype, property) => valueShapes.set(prototype, property, { shape, narrow });
}

/** The properties of a class that {@link RecordOf} declares. */
export function recordProperties(shape: { readonly prototype: unknown }): ReadonlySet<string> {
  return valueShapes.names(shape);
}

/** The shape of the values of such a property, undefined for any other property. */
export function recordShapeOf(
  shape: { readonly prototype: unknown },
  property: string,
): { shape: new () => object; narrow: Narrow | undefined } | undefined {
  const declared = valueShapes.get(shape, property);
  return declared && { ...declared, shape: declared.shape() };
}
