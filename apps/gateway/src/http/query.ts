import { getMetadataStorage } from 'class-validator';
import type { Shape } from '#libs/contracts';
import type { Fault } from '#libs/template';

/** What a query string says, converted to the types that a shape declares. */
export interface QueryReading {
  /** The parameters that could be converted. */
  values: Record<string, unknown>;
  /** Unknown, repeated and unparsable parameters, in the order sent. */
  faults: Fault[];
}

/**
 * Reads a query string by the declared types of a shape's properties: whole numbers in digits, `true` and `false`, text.
 * Bounds and sets are the shape's own rules.
 *
 * @param shape its validated properties are the known parameters; none when undefined
 */
export function readQuery(query: URLSearchParams, shape: Shape | undefined): QueryReading {
  const known = shape ? propertiesOf(shape) : new Map<string, unknown>();
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const name of new Set(query.keys())) {
    const sent = query.getAll(name);
    const outcome = readParameter(name, sent, known);
    if ('fault' in outcome) faults.push(outcome.fault);
    else values[name] = outcome.value;
  }
  return { values, faults };
}

/** The validated properties of a shape with their declared types. */
export function propertiesOf(shape: Shape): Map<string, unknown> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  const names = new Set(rules.map((rule) => rule.propertyName));
  const typeOf = (name: string): unknown => Reflect.getMetadata('design:type', shape.prototype as object, name);
  return new Map([...names].map((name) => [name, typeOf(name)]));
}

function readParameter(
  name: string,
  [first = '', ...more]: string[],
  known: ReadonlyMap<string, unknown>,
): { value: unknown } | { fault: Fault } {
  const refuse = (code: Fault['code'], problem: string, value: string = first) => ({
    fault: { field: name, code, message: `${name} ${problem}`, value: value.slice(0, 256) },
  });
  if (!known.has(name)) return refuse('INVALID_VALUE', 'is not a known parameter');
  if (more.length > 0) return refuse('INVALID_VALUE', 'must be given once', JSON.stringify([first, ...more]));
  const type = known.get(name);
  if (type === Boolean) {
    return first === 'true' || first === 'false'
      ? { value: first === 'true' }
      : refuse('INVALID_FORMAT', 'must be true or false');
  }
  if (type !== Number) return { value: first };
  if (!/^-?\d+$/.test(first)) return refuse('INVALID_FORMAT', 'must be a whole number');
  const value = Number(first);
  if (Number.isSafeInteger(value)) return { value };
  return value > 0 ? refuse('VALUE_TOO_LARGE', 'is too large') : refuse('VALUE_TOO_SMALL', 'is too small');
}
