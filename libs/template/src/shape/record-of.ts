/** A free name: a letter followed by at most 63 letters, digits or underscores. */
export const RECORD_KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

type ShapeThunk = () => new () => object;

const valueShapes = new WeakMap<object, Map<string, ShapeThunk>>();

/** An object whose keys are free names (a letter, then letters, digits and `_`) and whose values all have one shape. */
export function RecordOf(shape: ShapeThunk): PropertyDecorator {
  return (prototype, property) => {
    if (typeof property !== 'string') throw new TypeError('a record property has a name');
    const onClass = valueShapes.get(prototype) ?? new Map<string, ShapeThunk>();
    valueShapes.set(prototype, onClass.set(property, shape));
  };
}

/** The shapes declared by {@link RecordOf} on a class, by property. */
export function recordShapes(shape: new () => object): ReadonlyMap<string, ShapeThunk> {
  return valueShapes.get(shape.prototype as object) ?? new Map<string, ShapeThunk>();
}
