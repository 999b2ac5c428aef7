const valueShapes = new WeakMap<object, Map<string, () => new () => object>>();

/** An object whose keys are free names (a letter, then letters, digits and `_`) and whose values all have one shape. */
export function RecordOf(shape: () => new () => object): PropertyDecorator {
  return (prototype, property) => {
    if (typeof property !== 'string') throw new TypeError('a record property has a name');
    const own = valueShapes.get(prototype) ?? new Map<string, () => new () => object>();
    valueShapes.set(prototype, own.set(property, shape));
  };
}
