import { beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, useGatewaySystem } from '../../testing/running-gateway.js';

const system = useGatewaySystem();

describe('bodies', () => {
  let key: string;
  beforeAll(async () => {
    ({ key } = await system.newKey());
  });

  it.each([
    ['no body', '', {}],
    ['broken JSON', '{"a":', {}],
    ['another type', '{}', { 'content-type': 'text/plain' }],
    ['another charset', '{}', { 'content-type': 'application/json; charset=latin1' }],
    ['compression', '{}', { 'content-encoding': 'gzip' }],
    ['a repeated key', '{"a":1,"a":2}', {}],
  ])('refuses %s as BAD_REQUEST', async (_name, body, headers) => {
    expect(await system.gateway.post('/v1/videos', key, body, headers)).toMatchObject({
      status: 400,
      error: { code: 'BAD_REQUEST', details: expect.any(String) },
    });
  });

  it('refuses more than 1 MiB, announced or not, and lives on', async () => {
    const big = JSON.stringify({ metadata: 'x'.repeat(1_048_576) });
    const chunked = { body: new Blob([big]).stream(), duplex: 'half' } as RequestInit;
    for (const init of [{ body: big }, chunked]) {
      const answer = await system.gateway.request('/v1/videos', { key, method: 'POST', ...init });
      expect(answer).toMatchObject({
        status: 422,
        error: { details: [{ field: 'body', code: 'VALUE_TOO_LARGE', value: null }] },
      });
    }
    expect((await system.gateway.post('/v1/videos', key, `${' '.repeat(1_048_574)}[]`)).error.details).toEqual([
      expect.objectContaining({ field: 'body', code: 'INVALID_TYPE' }),
    ]);
  });

  it.each([
    ['POST', '/v1/webhooks', 32_768],
    ['PUT', `/v1/webhooks/${UNKNOWN_ID}`, 32_768],
    ['POST', `/v1/webhooks/${UNKNOWN_ID}/recover`, 1_024],
    ['POST', `/v1/webhooks/${UNKNOWN_ID}/test`, 1_024],
    ['POST', `/v1/videos/${UNKNOWN_ID}/cancel`, 1_024],
  ])('%s %s reads %d bytes at most, announced or not', async (method, path, most) => {
    const ask = (init: RequestInit) => system.gateway.request(path, { key, method, ...init });
    const faultsOf = async (init: RequestInit) => (await ask(init)).error.details;
    const tooLarge = { field: 'body', code: 'VALUE_TOO_LARGE', message: `must not be larger than ${most} bytes` };
    const big = `${' '.repeat(most - 1)}[]`;
    expect(await faultsOf({ body: big })).toEqual([{ ...tooLarge, value: null }]);
    const chunked = { body: new Blob([big]).stream(), duplex: 'half' } as RequestInit;
    expect(await faultsOf(chunked)).toEqual([{ ...tooLarge, value: null }]);
    expect(await faultsOf({ body: big.slice(1) })).toEqual([
      expect.objectContaining({ field: 'body', code: 'INVALID_TYPE' }),
    ]);
  });

  it('refuses too many values before they are parsed', async () => {
    const answer = await system.gateway.post('/v1/templates', key, `[${'1,'.repeat(100_000)}`);
    const message = 'must not hold more than 100000 values';
    expect(answer).toMatchObject({ status: 422, error: { details: [{ field: 'body', message, value: null }] } });
  });

  it('judges how long a time is before what it says', async () => {
    const answer = await system.gateway.post(`/v1/webhooks/${UNKNOWN_ID}/recover`, key, { since: 'T'.repeat(1_000) });
    expect(answer).toMatchObject({ status: 422, error: { details: [{ field: 'since', code: 'VALUE_TOO_LARGE' }] } });
  });

  it('reports every fault of path, query and body in one answer', async () => {
    const body = {
      fps: 12,
      format: 'mp4',
      pages: [{ number: 1 }],
      modifications: { pages: [{ number: 1 }] },
      metadata: 'é'.repeat(2_049),
      what: 1,
    };
    const answer = await system.gateway.post('/v1/videos?dry=1', key, body, { 'idempotency-key': 'a b' });
    const faults = answer.error.details as { field: string; code: string; message: string }[];
    expect(faults.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'dry INVALID_VALUE',
      'Idempotency-Key INVALID_FORMAT',
      'fps INVALID_VALUE',
      'pages INVALID_VALUE',
      'metadata VALUE_TOO_LARGE',
      'what INVALID_VALUE',
      'template_id REQUIRED_FIELD',
    ]);
    expect(faults[2]!.message).toBe('fps must be one of: 24, 30 for mp4 and webm');
  });

  it.each([
    ['/v1/videos/nope', 'id', 'INVALID_FORMAT'],
    ['/v1/webhooks/nope', 'webhook_id', 'INVALID_FORMAT'],
    ['/v1/videos?limit=101', 'limit', 'VALUE_TOO_LARGE'],
    ['/v1/videos?offset=-1', 'offset', 'VALUE_TOO_SMALL'],
    ['/v1/videos?offset=2147483648', 'offset', 'VALUE_TOO_LARGE'],
    ['/v1/webhooks?offset=9007199254740991', 'offset', 'VALUE_TOO_LARGE'],
    [`/v1/templates/${UNKNOWN_ID}?version=2147483648`, 'version', 'VALUE_TOO_LARGE'],
    [`/v1/templates/${UNKNOWN_ID}/frame?version=99999999999`, 'version', 'VALUE_TOO_LARGE'],
    ['/v1/videos?limit=ten', 'limit', 'INVALID_FORMAT'],
    ['/v1/videos?status=DONE', 'status', 'INVALID_VALUE'],
    ['/v1/videos?limit=1&limit=2', 'limit', 'INVALID_VALUE'],
    ['/v1/webhooks?enabled=yes', 'enabled', 'INVALID_FORMAT'],
    ['/v1/templates?id=1', 'id', 'INVALID_FORMAT'],
    [`/v1/templates/${UNKNOWN_ID}?version=0`, 'version', 'VALUE_TOO_SMALL'],
    [`/v1/videos/${UNKNOWN_ID}?wait=1`, 'wait', 'INVALID_VALUE'],
  ])('%s: %s is %s', async (path, field, code) => {
    expect(await system.gateway.request(path, { key })).toMatchObject({
      status: 422,
      error: { details: [{ field, code }] },
    });
  });

  it.each(['[]', '"text"', 'null', '1'])('wants an object, not %s', async (body) => {
    for (const path of ['/v1/videos', '/v1/templates', '/v1/webhooks']) {
      const [fault] = (await system.gateway.post(path, key, body)).error.details as { field: string; code: string }[];
      expect(fault).toMatchObject({ field: 'body', code: 'INVALID_TYPE' });
    }
  });
});
