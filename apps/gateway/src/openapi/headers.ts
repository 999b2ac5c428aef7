/** Every header that the API's answers carry, as components of the document. */
export const HEADER_COMPONENTS = {
  'X-Request-Id': {
    description: 'Names this request in the logs: yours where it was 1–64 of `A–Z a–z 0–9 . _ -`, else a new one.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests a minute for the organization, over all its keys.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the running clock minute.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'Unix seconds at which the next minute begins.',
    required: true,
    schema: { type: 'integer' },
  },
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'RFC 9110 §11.6.1.', required: true, schema: { const: 'Bearer' } },
  Location: {
    description: 'The address of what was created.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  ETag: {
    description: 'Strong: equal tags are equal bytes.',
    required: true,
    schema: { type: 'string', pattern: '^"[!#-~]+"$' },
  },
  'Idempotency-Replayed': {
    description: 'This answer repeats that of an earlier request with the same `Idempotency-Key`.',
    schema: { const: 'true' },
  },
} as const;

export type HeaderName = keyof typeof HEADER_COMPONENTS;

/** On every answer to a caller whose key was accepted. */
export const AUTHENTICATED_HEADERS: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
