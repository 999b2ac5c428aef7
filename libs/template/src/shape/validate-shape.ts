import type { Checked } from '../fault.js';
import { FaultList } from '../fault-list.js';
import { type CheckAddress, checkShape } from './check-shape.js';

/**
 * Judges JSON that came from outside against a class with class-validator's decorators: `@Nested` for objects
 * within, `@IsOptional` for what may be missing. Returns an instance, or every fault
 * at once in the document's order, at most 100 and one that counts the rest (docs/api.md).
 *
 * class-validator declares the rules; this judges them, because the API promises what `validateSync` does not give:
 * indices in paths (`events[1]`), the document's order, wrong types told from bad values, null told from a missing
 * field (null is INVALID_TYPE, even where `@IsOptional`), unknown fields by path, U+0000 refused, and no stack
 * overflow, pollution or exception on hostile input. Allow null with `@ValidateIf((_, value) => value !== null)`; a
 * decorator's `context: { code }` names another fault code. `@Transform` and `@Expose` are not applied.
 *
 * @param options.root what paths start with: `''`, or `modifications` for `modifications.pages[0]…`
 * @param options.checkAddress judges the addresses among the values that a renderer will fetch
 */
export function validateShape<T extends object>(
  shape: new () => T,
  input: unknown,
  { root = '', checkAddress }: ShapeOptions = {},
): Checked<T> {
  const faults = new FaultList(input, root);
  const value = readShape(shape, faults, checkAddress);
  return faults.count === 0 ? { ok: true, value } : { ok: false, faults: faults.report() };
}

/**
 * Judges the document of `faults` like {@link validateShape} and adds the faults to the list, where other checks may
 * add theirs.
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
