import { ERROR_CATALOG, type ErrorCode, ValidationDetail } from '#libs/contracts';
import type { JsonSchema } from '#libs/template';
import { refTo, refToSchema } from './components.js';

/** When each code is answered (API.md §2), and what its body has besides code and message. */
interface ErrorFacts {
  when: string;
  extras?: Record<string, JsonSchema>;
  /** Those of the extras that are always there. */
  always?: readonly string[];
  example: Record<string, unknown>;
  headers?: readonly string[];
}

const SECONDS: JsonSchema = { type: 'integer', minimum: 1, description: 'Seconds after which to try again.' };
const REASON: JsonSchema = { type: 'string', description: 'What exactly is wrong.' };

const FACTS: Readonly<Record<ErrorCode, ErrorFacts>> = {
  BAD_REQUEST: {
    when: 'The request or its body cannot be read: no JSON, not UTF-8, a key twice, deeper than 64 levels, another content type.',
    extras: { details: REASON },
    example: { details: 'The body is not valid JSON' },
  },
  AUTHENTICATION_REQUIRED: {
    when: 'There is no API key, or it is not a Bearer key, malformed, unknown, revoked or expired.',
    extras: { details: REASON },
    always: ['details'],
    example: { details: 'The API key is unknown' },
    headers: ['WWW-Authenticate'],
  },
  INSUFFICIENT_CREDITS: {
    when: 'The balance is below the price.',
    extras: { details: { type: 'string', pattern: String.raw`^Required: \d+ credits, Available: \d+ credits$` } },
    always: ['details'],
    example: { details: 'Required: 10 credits, Available: 3 credits' },
  },
  INSUFFICIENT_PERMISSIONS: { when: 'A `read` key may only GET and HEAD.', example: {} },
  RESOURCE_NOT_FOUND: {
    when: 'The organization has nothing with this id, or the path or its method does not exist.',
    extras: { details: REASON },
    example: {},
  },
  VALIDATION_ERROR: {
    when: 'Parameters or fields break their rules; every fault at once, at most 100 and one that counts the rest.',
    extras: { details: { type: 'array', minItems: 1, maxItems: 101, items: refTo(ValidationDetail) } },
    always: ['details'],
    example: {
      details: [
        { field: 'format', code: 'REQUIRED_FIELD', message: 'format is required', value: null },
        { field: 'pages[0].layers[2].weight', code: 'INVALID_TYPE', message: 'weight must be a number', value: 'bold' },
      ],
    },
  },
  RATE_LIMIT_EXCEEDED: {
    when: 'The organization has spent the requests of the running clock minute, this address has sent too many bad keys, or a share of what is free is used up: then `details` says which.',
    extras: {
      retry_after: SECONDS,
      details: REASON,
      limit: { type: 'integer', minimum: 1, description: 'Requests a minute.' },
      remaining: { type: 'integer', minimum: 0 },
      reset: { type: 'integer', description: 'Unix seconds at which the next minute begins.' },
    },
    always: ['retry_after', 'limit', 'remaining', 'reset'],
    example: { retry_after: 17, limit: 100, remaining: 0, reset: 1_795_276_860 },
    headers: ['Retry-After'],
  },
  INTERNAL_SERVER_ERROR: {
    when: 'Something unforeseen, a dependency out of reach included (then with `Retry-After`).',
    example: {},
    headers: ['Retry-After'],
  },
  MAINTENANCE_MODE: {
    when: 'The API is closed for maintenance; renders and deliveries go on.',
    extras: { retry_after: SECONDS },
    always: ['retry_after'],
    example: { retry_after: 300 },
    headers: ['Retry-After'],
  },
};

/** `RESOURCE_NOT_FOUND` → `ResourceNotFound`: the response's name in the document. */
function nameOf(code: ErrorCode): string {
  return code.toLowerCase().replace(/(^|_)(\w)/g, (_match, _before, letter: string) => letter.toUpperCase());
}

/** A reference to the response that a code is answered with. */
export function errorResponse(code: ErrorCode): { status: number; $ref: string } {
  return { status: ERROR_CATALOG[code].status, $ref: `#/components/responses/${nameOf(code)}` };
}

/** The responses of all nine codes, by name. */
export function errorResponses(): Record<string, object> {
  const codes = Object.keys(ERROR_CATALOG) as ErrorCode[];
  return Object.fromEntries(codes.map((code) => [nameOf(code), response(code)]));
}

function response(code: ErrorCode): object {
  const { when, extras = {}, always = [], example, headers = [] } = FACTS[code];
  const { title } = ERROR_CATALOG[code];
  const error = {
    type: 'object',
    required: ['code', 'message', ...always],
    properties: { code: { const: code }, message: { type: 'string' }, ...extras },
  };
  const body = { type: 'object', required: ['error'], properties: { error } };
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
