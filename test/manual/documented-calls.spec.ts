import { describe, expect, it } from '@jest/globals';
import { differences, documentedCalls } from './documented-calls.ts';

const PAGE = `# Things

<!-- example: createThing -->

\`\`\`http
POST /v1/things
Authorization: Bearer fw_…
Content-Type: application/json

{ "name": "a" }
\`\`\`

\`\`\`http
HTTP/1.1 201 Created
Content-Type: application/json

{ "id": "0d7c1f6e-3b52-4c8e-9a7d-6f1e2b3c4d5e" }
\`\`\`

<!-- end -->

<!-- example: deleteThing -->

\`\`\`http
DELETE /v1/things/0d7c1f6e-3b52-4c8e-9a7d-6f1e2b3c4d5e
\`\`\`

\`\`\`http
HTTP/1.1 204 No Content
\`\`\`

<!-- end -->
`;

describe('the examples of a page', () => {
  it('are read with their requests and responses', () => {
    const id = '0d7c1f6e-3b52-4c8e-9a7d-6f1e2b3c4d5e';
    const type = { 'content-type': 'application/json' };
    expect(documentedCalls(PAGE)).toEqual([
      {
        id: 'createThing',
        request: {
          method: 'POST',
          target: '/v1/things',
          headers: { authorization: 'Bearer fw_…', ...type },
          text: '{ "name": "a" }',
          body: { name: 'a' },
        },
        response: { status: 201, headers: type, text: `{ "id": "${id}" }`, body: { id } },
      },
      {
        id: 'deleteThing',
        request: { method: 'DELETE', target: `/v1/things/${id}`, headers: {}, text: '' },
        response: { status: 204, headers: {}, text: '' },
      },
    ]);
  });
});

describe('an answer', () => {
  const SHOWN = {
    id: '0d7c1f6e-3b52-4c8e-9a7d-6f1e2b3c4d5e',
    created_at: '2026-11-21T12:00:00.000Z',
    file_size: 7,
    credits: 10,
    events: ['a', 'b'],
    data: [{ error: null }],
  };

  it('may have another id, time and measured number', () => {
    const real = {
      ...SHOWN,
      id: '7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10',
      created_at: '2027-01-01T00:00:01.123Z',
      file_size: 8,
    };
    expect(differences(SHOWN, real)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['value', { credits: 11 }, 'body.credits is 11, documented as 10'],
    ['type', { file_size: null }, 'body.file_size is null, documented as 7'],
    [
      'format',
      { created_at: '2027-01-01T00:00:01Z' },
      'body.created_at is "<time with seconds>", documented as "<time with milliseconds>"',
    ],
    ['field', { more: 1 }, 'body.more is not documented'],
    ['number of elements', { events: ['a'] }, 'body.events has 1 entries, documented are 2'],
    ['value of an element', { events: ['a', 'c'] }, 'body.events[1] is "c", documented as "b"'],
    ['entry of a list', { data: [{ error: {} }] }, 'body.data[0].error is {}, documented as null'],
    ['empty list', { data: [] }, 'body.data has 0 entries, documented are 1'],
  ])('may not have another %s', (_what, change, fault) => {
    expect(differences(SHOWN, { ...SHOWN, ...change })).toEqual([fault]);
  });

  it('may not lack a field', () => {
    const { id } = SHOWN;
    expect(differences({ id, credits: 10 }, { id })).toEqual(['body.credits is documented and missing']);
  });
});
