import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { TEXT_FORMATS } from '#libs/template';

type Json = Record<string, unknown>;

/** Statuses with which the checks before any route answer. */
const WITHOUT_ROUTE: ReadonlySet<number> = new Set([400, 401, 404, 429, 503]);

interface ResponseObject {
  $ref?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: Json }>;
}

interface OperationObject {
  operationId: string;
  responses: Record<string, ResponseObject>;
}

/** The used part of an OpenAPI 3.1 document. */
export interface ApiDocument {
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    responses: Record<string, ResponseObject>;
    headers: Record<string, { required?: boolean; schema: Json }>;
  } & Json;
}

/** An answer to be held against the document. */
export interface Answered {
  method: string;
  /** Below the base address, with or without a query. */
  path: string;
  status: number;
  headers: Headers;
  /** Parsed where the content is JSON. */
  body: unknown;
}

/**
 * Holds answers against the API's own OpenAPI document: status, content type, headers and body. Stricter than a client
 * may be: fields that the document does not name are faults too.
 */
export class ApiContract {
  private readonly ajv: Ajv2020;
  private readonly known = new Map<string, ValidateFunction>();

  constructor(private readonly document: ApiDocument) {
    this.ajv = new Ajv2020({ strict: false, allErrors: true });
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    for (const format of TEXT_FORMATS) this.ajv.addFormat(format, true);
    this.ajv.addSchema(closed({ ...document, $id: 'api' }) as Json);
  }

  /** @throws Error naming the parts of the answer that the document does not have */
  check(answer: Answered): void {
    const faults = this.faultsOf(answer);
    if (faults.length === 0) return;
    const body = JSON.stringify(answer.body ?? null).slice(0, 1_000);
    throw new Error(
      `${answer.method} ${answer.path} → ${answer.status} is not as documented: ${faults.join('; ')}\n${body}`,
    );
  }

  /**
   * The faults of an answer. A path without an operation may have one of the document's errors, about the path or from
   * the checks before it.
   */
  faultsOf(answer: Answered): string[] {
    const { method, path, status } = answer;
    const operation = this.find(method, path);
    if (!operation) return this.faultsWithoutRoute(answer);
    const declared = operation.responses[String(status)];
    return declared ? this.responseFaults(declared, answer) : [`status ${status} of ${operation.operationId}`];
  }

  private faultsWithoutRoute(answer: Answered): string[] {
    if (answer.status === 405) return methodFaults(answer);
    if (!WITHOUT_ROUTE.has(answer.status)) return ['an unknown path is answered'];
    const operations = Object.values(this.document.paths).flatMap((item) => Object.values(item));
    const declared = operations.map(({ responses }) => responses[String(answer.status)]);
    const error = declared.find((response) => response?.$ref !== undefined);
    return error ? this.responseFaults(error, answer) : [`status ${answer.status} of an unknown path`];
  }

  private responseFaults(declared: ResponseObject, { method, headers, body }: Answered): string[] {
    const name = declared.$ref?.split('/').at(-1);
    const response = name === undefined ? declared : this.document.components.responses[name]!;
    return [
      ...this.headerFaults(response, headers),
      ...(method === 'HEAD' ? [] : this.bodyFaults(response, headers, body)),
    ];
  }

  private headerFaults(response: ResponseObject, headers: Headers): string[] {
    return Object.entries(response.headers ?? {}).flatMap(([name, { $ref }]) => {
      const { required = false, schema } = this.document.components.headers[$ref.split('/').at(-1)!]!;
      const sent = headers.get(name);
      if (sent === null) return required ? [`${name} is missing`] : [];
      const value = schema['type'] === 'integer' ? Number(sent) : sent;
      return this.faults(schema, value, name);
    });
  }

  private bodyFaults({ content }: ResponseObject, headers: Headers, body: unknown): string[] {
    if (!content) return body === undefined || body === '' ? [] : ['there is a body'];
    const type = headers.get('content-type')?.split(';')[0] ?? 'none';
    const media = content[type];
    if (!media) return [`content type ${type}`];
    return type.endsWith('json') ? this.faults(media.schema, body, 'body') : [];
  }

  private faults(schema: Json, value: unknown, what: string): string[] {
    const key = JSON.stringify(schema);
    const validate = this.known.get(key) ?? this.ajv.compile(closed(addressed(schema)) as Json);
    this.known.set(key, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /**
   * Finds the operation of a path. Where several fit, it is the one with the fewest parameters: a literal step is never
   * taken for an id.
   */
  private find(method: string, path: string): OperationObject | undefined {
    const asked = path.split('?')[0]!.split('/');
    const matches = Object.entries(this.document.paths).filter(([template]) => {
      const steps = template.split('/');
      return steps.length === asked.length && steps.every((step, n) => step.startsWith('{') || step === asked[n]);
    });
    const [, item] = matches.sort(([a], [b]) => a.split('{').length - b.split('{').length)[0] ?? [];
    return item?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  }
}

/** The faults of a 405. No operation has this status, so the document does not describe it. */
function methodFaults({ method, headers, body }: Answered): string[] {
  const { error } = (body ?? {}) as { error?: { code?: string } };
  const isCoded = method === 'HEAD' || error?.code === 'METHOD_NOT_ALLOWED';
  return [...(headers.get('allow') === null ? ['Allow is missing'] : []), ...(isCoded ? [] : ['the code of a 405'])];
}

/** A copy of a schema in which references name the document, so that they hold wherever the schema is used. */
function addressed(schema: Json): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as unknown;
}

/** A copy of a schema in which objects with named properties accept no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isOpenObject = copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy);
  return isOpenObject ? { ...copy, additionalProperties: false } : copy;
}

/** `fetch` that holds every answer of the API at `baseUrl()` against its own document. */
export function checkedFetch(baseUrl: () => string): (request: Request) => Promise<Response> {
  let contract: Promise<ApiContract> | undefined;
  return async (request) => {
    const response = await fetch(request);
    const base = baseUrl();
    if (!request.url.startsWith(base)) return response;
    const type = response.headers.get('content-type') ?? '';
    contract ??= readContract(base);
    const isEndless = type.startsWith('text/event-stream'); // as long as the video
    const text = isEndless ? '' : await response.clone().text();
    const body: unknown = /json/.test(type) && text !== '' ? JSON.parse(text) : text;
    const { status, headers } = response;
    (await contract).check({ method: request.method, path: request.url.slice(base.length), status, headers, body });
    return response;
  };
}

async function readContract(baseUrl: string): Promise<ApiContract> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  if (!response.ok) throw new Error(`openapi.json was answered ${response.status}`);
  return new ApiContract((await response.json()) as ApiDocument);
}
