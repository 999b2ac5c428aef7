import { type Schema, SOME_ID } from '../../fuzz/arbitrary-of-schema.ts';
import type { FuzzDocument } from '../../fuzz/requests.ts';

/** A string, list or map that a caller may send, and the requests that have any value in its place. */
export interface Place {
  /** The first operation that takes it. */
  operation: string;
  method: string;
  path: string;
  part: 'body' | 'query' | 'path' | 'header';
  /** `pages[].layers[].text` */
  field: string;
  kind: 'string' | 'list' | 'map';
  /** Characters, elements or members that the document allows. */
  limit: number;
  /** An example of the documented content: the string, one element, one member. */
  example: unknown;
  /** The body with the value in its place; for other parts, the content of the parameter. */
  put(value: unknown): unknown;
  /** The body whose innermost list around the place holds it any number of times. */
  repeat?: Repeat;
}

interface Repeat {
  /** Elements that the list may have. */
  limit: number;
  put(value: unknown, times: number): unknown;
}

type Schemas = Readonly<Record<string, Schema>>;

/**
 * Every string, list and map of every body and parameter that the document describes; bodies that operations share once.
 *
 * @param operations ids; all when empty
 */
export function placesOf(
  { paths, components: { schemas } }: FuzzDocument,
  operations: readonly string[] = [],
): Place[] {
  const bodies = new Set<string>();
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId: operation, parameters = [], requestBody }]) => {
      const head = { operation, method: method.toUpperCase(), path };
      const named = parameters.map(({ in: part, name, schema }) => ({
        ...{ ...head, part, field: name, kind: 'string' as const, put: (value: unknown) => value },
        ...{ limit: limitOf(schema, 'maxLength'), example: leastOf(schema, schemas) },
      }));
      const body = requestBody?.content['application/json']?.schema;
      const isNew = body && !bodies.has(String(body['$ref']));
      if (isNew) bodies.add(String(body['$ref']));
      return [...named, ...(isNew ? placesWithin(body, schemas).map((place) => ({ ...head, ...place })) : [])];
    }),
  );
  return operations.length === 0 ? all : all.filter(({ operation }) => operations.includes(operation));
}

/** A schema and where it stands in a body. */
interface Site {
  schema: Schema;
  field: string;
  put(value: unknown): unknown;
  repeat?: Repeat;
}

type BodyPlace = Omit<Place, 'operation' | 'method' | 'path'>;

/**
 * Finds the places of a body breadth first. Each named schema is entered where it is met first, because layers within
 * groups are like layers anywhere.
 */
function placesWithin(body: Schema, schemas: Schemas): BodyPlace[] {
  const found = new Map<string, BodyPlace>();
  const seen = new Set<string>();
  const waiting: Site[] = [{ schema: body, field: '', put: (value) => value }];
  for (let site = waiting.shift(); site; site = waiting.shift()) {
    const { $ref } = site.schema;
    if (typeof $ref === 'string') {
      if (seen.has($ref)) continue;
      seen.add($ref);
    }
    const schema = resolved(site.schema, schemas);
    const alternatives = (schema['oneOf'] ?? schema['anyOf'] ?? []) as Schema[];
    waiting.push(...alternatives.map((each) => ({ ...site, schema: each })));
    for (const type of [schema['type']].flat()) {
      const place = placeOf(String(type), { ...site, schema }, schemas);
      if (!place) continue;
      const name = `${place.field} ${place.kind}`;
      if (place.limit > (found.get(name)?.limit ?? -1)) found.set(name, place);
      waiting.push(...sitesWithin(place.kind, { ...site, schema }, schemas));
    }
  }
  return [...found.values()];
}

function placeOf(type: string, { schema, field, put, repeat }: Site, schemas: Schemas): BodyPlace | undefined {
  const place = { part: 'body' as const, field, put, repeat };
  switch (type) {
    case 'string':
      return { ...place, kind: 'string', limit: limitOf(schema, 'maxLength'), example: leastOf(schema, schemas) };
    case 'array': {
      const example = leastOf((schema['items'] ?? {}) as Schema, schemas);
      return { ...place, kind: 'list', limit: limitOf(schema, 'maxItems'), example };
    }
    case 'object': {
      const members = schema['additionalProperties'];
      const example = typeof members === 'object' ? leastOf(members as Schema, schemas) : 1;
      return { ...place, kind: 'map', limit: limitOf(schema, 'maxProperties'), example };
    }
    default:
      return undefined;
  }
}

function sitesWithin(kind: Place['kind'], { schema, field, put, repeat }: Site, schemas: Schemas): Site[] {
  if (kind === 'list') {
    const many = (value: unknown, times: number) => put(Array<unknown>(times).fill(value));
    const limit = limitOf(schema, 'maxItems');
    const items = (schema['items'] ?? {}) as Schema;
    return [{ schema: items, field: `${field}[]`, put: (value) => put([value]), repeat: { limit, put: many } }];
  }
  const properties = Object.entries((schema['properties'] ?? {}) as Schemas);
  const around = leastOf(schema, schemas) as object;
  const at = (name: string): Pick<Site, 'put' | 'repeat'> => {
    const within = (value: unknown) => ({ ...around, [name]: value });
    const again = repeat && { ...repeat, put: (value: unknown, times: number) => repeat.put(within(value), times) };
    return { put: (value) => put(within(value)), repeat: again };
  };
  const dot = field === '' ? '' : '.';
  const declared = properties.map(([name, each]) => ({ schema: each, field: `${field}${dot}${name}`, ...at(name) }));
  const members = schema['additionalProperties'];
  if (typeof members !== 'object') return declared;
  return [...declared, { schema: members as Schema, field: `${field}.*`, ...at('a') }];
}

/** The least that the document accepts: required fields alone, first examples. A map's members and layers are called `a`. */
export function leastOf(given: Schema, schemas: Schemas): unknown {
  const schema = resolved(given, schemas);
  if ('const' in schema) return schema['const'];
  const listed = [schema['enum'], schema['examples']].find(Array.isArray) as unknown[] | undefined;
  if (listed) return listed[0];
  const [alternative] = (schema['oneOf'] ?? schema['anyOf'] ?? []) as Schema[];
  if (alternative) return leastOf(alternative, schemas);
  const [type] = [schema['type']].flat();
  switch (type) {
    case 'string':
      return schema['format'] === 'uuid' ? SOME_ID : schema['format'] === 'date-time' ? '2026-11-21T12:00:00Z' : 'a';
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1));
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => leastOf(schema['items'] as Schema, schemas));
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Schemas;
      const required = (schema['required'] ?? []) as string[];
      return Object.fromEntries(required.map((name) => [name, leastOf(properties[name]!, schemas)]));
    }
    default:
      return null;
  }
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  const { $ref } = schema;
  return typeof $ref === 'string' ? { ...schemas[$ref.split('/').at(-1)!], ...omitRef(schema) } : schema;
}

function omitRef({ $ref: _, ...rest }: Schema): Schema {
  return rest;
}

function limitOf(schema: Schema, name: 'maxLength' | 'maxItems' | 'maxProperties'): number {
  return (schema[name] as number | undefined) ?? Infinity;
}
