import { IsOptional } from 'class-validator';

declare const unset: unique symbol;

/**
 * Marks the type of an optional property that has no default. `Resolved` turns it into `undefined`; every other optional
 * property of a resolved object has a value.
 */
export interface Unset {
  readonly [unset]: true;
}

/** An optional property whose default depends on the object. */
export interface ComputedDefault {
  /** For the manual: `0; 1 for a line`. */
  readonly text: string;
  compute(owner: object): unknown;
}

const valuesByClass = new WeakMap<object, Map<string, unknown>>();
const computedByClass = new WeakMap<object, Map<string, ComputedDefault>>();

type Holder<K extends string> = Partial<Record<K, unknown>>;
type Fits<Value, Property> = Unset extends Property
  ? never
  : Value extends Property
    ? unknown
    : Value extends readonly []
      ? unknown
      : never;

/** The property is optional and has this default. Does not compile if the property cannot have the value. */
export function Default<const Value>(
  value: Value,
): <K extends string, T extends Holder<K>>(target: T & Fits<Value, T[K]>, property: K) => void {
  return (target, property) => {
    IsOptional()(target, property);
    note(valuesByClass, target, property, value);
  };
}

/** The property is optional, and `compute` returns its default for an object; `text` describes it in the manual. */
export function ComputedDefault<const Value>(
  compute: (owner: never) => Value,
  text: string,
): <K extends string, T extends Holder<K>>(target: T & Fits<Value, T[K]>, property: K) => void {
  return (target, property) => {
    IsOptional()(target, property);
    note(computedByClass, target, property, { text, compute: (owner) => compute(owner as never) });
  };
}

/** The property is optional and has no default. Does not compile if the type of the property lacks `Unset`. */
export function Optional(): <K extends string, T extends Holder<K>>(
  target: T & (Unset extends T[K] ? unknown : never),
  property: K,
) => void {
  return (target, property) => IsOptional()(target, property);
}

/** The default of a property if it is the same for all objects of the class; else undefined. */
export function defaultValue(shape: { readonly prototype: unknown }, property: string): unknown {
  return find(valuesByClass, shape, property);
}

/** The computed default of a property, if it has one. */
export function computedDefault(shape: { readonly prototype: unknown }, property: string): ComputedDefault | undefined {
  return find(computedByClass, shape, property);
}

function note<V>(byClass: WeakMap<object, Map<string, V>>, prototype: object, property: string, value: V): void {
  const onClass = byClass.get(prototype) ?? new Map<string, V>();
  byClass.set(prototype, onClass.set(property, value));
}

function find<V>(byClass: WeakMap<object, Map<string, V>>, shape: { readonly prototype: unknown }, property: string) {
  for (let at = shape.prototype; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at) as unknown) {
    const onClass = byClass.get(at);
    if (onClass?.has(property)) return onClass.get(property);
  }
  return undefined;
}
