import { inText, type Json, LAYER_KINDS, type Path, valueAt } from '#libs/document';
import { isJsonObject } from '../../ui/json-value.ts';
import {
  layerSchema,
  type ObjectSchema,
  type PropertySchema,
  referredClass,
  type TemplateSchema,
} from '../schema/template-schema.ts';

export interface Suggestion {
  readonly label: string;
  /** The type of a property, or its default. */
  readonly detail: string;
  /** Its purpose, in a sentence or two. */
  readonly info: string;
}

/** The class of the object at `path` of `document`, by the schema; undefined for what is no object of a class. */
function classAt(schema: TemplateSchema, document: Json, path: Path): ObjectSchema | undefined {
  let current: ObjectSchema | undefined = schema;
  let property: PropertySchema | undefined;
  for (const [index, step] of path.entries()) {
    if (typeof step === 'string' && current) {
      property = current.properties[step];
      current = classOf(schema, referredClass(property));
      continue;
    }
    current = memberClass(schema, property, valueAt(document, path.slice(0, index + 1)));
  }
  return current;
}

/** The class of a member of a list or a map that `property` declares. A layer itself states its kind. */
function memberClass(schema: TemplateSchema, property: PropertySchema | undefined, member: Json | undefined) {
  if (property?.items?.oneOf)
    return layerSchema(schema, inText((isJsonObject(member) ? member['type'] : undefined) ?? 'text'));
  return classOf(schema, referredClass(property?.items));
}

function classOf(schema: TemplateSchema, name: string | undefined): ObjectSchema | undefined {
  return name === undefined ? undefined : schema.$defs[name];
}

/** Properties that the object at `path` may still have. */
export function propertySuggestions(schema: TemplateSchema, document: Json, path: Path): readonly Suggestion[] {
  const present = valueAt(document, path);
  const has = (name: string) => typeof present === 'object' && present !== null && name in present;
  return Object.entries(classAt(schema, document, path)?.properties ?? {})
    .filter(([name]) => !has(name))
    .map(([name, property]) => ({ label: name, detail: typeOf(property), info: property.description ?? '' }));
}

/** Values that the property at `path` may have, as JSON. */
export function valueSuggestions(schema: TemplateSchema, document: Json, path: Path): readonly Suggestion[] {
  const name = path.at(-1);
  if (typeof name !== 'string') return [];
  const property = classAt(schema, document, path.slice(0, -1))?.properties[name];
  if (!property) return [];
  const choices = name === 'type' && path.includes('layers') ? kindsOrChoices(schema, property) : choicesOf(property);
  return choices.map((choice) => ({ label: JSON.stringify(choice), detail: '', info: property.description ?? '' }));
}

function kindsOrChoices(schema: TemplateSchema, property: PropertySchema): readonly Json[] {
  return property.const === undefined ? choicesOf(property) : LAYER_KINDS;
}

function choicesOf(property: PropertySchema): readonly Json[] {
  if (property.const !== undefined) return [property.const];
  if (property.type === 'boolean') return [true, false];
  const own = property.enum ?? property.examples ?? [];
  const inner = (property.anyOf ?? []).flatMap(choicesOf);
  return [...new Set([...own, ...inner])];
}

function typeOf(property: PropertySchema): string {
  if (property.type !== undefined) return property.type;
  const types = (property.anyOf ?? []).map(typeOf).filter((type) => type !== '');
  return types.length > 0 ? [...new Set(types)].join(' or ') : (referredClass(property) ?? '');
}
