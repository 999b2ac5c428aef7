import { alternatives, orNull, orPlaceholder } from './alternatives.js';
import { constraintSchema, type JsonSchema } from './constraint-schemas.js';
import { defaultValue } from './default.js';
import { listOf } from './json.js';
import { isLiteral } from './literal.js';
import { openPropertiesOf } from './open-properties.js';
import { type NestedShape, propertiesOf, type PropertyShape, type Shape } from './property-shape.js';
import { RECORD_KEY } from './record-of.js';

/** Options of the conversion of a class to a schema. */
export interface SchemaStyle {
  /** The reference (`$ref`) to the schema of another class. */
  refTo(shape: Shape): string;
  /** Description of a class or of one of its properties. */
  describe?(shape: Shape, property?: string): string | undefined;
  /** Whether strings with expressions, `{{name}}`, may stand in place of the values of this class. */
  placeholders?: boolean;
  /** Whether to name the property that selects a member of a union, which OpenAPI supports and JSON Schema does not. */
  discriminators?: boolean;
  /** Whether the objects of a union with other values stand in it, for readers that take each property alone. */
  inlinesUnions?: boolean;
}

/** A class, and the property that a schema describes. */
interface Place {
  shape: Shape;
  property: PropertyShape;
}

/** Properties in which variables are never replaced (`isFixed` in variables.ts). */
const FIXED_PROPERTIES: ReadonlySet<string> = new Set(['name', 'open', 'type']);

/**
 * The JSON Schema (draft 2020-12) of the values that {@link validateShape} accepts for a class. Rules that involve
 * several properties are not included. Lengths count code points.
 */
export function shapeSchema(shape: Shape, style: SchemaStyle): JsonSchema {
  const declared = [...propertiesOf(shape).values()];
  const required = declared.filter((property) => !property.optional && property.conditions.length === 0);
  const open = openPropertiesOf(shape);
  return {
    type: 'object',
    ...described(style.describe?.(shape)),
    ...(required.length === 0 ? {} : { required: required.map(({ name }) => name) }),
    properties: Object.fromEntries([
      ...declared.map((property) => [property.name, propertySchema({ shape, property }, style)]),
      ...[...open].map(([name, meanings]) => [name, openSchema({ shape, name, meanings }, style)]),
    ]),
    additionalProperties: false,
  };
}

/** The class and every class that its properties refer to, each once. */
export function shapesWithin(root: Shape): Set<Shape> {
  const found = new Set([root]);
  for (const shape of found) {
    const open = [...openPropertiesOf(shape).values()].flat();
    for (const { nested } of [...propertiesOf(shape).values(), ...open]) {
      for (const member of nested ? membersOf(nested) : []) found.add(member);
    }
  }
  return found;
}

/** The schema of one property. */
export function propertySchema({ shape, property }: Place, style: SchemaStyle): JsonSchema {
  const whole = constraintSchema(property.constraints.filter(({ each }) => !each));
  const elements = constraintSchema(property.constraints.filter(({ each }) => each));
  const fixed = FIXED_PROPERTIES.has(property.name) || isLiteral(shape, property.name);
  const valued = {
    ...(property.nested?.holder === 'value' ? {} : whole),
    ...(Object.keys(elements).length === 0 ? {} : { type: 'array', items: elements }),
    ...(property.nested?.holder === 'union' ? orMembers(whole, property.nested, style) : {}),
    ...(property.nested && property.nested.holder !== 'union' ? nestedSchema(property.nested, style) : {}),
  };
  const value = style.placeholders && !fixed ? orPlaceholder(valued) : valued;
  return {
    ...(property.nullable ? orNull(value) : value),
    ...described(style.describe?.(shape, property.name)),
    ...(property.nested?.holder === 'value' ? {} : defaultOf(shape, property.name)), // a reference stands alone
  };
}

function openSchema({ shape, name, meanings }: OpenPlace, style: SchemaStyle): JsonSchema {
  const schemas = meanings.map((property) => propertySchema({ shape, property }, { ...style, describe: undefined }));
  return {
    ...alternatives(schemas),
    ...described(style.describe?.(shape, name)),
  };
}

interface OpenPlace {
  shape: Shape;
  name: string;
  meanings: readonly PropertyShape[];
}

/** The values that the rules of a property accept, or an object of a union. */
function orMembers({ anyOf }: JsonSchema, nested: NestedShape, style: SchemaStyle): JsonSchema {
  const members = membersOf(nested).map((shape) =>
    style.inlinesUnions ? shapeSchema(shape, style) : { $ref: style.refTo(shape) },
  );
  return { anyOf: [...listOf(anyOf), ...members] };
}

function nestedSchema(nested: NestedShape, style: SchemaStyle): JsonSchema {
  const member = memberSchema(nested, style);
  if (nested.holder === 'array') return { type: 'array', items: member };
  if (nested.holder === 'value') return member;
  const { pattern = RECORD_KEY } = nested.keys ?? {};
  return { type: 'object', propertyNames: { pattern: pattern.source }, additionalProperties: member };
}

function memberSchema({ shape }: NestedShape, style: SchemaStyle): JsonSchema {
  if (typeof shape === 'function') return { $ref: style.refTo(shape) };
  const refs = [...shape.shapes].map(([name, member]) => [name, style.refTo(member)] as const);
  const discriminator = { propertyName: shape.property, mapping: Object.fromEntries(refs) };
  return { oneOf: refs.map(([, $ref]) => ({ $ref })), ...(style.discriminators ? { discriminator } : {}) };
}

function membersOf({ shape }: NestedShape): Shape[] {
  return typeof shape === 'function' ? [shape] : [...shape.shapes.values()];
}

/** The value of `@Default`, else of the initializer of the property. */
function defaultOf(shape: Shape, name: string): JsonSchema {
  const value: unknown = defaultValue(shape, name) ?? Reflect.get(new (shape as new () => object)(), name);
  return value === undefined ? {} : { default: value };
}

function described(text: string | undefined): JsonSchema {
  return text === undefined ? {} : { description: text };
}
