import {
  EXPRESSION_SHAPES,
  type JsonSchema,
  Keyframes,
  LayerInSize,
  LayerModification,
  LayerStyle,
  type SchemaStyle,
  type Shape,
  shapeSchema,
  shapesWithin,
} from '#libs/template';
import { DOCSTRINGS } from './docstrings.js';
import { forGenerators } from './for-generators.js';
import { describeInSize, describeInStyle, describeKeyframes, describeModification } from './layer-kind-descriptions.js';

const shapes = new Map<string, Shape>();
const schemas = new Map<string, JsonSchema>();
const sent = new Set<Shape>();
const described = new Set<Shape>();

/** The description of a class, or of one of its properties: its docstring, else what it means in each layer kind. */
export function describeShape(shape: Shape, property?: string): string | undefined {
  const own = docstringOf(shape, property);
  if (own !== undefined || property === undefined) return own;
  if (shape === LayerModification) return describeModification(property, docstringOf);
  if (shape === LayerInSize) return describeInSize(property, docstringOf);
  if (shape === LayerStyle) return describeInStyle(property, docstringOf);
  return shape === Keyframes ? describeKeyframes(property, docstringOf) : undefined;
}

function docstringOf(shape: Shape, property?: string): string | undefined {
  for (let at: unknown = shape; typeof at === 'function' && at.name !== ''; at = Object.getPrototypeOf(at)) {
    const text = DOCSTRINGS[property === undefined ? at.name : `${at.name}.${property}`];
    if (text !== undefined || property === undefined) return text;
  }
  return undefined;
}

/** The classes that the document describes so far, with those that they extend, by name. */
export function describedClasses(): Set<string> {
  const names = new Set<string>();
  for (const shape of described) {
    for (let at: unknown = shape; typeof at === 'function' && at.name !== ''; at = Object.getPrototypeOf(at)) {
      names.add(at.name);
    }
  }
  return names;
}

/** The document's style of describing a class. */
export function styleOf(shape: Shape): SchemaStyle {
  described.add(shape);
  return {
    refTo: (other) => refTo(other).$ref,
    describe: describeShape,
    placeholders: EXPRESSION_SHAPES.has(shape),
    discriminators: true,
  };
}

/** A reference to a class's schema, which becomes part of the document. */
export function refTo(shape: Shape): { $ref: string } {
  const known = shapes.get(shape.name);
  if (known && known !== shape) throw new Error(`two classes of the API are called ${shape.name}`);
  shapes.set(shape.name, shape);
  return { $ref: `#/components/schemas/${shape.name}` };
}

/** The same for a request body: unknown fields are errors there, while responses may gain fields in later versions. */
export function refToRequest(shape: Shape): { $ref: string } {
  for (const within of shapesWithin(shape)) sent.add(within);
  return refTo(shape);
}

/** A reference to a schema without a class. */
export function refToSchema(name: string, schema: JsonSchema): { $ref: string } {
  schemas.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

/** The schemas of all references, by name. */
export function componentSchemas(): Record<string, JsonSchema> {
  for (const shape of [...shapes.values()]) for (const within of shapesWithin(shape)) refTo(within);
  const twice = [...schemas.keys()].find((name) => shapes.has(name));
  if (twice !== undefined) throw new Error(`a class and another schema are both called ${twice}`);
  const ofShapes = [...shapes].map(([name, shape]) => [name, schemaOf(shape)] as const);
  const sorted = [...ofShapes, ...schemas].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, schema]) => [name, forGenerators(schema)]));
}

function schemaOf(shape: Shape): JsonSchema {
  const { additionalProperties, ...schema } = shapeSchema(shape, styleOf(shape));
  return sent.has(shape) ? { ...schema, additionalProperties } : schema;
}
