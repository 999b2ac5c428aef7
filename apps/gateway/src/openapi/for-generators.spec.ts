import { beforeAll, describe, expect, it } from '@jest/globals';
import { LAYER_KINDS } from '#libs/document';
import {
  keyframedProperties,
  LAYER_CLASSES,
  modifiableProperties,
  openableProperties,
  type Shape,
} from '#libs/template';
import { describeApi } from '../../generate/describe-api.js';

type Schema = Readonly<Record<string, unknown>>;

interface Place {
  pointer: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: Schema[];
  callbacks?: Record<string, Record<string, Record<string, Operation>>>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: unknown;
  components: { schemas: Record<string, Schema> };
}

let document: Document;
let places: Place[];

beforeAll(async () => {
  document = (await describeApi()) as Document;
  places = [...schemasIn(document, '')];
});

const JSON_DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'mapping']);

/** Every schema of the document and every schema within it. */
function* schemasIn(node: unknown, pointer: string): Generator<Place> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const at = `${pointer}/${key}`;
    if (JSON_DATA.has(key)) continue;
    if (key === 'schema') yield* schemasWithin(value as Schema, at);
    else if (at === '/components/schemas') {
      for (const [name, schema] of Object.entries(value as object))
        yield* schemasWithin(schema as Schema, `${at}/${name}`);
    } else yield* schemasIn(value, at);
  }
}

function* schemasWithin(schema: Schema, pointer: string): Generator<Place> {
  yield { pointer, schema };
  for (const keyword of ['items', 'additionalProperties', 'contentSchema']) {
    if (typeof schema[keyword] === 'object') yield* schemasWithin(schema[keyword] as Schema, `${pointer}/${keyword}`);
  }
  for (const keyword of ['anyOf', 'oneOf', 'properties']) {
    for (const [name, each] of Object.entries(schema[keyword] ?? {})) {
      yield* schemasWithin(each as Schema, `${pointer}/${keyword}/${name}`);
    }
  }
}

/** The schemas of parameters and bodies of requests, the schemas they refer to included. */
function requestSchemas(): Place[] {
  const roots = places.filter(
    ({ pointer }) => /\/(parameters|requestBody)\//.test(pointer) && !pointer.includes('/callbacks/'),
  );
  const found = new Map(roots.map((place) => [place.pointer, place]));
  for (const { schema } of found.values()) {
    if (typeof schema['$ref'] !== 'string') continue;
    const name = schema['$ref'].split('/').at(-1)!;
    for (const place of schemasWithin(document.components.schemas[name]!, name)) found.set(place.pointer, place);
  }
  return [...found.values()];
}

const pointersOf = (found: readonly Place[], offends: (schema: Schema) => boolean): string[] =>
  found.filter(({ schema }) => offends(schema)).map(({ pointer }) => pointer);

/**
 * Syntax of patterns that other languages lack or read differently: look-around, names, references, classes such as
 * `\d` (Python has more digits), `.`, and a class that has U+0000.
 */
