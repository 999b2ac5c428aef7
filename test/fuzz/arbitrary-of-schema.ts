import fc from 'fast-check';
import { ANY_TEXT } from '#libs/template';

export type Schema = Readonly<Record<string, unknown>>;

/** Placeholder in a body for an id that exists when the request is sent. */
export const SOME_ID = '0189c0de-0000-4000-8000-000000000001';
const TEXTS = ['', 'a', '#0f3d3e', '50%', '{{accent}}', 'ease-out', 'none', '\u{1f600}', 'é', '‮', 'x'.repeat(300)];
/** Depth beyond which unions take their first member, which contains no others. */
const MAX_DEPTH = 4;

/** Values that no operation expects. */
export const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    9_007_199_254_740_992,
    '',
    '\0',
    '\ud800',
    '__proto__',
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    'x'.repeat(5_000),
    "'; DROP TABLE videos; --",
    '${7*7}',
    '../../etc/passwd',
    'http://169.254.169.254/',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Makes values for schemas of one document. */
export type Values = (schema: Schema) => fc.Arbitrary<unknown>;

/**
 * Values for the JSON Schemas of the API's document. Most are valid; with a probability of `wrong` per cent, any part
 * is something else. Schemas that contain themselves are expanded only where they are needed.
 */
export function valuesFor(schemas: Readonly<Record<string, Schema>>, wrong: number): Values {
  let values: Values = () => fc.constant(undefined);
  fc.letrec((tie) => {
    values = (schema) => {
      const right = rightFor(schema, values, tie);
      return wrong === 0
        ? right
        : fc.oneof({ weight: 100 - wrong, arbitrary: right }, { weight: wrong, arbitrary: HOSTILE });
    };
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, values(schema)]));
  });
  return values;
}

function rightFor(schema: Schema, within: Values, tie: (name: string) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (typeof schema['$ref'] === 'string') return tie(schema['$ref'].split('/').at(-1)!);
  const alternatives = (schema['oneOf'] ?? schema['anyOf']) as Schema[] | undefined;
  if (alternatives) return fc.oneof({ maxDepth: MAX_DEPTH, depthIdentifier: 'union' }, ...alternatives.map(within));
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const types = [schema['type']].flat() as (string | undefined)[];
  return fc.oneof(...types.map((type) => ofType(type, schema, within)));
}

function ofType(type: string | undefined, schema: Schema, within: Values): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return number(type, schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const items = schema['items'] as Schema | undefined;
      const { minItems = 0, maxItems = 4 } = schema as { minItems?: number; maxItems?: number };
      const maxLength = Math.max(minItems, Math.min(maxItems, 3));
      return fc.array(items ? within(items) : fc.jsonValue({ maxDepth: 1 }), { minLength: minItems, maxLength });
    }
    case 'object':
      return object(schema, within);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function object(schema: Schema, within: Values): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const required = (schema['required'] ?? []) as string[];
  const record = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, within(each)]));
  const declared = fc.record(record, { requiredKeys: required });
  const free = schema['additionalProperties'];
  if (typeof free !== 'object' || free === null) return declared;
  return fc.dictionary(fc.constantFrom('accent', 'brand', 'price'), within(free as Schema), { maxKeys: 2 });
}

function text(schema: Schema): fc.Arbitrary<string> {
  const examples = [schema['example'], ...((schema['examples'] ?? []) as unknown[])].filter(
    (each) => typeof each === 'string',
  );
  if (schema['format'] === 'uuid') return fc.oneof(fc.uuid(), fc.constant(SOME_ID));
  if (schema['format'] === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (examples.length > 0) return fc.constantFrom(...examples);
  if (typeof schema['pattern'] === 'string' && schema['pattern'] !== ANY_TEXT)
    return fc.stringMatching(new RegExp(schema['pattern']));
  const { minLength = 0, maxLength = 20 } = schema as { minLength?: number; maxLength?: number };
  const fits = TEXTS.filter(({ length }) => length >= minLength && length <= maxLength);
  const random = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 20)) });
  return fits.length > 0 ? fc.oneof(random, fc.constantFrom(...fits)) : random;
}

function number(type: 'integer' | 'number', schema: Schema): fc.Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, multipleOf } = schema as Record<string, number | undefined>;
  const min = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 0.001);
  const max = Math.max(min, Math.min(maximum ?? 1_000, 1_000));
  const step = multipleOf ?? 1;
  const least = Math.ceil(min / step);
  const anywhere =
    type === 'number'
      ? fc.double({ min, max, noNaN: true })
      : fc.integer({ min: least, max: Math.floor(max / step) }).map((count) => count * step);
  return fc.oneof(fc.constant(type === 'number' ? min : least * step), anywhere); // the least of a version exists
}
