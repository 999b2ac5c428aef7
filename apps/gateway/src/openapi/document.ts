import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { ERROR_CATALOG, MAX_PAGE_ENTRIES, Pagination } from '#libs/contracts';
import { ANY_TEXT, type JsonSchema, propertiesOf, propertySchema, type Shape } from '#libs/template';
import { type Access, accessOf, statedAccess } from '../http/caller/access.js';
import { SESSION_COOKIE } from '../auth/session-cookie.js';
import { NoBody } from '../http/request-shapes.js';
import { componentSchemas, describeShape, refTo, refToRequest, refToSchema, styleOf } from './components.js';
import { errorResponse, errorResponses, headerRefs, type OperationErrorCode } from './error-responses.js';
import { exampleOf, exampleOfParameter } from './examples.js';
import { forGenerators } from './for-generators.js';
import { AUTHENTICATED_HEADERS, HEADER_COMPONENTS } from './headers.js';
import { INTRODUCTION, TAGS } from './introduction.js';
import { type DeclaredOperation, type Media, operationOf, type Success } from './operation.js';

const PREFIX = '/v1';

/**
 * The OpenAPI 3.1 document of the API: routes from the controllers, parameters, bodies and responses from the
 * classes that check them, descriptions from their docstrings.
 *
 * @param app with all its modules
 * @param baseUrl `{base_url}`, with `/v1`
 */
export function apiDocument(app: INestApplication, baseUrl: string): object {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Framewright')
    .setVersion('1')
    .setDescription(INTRODUCTION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(baseUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'fw_…', description: 'An API key.' }, 'apiKey')
    .addCookieAuth(SESSION_COOKIE, { type: 'apiKey', in: 'cookie', description: 'The session of a user.' }, 'session')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'fwp_…', description: 'A preview token.' },
      'previewToken',
    )
    .addSecurityRequirements('apiKey')
    .addSecurityRequirements('session');
  for (const { name, description } of TAGS) builder.addTag(name, description);
  const scanned = SwaggerModule.createDocument(app, builder.build(), { onlyIncludeDecoratedEndpoints: true });
  const paths = Object.entries(scanned.paths).map(
    ([path, item]) => [path.slice(PREFIX.length), describePath(item)] as const,
  );
  return {
    ...scanned,
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: scanned.components?.securitySchemes,
      headers: HEADER_COMPONENTS,
      responses: errorResponses(),
      schemas: componentSchemas(),
    },
  };
}

function describePath(item: object): object {
  const operations = Object.entries(item as Record<string, ScannedOperation>);
  return Object.fromEntries(operations.map(([method, scanned]) => [method, describeOperation(method, scanned)]));
}

interface ScannedOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
}

function describeOperation(method: string, { operationId, summary, description, tags }: ScannedOperation): object {
  const operation = operationOf(operationId);
  const parameters = parametersOf(operation, tags[0]!);
  const { body } = operation.parts;
  return {
    operationId,
    summary,
    description,
    tags,
    ...securityOf(statedAccess(operation.handler)),
    'x-access': accessOf(operation.handler, method),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body ? { requestBody: requestBody(body) } : {}),
    ...(operation.file === undefined ? {} : { requestBody: fileBody(operation.file) }),
    responses: responsesOf(operation, method),
    ...(operation.callbacks && { callbacks: operation.callbacks() }),
  };
}

/**
 * The credentials that an operation takes. Keys do not administer and have no session, and preview tokens only show a
 * template. All other operations take a session, too.
 */
function securityOf(access: Access | undefined): object {
  if (access === 'public') return { security: [] };
  if (access === 'preview') return { security: [{ previewToken: [] }] };
  return access === undefined || access === 'read' || access === 'write' ? {} : { security: [{ session: [] }] };
}

function parametersOf({ parts: { path, query, headers } }: DeclaredOperation, tag: string): object[] {
  const places = [
    ['path', path],
    ['query', query],
    ['header', headers],
  ] as const;
  return places.flatMap(([place, shape]) =>
    shape ? [...propertiesOf(shape).keys()].map((name) => parameter({ place, tag }, shape, name)) : [],
  );
}

