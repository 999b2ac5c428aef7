import type { PropertyConstraint } from './property-shape.js';

/** A JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

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
  isIn: ([members]) => ({ enum: [...(members as readonly unknown[])] }),
  equals: ([value]) => ({ const: value }),
};

/** All of `constraints` combined. A rule of this project may have a schema in its `context`. */
export function constraintSchema(constraints: readonly PropertyConstraint[]): JsonSchema {
  const schemas: JsonSchema[] = constraints.map(({ name, types, arguments: args, schema }) => ({
    ...(types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }),
    ...TRANSLATIONS[name]?.(args),
    ...schema,
  }));
  const merged: Record<string, unknown> = Object.assign({}, ...schemas) as Record<string, unknown>;
  if (schemas.some((schema) => schema['type'] === 'integer')) merged['type'] = 'integer';
  return merged;
}
