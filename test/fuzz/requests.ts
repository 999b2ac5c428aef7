import fc from 'fast-check';
import { HOSTILE, type Schema, SOME_ID, type Values, valuesFor } from './arbitrary-of-schema.ts';

export interface FuzzRequest {
  operation: string;
  method: string;
  /** With `{…}` for ids: filled in from what exists when it is sent. */
  path: string;
  /** Index of one of the ids known then, modulo their number. The first id is another organization's. */
  pick: number;
  headers: Record<string, string>;
  body?: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}

interface Described {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: Record<string, unknown> }> };
}

export interface FuzzDocument {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

const BAD_PATHS = [
  '',
  'x',
  '..',
  '%2e%2e',
  '%00',
  '%F0%9F%98%80',
  "'",
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(500),
];
const BAD_BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"a":1,"a":2}',
  '{}{}',
  '\ufeff{}',
  '['.repeat(100),
  '{"__proto__":{}}',
  '1e999',
];
/**
 * The mark of a free test video. It is removed, so that requests are refused for lack of credits: rendering is for
 * other tests.
 */
const FREE = /"test":true/g;

/** Requests to every operation of the document: as a rule nearly right, now and then wrong in any part. */
export function requestsTo(document: FuzzDocument): fc.Arbitrary<FuzzRequest> {
  const makers: Makers = {
    right: valuesFor(document.components.schemas, 0),
    nearly: valuesFor(document.components.schemas, 5),
  };
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      weight: method === 'delete' ? 1 : 4, // or little would be left to be asked for
      arbitrary: requestTo(makers, { path, method, described }),
    })),
  );
  return fc.oneof(...operations, { weight: 2, arbitrary: unknownRoute() });
}

/** Values as the document wants them, and values that partly are not. */
interface Makers {
  right: Values;
  nearly: Values;
}

function requestTo(
  makers: Makers,
  { path, method, described }: { path: string; method: string; described: Described },
): fc.Arbitrary<FuzzRequest> {
  const parameters = described.parameters ?? [];
  const of = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  return fc
    .record({
      path: pathLike(path),
      pick: fc.nat({ max: 40 }),
      query: queryLike(of('query'), makers),
      headers: headersLike(of('header')),
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom('head', 'options', 'patch', 'put') },
      ),
      body: bodyLike(described, makers),
    })
    .map(({ query, method: verb, body, ...rest }) => ({
      ...rest,
      operation: described.operationId,
      method: verb.toUpperCase(),
      path: rest.path + query,
      ...(body === undefined || verb === 'get' || verb === 'head' ? {} : { body: body.replace(FREE, '"test":false') }),
    }));
}

/** A path, mostly with ids that are still to be filled in. */
function pathLike(path: string): fc.Arbitrary<string> {
  const bad = fc.constantFrom(...BAD_PATHS).map((step) => path.replace(/\{\w+\}/, step));
  return fc.oneof({ weight: 9, arbitrary: fc.constant(path) }, { weight: 1, arbitrary: bad });
}

function queryLike(parameters: readonly Parameter[], { nearly }: Makers): fc.Arbitrary<string> {
  const known = parameters.map(({ name, schema }) =>
    fc.option(nearly(schema).map((value) => [name, asText(value)] as const)),
  );
  const unknown = fc.oneof(
    { weight: 20, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.tuple(fc.string({ maxLength: 10 }), fc.string({ maxLength: 10 })) },
  );
  return fc.tuple(...known, unknown).map((pairs) => {
    const query = new URLSearchParams(pairs.filter((pair) => pair !== null).map(([name, value]) => [name, value]));
    return query.size === 0 ? '' : `?${query.toString()}`;
  });
}

function headersLike(parameters: readonly Parameter[]): fc.Arbitrary<Record<string, string>> {
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.stringMatching(/^[1-9]\d{0,5}$/) },
    { weight: 1, arbitrary: fc.stringMatching(/^[ -~]{0,40}$/).map((text) => text.trim()) },
  );
  const entries = parameters.map(({ name }) => fc.option(value.map((text) => [name, text] as const)));
  return fc.tuple(...entries).map((given) => Object.fromEntries(given.filter((entry) => entry !== null)));
}

function bodyLike({ requestBody }: Described, { right, nearly }: Makers): fc.Arbitrary<string | undefined> {
  if (!requestBody) return fc.constant(undefined);
  const described = requestBody.content['application/json'];
  if (!described) return fc.string(); // a file of no accepted type
  const { schema, example = {} } = described;
  const json = (values: Values) => values(schema).map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 4, arbitrary: likeExample(example) },
    { weight: 6, arbitrary: json(right) },
    { weight: 6, arbitrary: json(nearly) },
    { weight: 2, arbitrary: HOSTILE.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom(...BAD_BODIES) },
  );
}

/** The document's own example of an id that exists, as it stands or with one unexpected field. */
function likeExample(example: Record<string, unknown>): fc.Arbitrary<string> {
  const whole = 'template_id' in example ? { ...example, template_id: SOME_ID } : example;
  const fields = fc.constantFrom(...Object.keys(whole), 'unknown');
  const broken = fc.tuple(fields, HOSTILE).map(([field, value]) => ({ ...whole, [field]: value }));
  return fc.oneof(fc.constant(whole), broken).map((value) => JSON.stringify(value));
}

function unknownRoute(): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    operation: fc.constant('none'),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
    path: fc.webPath({ size: 'small' }).map((path) => `/no${path}`),
    pick: fc.constant(0),
    headers: fc.constant({}),
  });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
