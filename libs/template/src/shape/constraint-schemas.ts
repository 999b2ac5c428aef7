import { isList, listOf } from './json.js';
import type { PropertyConstraint } from './property-shape.js';
import { isAnnotation } from './text-formats.js';

/** A JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The pattern of any text. No value has U+0000, which PostgreSQL cannot store. */
export const ANY_TEXT = String.raw`^[^\x00]*$`;

type Translation = (args: readonly unknown[]) => JsonSchema;

/** Constraints of class-validator by name, as JSON Schema. Any other one contributes only its types. */
const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  isInt: () => ({ type: 'integer' }),
  isUuid: () => ({ format: 'uuid' }),
  isIso8601: () => ({ format: 'date-time' }),
  isPositive: () => ({ exclusiveMinimum: 0 }),
  isDivisibleBy: ([divisor]) => ({ multipleOf: divisor }),
  min: ([least]) => ({ minimum: least }),
  max: ([most]) => ({ maximum: most }),
  minLength: ([least]) => ({ minLength: least }),
  maxLength: ([most]) => ({ maxLength: most }),
  isLength: ([least, most]) => ({ minLength: least, ...(most === undefined ? {} : { maxLength: most }) }),
  arrayNotEmpty: () => ({ minItems: 1 }),
  arrayMinSize: ([least]) => ({ minItems: least }),
  arrayMaxSize: ([most]) => ({ maxItems: most }),
  arrayUnique: () => ({ uniqueItems: true }),
  matches: ([pattern]) => (pattern instanceof RegExp ? { pattern: pattern.source } : {}),
  isIn: ([members]) => ({ enum: [...listOf(members)] }),
  // Both keywords, because OpenAPI Generator reads one and JSON Schema's own tools prefer the other.
  equals: ([value]) => ({ const: value, enum: [value] }),
};

/** All of `constraints` combined. A rule of this project may have a schema in its `context`. */
export function constraintSchema(constraints: readonly PropertyConstraint[]): JsonSchema {
  const schemas: JsonSchema[] = constraints.map(({ name, types, arguments: args, schema }) => ({
    ...(types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }),
    ...TRANSLATIONS[name]?.(args),
    ...schema,
  }));
  const merged = Object.fromEntries(schemas.flatMap((schema) => Object.entries(schema)));
  if (merged['type'] === 'number' && (schemas.some(isWhole) || hasWholeMembers(merged))) merged['type'] = 'integer';
  if (merged['format'] === 'date-time') delete merged['pattern']; // the format says it, and generators take only one
  const { type } = merged;
  return isList(type) ? typeAlternatives(merged, type.map(String)) : withoutNull(merged);
}

/** The schema with the pattern {@link ANY_TEXT} for strings that no pattern, set or format restricts. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const isRestricted =
    ['pattern', 'enum', 'const'].some((each) => each in schema) ||
    (schema['format'] !== undefined && !isAnnotation(schema['format']));
  const isFree = schema['type'] === 'string' && !isRestricted;
  return isFree ? { ...schema, pattern: ANY_TEXT } : schema;
}

function isWhole(schema: JsonSchema): boolean {
  return schema['type'] === 'integer';
}

function hasWholeMembers({ enum: members }: JsonSchema): boolean {
  return Array.isArray(members) && members.every(Number.isInteger);
}

/** Keywords that apply to values of one type. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
};
const OF_ONE_TYPE = new Set([...Object.values(KEYWORDS).flat(), 'enum']);

/** One alternative for each type, with the keywords of that type: generators of code have no types such as number-or-string. */
function typeAlternatives(schema: JsonSchema, types: readonly string[]): JsonSchema {
  const entries = Object.entries(schema);
  const anyOf = types.map((type) =>
    withoutNull({
      type,
      ...Object.fromEntries(entries.filter(([keyword]) => KEYWORDS[type]?.includes(keyword))),
      ...membersOfType(schema, type),
    }),
  );
  return {
    anyOf,
    ...Object.fromEntries(entries.filter(([keyword]) => keyword !== 'type' && !OF_ONE_TYPE.has(keyword))),
  };
}

/** The values of an enumeration that have one type. `true` and `false` need no enumeration: the type allows no others. */
function membersOfType({ enum: members }: JsonSchema, type: string): JsonSchema {
  if (!isList(members)) return {};
  const own = members.filter((member) => typeof member === type);
  return type === 'boolean' && own.length === 2 ? {} : { enum: own };
}
