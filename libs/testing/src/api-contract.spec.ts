import { describe, expect, it } from '@jest/globals';
import { ApiContract, type ApiDocument } from './api-contract.js';

const DOCUMENT = {
  openapi: '3.1.0',
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        responses: {
          200: {
            headers: { 'X-Left': { $ref: '#/components/headers/X-Left' } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          304: {},
          404: { $ref: '#/components/responses/Missing' },
        },
      },
    },
    '/things/count': { post: { operationId: 'countThings', responses: { 204: {} } } },
  },
  components: {
    headers: { 'X-Left': { required: true, schema: { type: 'integer', minimum: 0 } } },
    responses: { Missing: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
    schemas: { Thing: { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } } },
  },
} as unknown as ApiDocument;

const ID = 'b3f9a9f0-5a0e-4d5a-9a51-0d3f3a1b2c3d';
const contract = new ApiContract(DOCUMENT);
const answer = (changes: object = {}, headers: Record<string, string> = {}) => ({
  method: 'GET',
  path: `/things/${ID}?x=1`,
  status: 200,
  body: { id: ID },
  headers: new Headers({ 'content-type': 'application/json; charset=utf-8', 'x-left': '3', ...headers }),
  ...changes,
});

describe('an answer held against the document', () => {
  it.each([
    ['as documented', answer()],
    ['of a response by reference', answer({ status: 404 })],
    ['to HEAD, without a body', answer({ method: 'HEAD', body: '' })],
    ['without content', answer({ status: 304, body: '' })],
    ['about a path that does not exist', answer({ path: '/nothing', status: 404 })],
    [
      'about a method that the closest path does not have, but a more general one',
      answer(
        { path: '/things/count', status: 405, body: { error: { code: 'METHOD_NOT_ALLOWED' } } },
        { allow: 'POST' },
      ),
    ],
  ])('passes %s', (_what, answered) => {
    expect(contract.faultsOf(answered)).toEqual([]);
  });

  it.each([
    ['another status', answer({ status: 500 }), 'status 500 of getThing'],
    ['another type', answer({}, { 'content-type': 'text/html' }), 'content type text/html'],
    ['a missing field', answer({ body: {} }), "body must have required property 'id'"],
    ['an undocumented field', answer({ body: { id: ID, secret: 1 } }), 'must NOT have additional properties'],
    ['a value of another format', answer({ body: { id: 'x' } }), 'body/id must match format "uuid"'],
    ['a header out of bounds', answer({}, { 'x-left': '-1' }), 'X-Left must be >= 0'],
    ['a body where there is none', answer({ status: 304 }), 'there is a body'],
    ['another error about an unknown path', answer({ path: '/nothing', status: 404, body: {} }), "property 'id'"],
    ['a literal step taken for an id', answer({ path: '/things/count' }), 'an unknown path is answered'],
    ['an unknown path answered', answer({ path: '/nothing' }), 'an unknown path is answered'],
  ])('refuses %s', (_what, answered, fault) => {
    expect(contract.faultsOf(answered).join()).toContain(fault);
    expect(() => contract.check(answered)).toThrow(fault);
  });

  it('refuses a missing header', () => {
    const answered = answer();
    answered.headers.delete('x-left');
    expect(contract.faultsOf(answered)).toEqual(['X-Left is missing']);
  });
});
