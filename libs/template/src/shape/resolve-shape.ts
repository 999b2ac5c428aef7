import { type FrameUnit, isInFrameUnits, lengthPx, shadowsInPixels, type Size } from '#libs/document';
import { computedDefault, defaultValue, type Unset } from './default.js';
import { isPlainObject, listOf, own } from './json.js';
import { memberShape, type NestedShape, propertiesOf, type PropertyShape, type Shape } from './property-shape.js';

/**
 * An object of a document with every default filled in and its keys in camel case, at every depth. Lengths of the frame
 * are pixels. A property is `undefined` only if the document omits it and it has no default.
 */
export type Resolved<T> = T extends readonly (infer Item)[]
  ? readonly Resolved<Item>[]
  : T extends object
    ? { readonly [K in keyof Required<T> as CamelKey<K>]: ResolvedValue<Required<T>[K]> }
    : T extends `${number}${FrameUnit}`
      ? never
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
 * Fills in the defaults that `@Default` and `@ComputedDefault` declare, and turns lengths of the frame into pixels.
 * Copies, and mutates nothing.
 *
 * @param value accepted by `validateShape`
 * @param frame of the document, px; without one, the value must have no lengths of the frame
 */
export function resolveShape<T extends object>(shape: Shape<T>, value: T, frame?: Size): Resolved<T> {
  return resolveObject(shape, value, frame) as Resolved<T>;
}

function resolveObject(shape: Shape, value: object, frame: Size | undefined): object {
  const resolved: Record<string, unknown> = {};
  for (const property of propertiesOf(shape).values()) {
    const { name, nested } = property;
    const given = own(value, name) ?? defaultValue(shape, name) ?? computedDefault(shape, name)?.compute(value);
    if (given === undefined) continue;
    resolved[camelCase(name)] = nested ? resolveNested(nested, given, frame) : inPixels(property, given, frame);
  }
  return resolved;
}

/** The value with its lengths of the frame in pixels. */
function inPixels({ isLength, isShadowList }: PropertyShape, value: unknown, frame: Size | undefined): unknown {
  if (isLength && isInFrameUnits(value)) return lengthPx(value, NaN, frame);
  return isShadowList && typeof value === 'string' && frame ? shadowsInPixels(value, frame) : value;
}

function resolveNested(nested: NestedShape, value: unknown, frame: Size | undefined): unknown {
  switch (nested.holder) {
    case 'value':
    case 'union':
      return resolveMember(nested, value, frame);
    case 'array':
      return listOf(value).map((member) => resolveMember(nested, member, frame));
    case 'record':
      if (!isPlainObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, resolveMember(nested, member, frame)]),
      );
  }
}

function resolveMember(nested: NestedShape, value: unknown, frame: Size | undefined): unknown {
  const member = isPlainObject(value) ? memberShape(nested, value) : undefined;
  return member && isPlainObject(value) ? resolveObject(member, value, frame) : value;
}
