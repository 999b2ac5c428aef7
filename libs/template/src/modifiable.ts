const modifiableByClass = new WeakMap<object, Set<string>>();
const inherited = new WeakMap<object, ReadonlySet<string>>();

/** Marks a layer property that a caller may override in a modification (the column callers in docs/template/). */
export function Modifiable(): PropertyDecorator {
  return (prototype, property) => {
    if (typeof property !== 'string') throw new TypeError('a modifiable property has a name');
    const own = modifiableByClass.get(prototype) ?? new Set<string>();
    modifiableByClass.set(prototype, own.add(property));
  };
}

/** Names of the properties of `shape`, inherited ones included, that a modification may set. */
export function modifiableProperties(shape: new () => object): ReadonlySet<string> {
  const known = inherited.get(shape);
  if (known) return known;
  const names = new Set<string>();
  for (let at: unknown = shape.prototype; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at)) {
    for (const name of modifiableByClass.get(at) ?? []) names.add(name);
  }
  inherited.set(shape, names);
  return names;
}