function parameter(at: { place: 'path' | 'query' | 'header'; tag: string }, shape: Shape, name: string): object {
  const property = propertiesOf(shape).get(name)!;
  const example = exampleOfParameter(at.tag, name);
  const { description, ...schema } = propertySchema({ shape, property }, styleOf(shape));
  return {
    name,
    in: at.place,
    ...(description === undefined ? {} : { description }),
    required: at.place === 'path' || !property.optional,
    schema: forGenerators(at.place === 'header' ? inHeader(schema) : schema),
    ...(example === undefined ? {} : { example }),
  };
}

/** The schema of a header, without the pattern that excludes U+0000: HTTP itself excludes that and more. */
function inHeader({ pattern, ...schema }: JsonSchema): JsonSchema {
  return pattern === undefined || pattern === ANY_TEXT ? schema : { ...schema, pattern };
}

/**
 * The body of a request, as JSON alone. Where CSV is taken too, it is left out, because generators of code refuse such
 * a body or leave the operation out.
 */
function requestBody(body: Shape): object {
  const example = exampleOf(body);
  return {
    required: body !== NoBody,
    ...describedBy(body),
    content: {
      'application/json': { schema: refToRequest(body), ...(example === undefined ? {} : { example }) },
    },
  };
}

function fileBody(description: string): object {
  const schema = { type: 'string', format: 'binary' };
  return { required: true, description, content: { 'application/octet-stream': { schema } } };
}

function describedBy(shape: Shape): object {
  const description = describeShape(shape);
  return description === undefined ? {} : { description };
}

function responsesOf(operation: DeclaredOperation, method: string): Record<string, object> {
  const successes = operation.responses.map((response): [string, object] => [
    String(response.status),
    success(response, operation),
  ]);
  const errors = errorsOf(operation, method).map(errorResponse);
  return Object.fromEntries([
    ...successes,
    ...errors.map(({ status, $ref }): [string, object] => [String(status), { $ref }]),
  ]);
}

function success({ description, headers = [], ...content }: Success, { access }: DeclaredOperation): object {
  const media = contentOf(content);
  const names = ['X-Request-Id', ...(access === 'public' ? [] : AUTHENTICATED_HEADERS), ...headers];
  return { description, headers: headerRefs(names), ...(media ? { content: media } : {}) };
}

function contentOf({
  body,
  listOf,
  media,
  example: given,
}: Omit<Success, 'status' | 'description' | 'headers'>): object | undefined {
  if (media) {
    const all = [media]
      .flat()
      .flatMap((each) => [each.type, ...(each.otherTypes ?? [])].map((type) => ({ ...each, type })));
    return Object.fromEntries(all.map((each) => [each.type, mediaOf(each)]));
  }
  const shape = body ?? listOf;
  if (!shape) return undefined;
  const example = given ?? exampleOf(shape);
  if (body) return { 'application/json': { schema: refTo(body), ...(example === undefined ? {} : { example }) } };
  const page = { data: [example], pagination: { limit: 20, offset: 0, total: 1, has_more: false } };
  return {
    'application/json': {
      schema: refToSchema(`${shape.name.replace(/^Listed/, '')}List`, pageSchema(shape)),
      example: page,
    },
  };
}

function mediaOf({ schema, example }: Media): object {
  return { schema, ...(example === undefined ? {} : { example }) };
}

function pageSchema(shape: Shape): JsonSchema {
  return {
    type: 'object',
    description: 'One page of a list, newest first.',
    required: ['data', 'pagination'],
    properties: {
      data: { type: 'array', maxItems: MAX_PAGE_ENTRIES, items: refTo(shape), description: 'The entries of the page.' },
      pagination: { ...refTo(Pagination), description: 'The position of the page in the list.' },
    },
  };
}

/** The errors of every request, of requests with a key, of those with a path parameter, and of this operation. */
function errorsOf({ parts, errors = [], handler }: DeclaredOperation, method: string): OperationErrorCode[] {
  const needed = accessOf(handler, method);
  const found = new Set<OperationErrorCode>([
    'BAD_REQUEST',
    'VALIDATION_ERROR',
    'INTERNAL_SERVER_ERROR',
    'MAINTENANCE_MODE',
    ...errors,
  ]);
  if (needed !== 'public') {
    found.add('AUTHENTICATION_REQUIRED').add('RATE_LIMIT_EXCEEDED');
    if (needed !== 'read' || method !== 'get') found.add('INSUFFICIENT_PERMISSIONS');
  }
  if (parts.path) found.add('RESOURCE_NOT_FOUND');
  return [...found].sort((a, b) => ERROR_CATALOG[a].status - ERROR_CATALOG[b].status);
}
