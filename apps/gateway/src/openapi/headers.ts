import { MAX_INTEGER } from '#libs/contracts';

/** Every response header of the API, as components of the document. */
export const HEADER_COMPONENTS = {
  'X-Request-Id': {
    description:
      'Id of this request in the logs: the one that you sent if it has 1–64 characters of `A–Z a–z 0–9 . _ -`, otherwise a new one.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests per minute that the keys of the organization share.',
    required: true,
    schema: { type: 'integer', minimum: 1, maximum: MAX_INTEGER },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the current clock minute.',
    required: true,
    schema: { type: 'integer', minimum: 0, maximum: MAX_INTEGER },
  },
  'X-RateLimit-Reset': {
    description: 'When the next minute begins, in Unix seconds.',
    required: true,
    schema: { type: 'integer', minimum: 0, format: 'int64' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_INTEGER },
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme (RFC 9110 §11.6.1).',
    required: true,
    schema: { type: 'string', const: 'Bearer', enum: ['Bearer'] },
  },
  Location: {
    description: 'URL of the created resource.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  ETag: {
    description: 'Strong entity tag: equal tags mean equal bytes.',
    required: true,
    schema: { type: 'string', pattern: '^"[!#-~]+"$' },
    example: '"7"',
  },
  'Set-Cookie': {
    description: 'Sets or deletes the cookie `framewright_session`, which no script of a page can read.',
    required: true,
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'Present if this response repeats that of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true', enum: ['true'] },
  },
} as const;

export type HeaderName = keyof typeof HEADER_COMPONENTS;

/** Headers of every response to a request with a valid key. */
export const AUTHENTICATED_HEADERS: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
