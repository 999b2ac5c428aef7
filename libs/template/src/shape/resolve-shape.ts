import { computedDefault, defaultValue, type Unset } from './default.js';
import { isPlainObject, listOf, own } from './json.js';
import { type NestedShape, propertiesOf, type Shape } from './property-shape.js';

/**
 * An object of a document with every default filled in and its keys in camel case, at every depth. A property is
 * `undefined` only if the document omits it and it has no default.
 */
export type Resolved<T> = T extends readonly (infer Item)[]
  ? readonly Resolved<Item>[]
  : T extends object
    ? { readonly [K in keyof Required<T> as CamelKey<K>]: ResolvedValue<Required<T>[K]> }
    : T;

type ResolvedValue<V> = Unset extends V ? Resolved<Exclude<V, Unset>> | undefined : Resolved<V>;

type CamelKey<K> = K extends string ? CamelCase<K> : never;

/** `border_radius` → `borderRadius`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** `border_radius` → `borderRadius`: the name of a document's property in a resolved object. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Inverse of {@link camelCase}: `borderRadius` → `border_radius`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Fills in the defaults that `@Default` and `@ComputedDefault` declare. Copies, and mutates nothing.
 *
 * @param value accepted by `validateShape`
 */
export function resolveShape<T extends object>(shape: Shape<T>, value: T): Resolved<T> {
  return resolveObject(shape, value) as Resolved<T>;
}

function resolveObject(shape: Shape, value: object): object {
  const resolved: Record<string, unknown> = {};
  for (const { name, nested } of propertiesOf(shape).values()) {
    const given = own(value, name) ?? defaultValue(shape, name) ?? computedDefault(shape, name)?.compute(value);
    if (given !== undefined) resolved[camelCase(name)] = nested ? resolveNested(nested, given) : given;
  }
  return resolved;
}

function resolveNested(nested: NestedShape, value: unknown): unknown {
  switch (nested.holder) {
    case 'value':
      return resolveMember(nested, value);
    case 'array':
      return listOf(value).map((member) => resolveMember(nested, member));
    case 'record':
      if (!isPlainObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolveMember(nested, member)]));
  }
}

function resolveMember({ shape }: NestedShape, value: unknown): unknown {
  const member = typeof shape === 'function' ? shape : shape.shapes.get(String(own(value, shape.property)));
  return member && isPlainObject(value) ? resolveObject(member, value) : value;
}
