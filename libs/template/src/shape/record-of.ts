import { PropertyNotes } from './property-notes.js';

/** A free name: a letter followed by at most 63 letters, digits or underscores. */
export const RECORD_KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** The names that a record accepts. */
export interface RecordKeys {
  readonly pattern: RegExp;
  /** Continues the name: `must be …`. */
  readonly message: string;
}

const FREE_NAMES: RecordKeys = {
  pattern: RECORD_KEY,
  message: 'must be a letter followed by at most 63 letters, digits or underscores',
};

type ShapeThunk = () => new () => object;
type Narrow = (owner: object) => (abstract new () => object) | undefined;

interface RecordShape<Shape> {
  readonly shape: Shape;
  readonly narrow: Narrow | undefined;
  readonly keys: RecordKeys;
}

const valueShapes = new PropertyNotes<RecordShape<ShapeThunk>>();

/**
 * An object whose keys are free names (a letter, then letters, digits and `_`) and whose values all have one shape.
 *
 * @param options.narrow the shape of the values that the owner of the property allows, if it allows fewer than `shape`
 * @param options.keys other names that are accepted
 */
export function RecordOf(
  shape: ShapeThunk,
  { narrow, keys = FREE_NAMES }: { narrow?: Narrow; keys?: RecordKeys } = {},
): PropertyDecorator {
  return (prototype, property) => valueShapes.set(prototype, property, { shape, narrow, keys });
}

/** The properties of a class that {@link RecordOf} declares. */
export function recordProperties(shape: { readonly prototype: unknown }): ReadonlySet<string> {
  return valueShapes.names(shape);
}

/** The shape of the values of such a property, undefined for any other property. */
export function recordShapeOf(
  shape: { readonly prototype: unknown },
  property: string,
): RecordShape<new () => object> | undefined {
  const declared = valueShapes.get(shape, property);
  return declared && { ...declared, shape: declared.shape() };
}
