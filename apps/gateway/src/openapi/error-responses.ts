import { ERROR_CATALOG, type ErrorCode, ValidationDetail } from '#libs/contracts';
import type { JsonSchema } from '#libs/template';
import { refTo, refToSchema } from './components.js';

/** Conditions under which each code is returned, and the fields of its body in addition to code and message. */
interface ErrorFacts {
  when: string;
  extras?: Record<string, JsonSchema>;
  /** The extras that are always present. */
  always?: readonly string[];
  example: Record<string, unknown>;
  headers?: readonly string[];
}

const SECONDS: JsonSchema = { type: 'integer', minimum: 1, description: 'Seconds to wait before the next attempt.' };
const MESSAGE: JsonSchema = { type: 'string', description: 'A sentence for people.' };
const REASON: JsonSchema = { type: 'string', description: 'The exact reason.' };

/** Codes that no operation returns: for a method that a path does not have, and for files. */
export const CODES_WITHOUT_OPERATION = ['METHOD_NOT_ALLOWED', 'RANGE_NOT_SATISFIABLE'] as const satisfies ErrorCode[];
export type OperationErrorCode = Exclude<ErrorCode, (typeof CODES_WITHOUT_OPERATION)[number]>;

const FACTS: Readonly<Record<OperationErrorCode, ErrorFacts>> = {
  BAD_REQUEST: {
    when: 'The request or its body cannot be read: invalid JSON, invalid UTF-8, a duplicate key, nesting deeper than 64 levels, or a content type other than `application/json`.',
    extras: { details: REASON },
    example: { details: 'The body is not valid JSON' },
  },
  AUTHENTICATION_REQUIRED: {
    when: 'The API key is missing, not sent as a Bearer key, malformed, unknown, revoked or expired; the session has ended; or what was sent to sign in is wrong.',
    extras: { details: REASON },
    always: ['details'],
    example: { details: 'The API key is unknown' },
    headers: ['WWW-Authenticate'],
  },
  INSUFFICIENT_CREDITS: {
    when: 'The balance, or what is left of a limit of the key, is below the price.',
    extras: {
      details: {
        type: 'string',
        pattern: '^Required: [0-9]+ credits, Available: [0-9]+ credits( within (daily|total)_credits of the key)?$',
        description: 'The price, and the balance or what is left of the limit of the key.',
      },
    },
    always: ['details'],
    example: { details: 'Required: 10 credits, Available: 3 credits' },
  },
  INSUFFICIENT_PERMISSIONS: {
    when: 'The key or the role of the user does not permit the request: a `read` key and a viewer only read, and no key administers. Or a browser sends it from a page of another origin.',
    example: {},
  },
  RESOURCE_NOT_FOUND: {
    when: 'The organization has no resource with this id, or the API has no such path.',
    extras: { details: REASON },
    example: {},
  },
  CONFLICT: {
    when: 'The resource has changed since it was read; `details` states what is newest. Nothing was changed.',
    extras: { details: REASON },
    example: { details: 'Newest revision: 7, newest version: 3' },
  },
  VALIDATION_ERROR: {
    when: 'Parameters or fields are invalid. `details` lists every fault: at most 100, then one entry that counts the rest.',
    extras: {
      details: {
        type: 'array',
        minItems: 1,
        maxItems: 101,
        items: refTo(ValidationDetail),
        description: 'Every fault, in the order of the fields.',
      },
    },
    always: ['details'],
    example: {
      details: [
        { field: 'format', code: 'REQUIRED_FIELD', message: 'format is required', value: null },
        {
          field: 'pages[0].layers[2].weight',
          code: 'INVALID_TYPE',
          message: 'weight must be a number, one of 100, 200, 300, 400, 500, 600, 700, 800, 900',
          value: 'bold',
        },
      ],
    },
  },
  RATE_LIMIT_EXCEEDED: {
    when: 'The organization has used up the requests of the current clock minute, this client address has sent too many invalid keys or attempts to sign in, or a limit on concurrent or free work is reached; `details` then names the limit. `limit`, `remaining` and `reset` are absent in a response to a request that no minute counts.',
    extras: {
      retry_after: SECONDS,
      details: REASON,
      limit: { type: 'integer', minimum: 1, description: 'Requests, or attempts, per minute.' },
      remaining: { type: 'integer', minimum: 0, description: 'Requests left in the current minute.' },
      reset: { type: 'integer', description: 'When the next minute begins, in Unix seconds.' },
    },
    always: ['retry_after'],
    example: { retry_after: 17, limit: 100, remaining: 0, reset: 1_795_276_860 },
    headers: ['Retry-After'],
  },
  INTERNAL_SERVER_ERROR: {
    when: 'An unexpected error. If a dependency is unavailable, the response has `Retry-After`.',
    example: {},
    headers: ['Retry-After'],
  },
  MAINTENANCE_MODE: {
    when: 'The API is closed for maintenance, or it accepts no new videos. Rendering and webhook deliveries continue.',
    extras: { retry_after: SECONDS },
    always: ['retry_after'],
    example: { retry_after: 300 },
    headers: ['Retry-After'],
  },
};

/** `RESOURCE_NOT_FOUND` → `ResourceNotFound`: the response's name in the document. */
function nameOf(code: OperationErrorCode): string {
  return code.toLowerCase().replace(/(^|_)(\w)/g, (_match, _before, letter: string) => letter.toUpperCase());
}

/** A reference to the response of an error code. */
export function errorResponse(code: OperationErrorCode): { status: number; $ref: string } {
  return { status: ERROR_CATALOG[code].status, $ref: `#/components/responses/${nameOf(code)}` };
}

/** The responses of all error codes of operations, by name. */
export function errorResponses(): Record<string, object> {
  const codes = Object.keys(FACTS) as OperationErrorCode[];
  return Object.fromEntries(codes.map((code) => [nameOf(code), response(code)]));
}

function response(code: OperationErrorCode): object {
  const { when, extras = {}, always = [], example, headers = [] } = FACTS[code];
  const { title } = ERROR_CATALOG[code];
  const error = {
    type: 'object',
    required: ['code', 'message', ...always],
    properties: {
      code: { type: 'string', const: code, enum: [code], description: 'The code of this error.' },
      message: MESSAGE,
      ...extras,
    },
  };
  const body = { type: 'object', required: ['error'], properties: { error: { ...error, description: 'The error.' } } };
  return {
    description: when,
    headers: headerRefs(['X-Request-Id', ...headers]),
    content: {
      'application/json': {
        schema: refToSchema(`${nameOf(code).replace(/Error$/, '')}Error`, body),
        example: { error: { code, message: title, ...example } },
      },
    },
  };
}

/** References to header components. */
export function headerRefs(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
