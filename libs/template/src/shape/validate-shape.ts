import type { Checked } from '../fault.js';
import { FaultList } from '../fault-list.js';
import { type CheckAddress, checkShape } from './check-shape.js';
import { propertiesOf, type Shape } from './property-shape.js';

/**
 * Validates untrusted JSON against a class with decorators of class-validator, `@Nested` for nested objects and
 * `@IsOptional` for optional properties. Returns an instance, or all faults in document order: at most 100, and one
 * more that counts the rest (docs/api.md).
 *
 * The decorators declare the rules, and this function evaluates them, because `validateSync` does not give what the API
 * promises: indices in paths (`events[1]`), document order, wrong types distinguished from wrong values, null
 * distinguished from a missing field (null is INVALID_TYPE, even with `@IsOptional`), unknown fields by path, U+0000
 * refused, and no stack overflow, prototype pollution or exception on hostile input. `@ValidateIf((_, value) => value
 * !== null)` allows null; `context: { code }` of a decorator sets another fault code. `@Transform` and `@Expose` are
 * ignored.
 *
 * @param options.root prefix of the paths: `''`, or `modifications` for `modifications.pages[0]…`
 * @param options.checkAddress checks the addresses that a renderer will fetch
 */
export function validateShape<T extends object>(
  shape: new () => T,
  input: unknown,
  { root = '', checkAddress }: ShapeOptions = {},
): Checked<T> {
  const faults = new FaultList(input, root, { showsValues: !hasSecrets(shape) });
  const value = readShape(shape, faults, checkAddress);
  return faults.count === 0 ? { ok: true, value } : { ok: false, faults: faults.report() };
}

/**
 * Validates the document of `faults` like {@link validateShape}, and adds the faults to that list, to which other
 * checks may also add.
 *
 * @returns an instance; complete only while the list has no fault
 */
export function readShape<T extends object>(shape: new () => T, faults: FaultList, checkAddress?: CheckAddress): T {
  return checkShape({ faults, checkAddress }, shape, faults.document, []) as T;
}

export interface ShapeOptions {
  root?: string;
  checkAddress?: CheckAddress;
}

/** Whether a class declares a secret: then no fault of its objects may show a value, which might be the secret misplaced. */
export function hasSecrets(shape: Shape): boolean {
  return [...propertiesOf(shape).values()].some(({ isSecret }) => isSecret);
}
