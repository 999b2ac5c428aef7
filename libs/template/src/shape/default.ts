import { IsOptional } from 'class-validator';
import { PropertyNotes } from './property-notes.js';

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

const values = new PropertyNotes<unknown>();
const computations = new PropertyNotes<ComputedDefault>();

type Holder<K extends string> = Partial<Record<K, unknown>>;
type Fits<Value, Property> = Unset extends Property
  ? never
  : Value extends Property
    ? unknown
    : Value extends readonly []
      ? unknown
      : never;

/**
 * Declares that the property is optional and has this default. Does not compile if the property cannot have the value.
 */
export function Default<const Value>(
  value: Value,
): <K extends string, T extends Holder<K>>(target: T & Fits<Value, T[K]>, property: K) => void {
  return (target, property) => {
    IsOptional()(target, property);
    values.set(target, property, value);
  };
}

/**
 * Declares that the property is optional and that `compute` returns its default for an object; `text` describes the
 * default in the manual.
 */
export function ComputedDefault<const Value>(
  compute: (owner: never) => Value,
  text: string,
): <K extends string, T extends Holder<K>>(target: T & Fits<Value, T[K]>, property: K) => void {
  return (target, property) => {
    IsOptional()(target, property);
    computations.set(target, property, { text, compute: (owner) => compute(owner as never) });
  };
}

/**
 * Declares that the property is optional and has no default. Does not compile if the type of the property lacks
 * `Unset`.
 */
export function Optional(): <K extends string, T extends Holder<K>>(
  target: T & (Unset extends T[K] ? unknown : never),
  property: K,
) => void {
  return (target, property) => IsOptional()(target, property);
}

/** The default of a property if it is the same for all objects of the class; else undefined. */
export function defaultValue(shape: { readonly prototype: unknown }, property: string): unknown {
  return values.get(shape, property);
}

/** The computed default of a property, if it has one. */
export function computedDefault(shape: { readonly prototype: unknown }, property: string): ComputedDefault | undefined {
  return computations.get(shape, property);
}