const FOREIGN = /\\[a-mo-qsu-wyzA-Z1-9]|\(\?|(?<!\\)\.(?![\w-]{0,9}\])|\[\^(?!\\x00)/;

const isNumber = ({ type }: Schema) => type === 'number' || type === 'integer';
const lacks = (schema: Schema, ...keywords: string[]) => !keywords.some((keyword) => keyword in schema);

describe('for generators of clients, the OpenAPI document', () => {
  it.each<[string, (schema: Schema) => boolean]>([
    [
      'has nothing but a description beside a reference',
      (schema) =>
        '$ref' in schema && Object.keys(schema).some((keyword) => keyword !== '$ref' && keyword !== 'description'),
    ],
    ['has no list of types', ({ type }) => Array.isArray(type)],
    [
      'has a type beside every constant and every set of values',
      (schema) => ('const' in schema || 'enum' in schema) && typeof schema['type'] !== 'string',
    ],
    [
      'has a set of one value beside every constant',
      (schema) => 'const' in schema && schema['type'] === 'string' && !Array.isArray(schema['enum']),
    ],
    [
      'has no constant and no set of truth values, for which code for Java does not compile',
      (schema) => schema['type'] === 'boolean' && !lacks(schema, 'const', 'enum'),
    ],
    ['has no pattern beside a format of a time', (schema) => schema['format'] === 'date-time' && 'pattern' in schema],
    [
      'has only patterns of the whole text without U+0000, which RE2, Java and Python read as JavaScript does',
      ({ pattern }) => typeof pattern === 'string' && (!/^\^.*\$$/.test(pattern) || FOREIGN.test(pattern)),
    ],
    [
      'has no default of a union, which generated code cannot assign',
      (schema) => 'anyOf' in schema && 'default' in schema,
    ],
    [
      'has numbers of 64 bits',
      (schema) => schema['type'] === 'number' && lacks(schema, 'enum') && schema['format'] !== 'double',
    ],
    [
      'has whole numbers of 64 bits where 32 may not hold them',
      (schema) =>
        schema['type'] === 'integer' &&
        lacks(schema, 'enum') &&
        !(Number(schema['maximum']) <= 2_147_483_647) &&
        schema['format'] !== 'int64',
    ],
    [
      'has the type of the values of every object without properties',
      (schema) => schema['type'] === 'object' && lacks(schema, 'properties', 'additionalProperties'),
    ],
    [
      'has no content in base64 or of a media type where a file is sent',
      (schema) => /^image|octet-stream/.test(String(schema['contentMediaType'])),
    ],
  ])('%s', (_rule, offends) => {
    expect(pointersOf(places, offends)).toEqual([]);
  });

  it('has files as binary strings', () => {
    const files = places.filter(({ pointer }) => pointer.includes('/content/image/'));
    expect(files).not.toEqual([]);
    for (const { schema } of files) expect(schema).toEqual({ type: 'string', format: 'binary' });
  });

  it('bounds every number, text and list of a request', () => {
    const bounded = (schema: Schema): boolean => {
      if (!lacks(schema, 'enum', 'const')) return true;
      if (isNumber(schema)) return !lacks(schema, 'minimum', 'exclusiveMinimum') && 'maximum' in schema;
      if (schema['type'] === 'string')
        // A file is no text: a generator for Go would measure it as one.
        return 'maxLength' in schema || ['uuid', 'date-time', 'binary'].includes(String(schema['format']));
      return schema['type'] !== 'array' || 'maxItems' in schema;
    };
    // The value of a variable is bounded by the property that it is inserted into.
    const inserted =
      /^(Modifications\/properties\/variables|(?:LayerModification|ComponentLayer)\/properties\/values|TemplateVariable\/properties\/(?:default|example))\//;
    const found = requestSchemas().filter(({ pointer }) => !inserted.test(pointer));
    expect(pointersOf(found, (schema) => !bounded(schema))).toEqual([]);
  });

  it('says of every text of a request what it may contain', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    const parameters = operations.flatMap(({ parameters: own = [] }) => own);
    const headers = new Set(parameters.filter((each) => each['in'] === 'header').map((each) => each['schema']));
    const texts = requestSchemas().filter(({ schema }) => schema['type'] === 'string' && !headers.has(schema));
    expect(texts.length).toBeGreaterThan(100);
    expect(pointersOf(texts, (schema) => lacks(schema, 'enum', 'const', 'format', 'pattern'))).toEqual([]);
  });

  it('describes every property and every parameter', () => {
    const isSilent = ({ description = '' }: Schema) => /^(Default: `|$)/.test(description as string);
    const properties = places.filter(({ pointer }) => /\/properties\/[^/]+$/.test(pointer));
    const parameters = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId, parameters: own = [] }) =>
        own.map((schema) => ({ pointer: `${operationId} ${String(schema['name'])}`, schema })),
      ),
    );
    expect(properties.length).toBeGreaterThan(600);
    expect(pointersOf([...properties, ...parameters], isSilent)).toEqual([]);
  });

  it.each([
    ['LayerModification', (kind: Shape) => new Set([...modifiableProperties(kind), ...openableProperties(kind)])],
    ['Keyframes', keyframedProperties],
  ] as const)('names the layer kinds of every property of a %s', (name, propertiesOf) => {
    const { properties } = document.components.schemas[name] as { properties: Record<string, Schema> };
    const named = Object.entries(properties).filter(
      ([property]) => name !== 'LayerModification' || property !== 'name',
    );
    for (const [property, { description }] of named) {
      const kinds = LAYER_KINDS.filter((kind) => propertiesOf(LAYER_CLASSES[kind]).has(property));
      const words = String(description).replace(/^Keyframes of `\w+`\. /, '');
      const shown = words.startsWith('Every layer: ')
        ? LAYER_KINDS
        : [...words.matchAll(/Layers? ([^:]+): /g)].flatMap(([, list]) =>
            list!.split('`').filter((_, index) => index % 2),
          );
      expect([property, ...[...shown].sort()]).toEqual([property, ...kinds]);
    }
  });

  it('has the closed set of frame rates', () => {
    const { CreateVideoBody, Video } = document.components.schemas as Record<
      string,
      { properties: Record<string, Schema> }
    >;
    const rates = { type: 'integer', enum: [12, 24, 30] };
    expect([CreateVideoBody!.properties['fps'], Video!.properties['fps']]).toMatchObject([rates, rates]);
  });

  it('has the types of the values of variables', () => {
    const { Modifications } = document.components.schemas as Record<string, { properties: Record<string, Schema> }>;
    const values = Modifications!.properties['variables']!['additionalProperties'] as { anyOf: Schema[] };
    expect(values.anyOf.map(({ type }) => type)).toEqual(['string', 'number', 'boolean', 'object', 'array']);
  });

  it('describes the requests to webhooks under a tag of their own, as callbacks of the registration', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    const callbacks = operations.flatMap(({ operationId, callbacks: of = {} }) =>
      Object.entries(of).map(([name, targets]) => ({ operationId, name, targets })),
    );
    expect(document.webhooks).toBeUndefined();
    expect(callbacks).toEqual(
      ['video.started', 'video.finished', 'video.failed', 'batch.finished', 'alert.low_balance'].map((name) => ({
        operationId: 'createWebhook',
        name,
        targets: { '{$request.body#/url}': { post: expect.objectContaining({ tags: ['Events'] }) } },
      })),
    );
    expect(operations.filter(({ tags }) => tags.includes('Events'))).toEqual([]);
  });

  it('has a schema of every event, for webhooks and for streams', () => {
    const { Event, BatchEvent, VideoStreamEvent } = document.components.schemas;
    expect([Event, BatchEvent, VideoStreamEvent]).toMatchObject([
      { required: ['type', 'timestamp', 'org_id', 'data'] },
      { required: ['type', 'timestamp', 'org_id', 'data'] },
      {
        required: ['id', 'event', 'data'],
        properties: { data: { contentSchema: { $ref: '#/components/schemas/Video' } } },
      },
    ]);
    const streams = places.filter(({ pointer }) => pointer.endsWith('/text/event-stream/schema'));
    expect(streams.map(({ schema }) => schema)).toMatchObject([
      { type: 'string', contentSchema: { items: { $ref: '#/components/schemas/VideoStreamEvent' } } },
    ]);
  });
});
