import { describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, useGatewaySystem } from '../testing/running-gateway.js';

const system = useGatewaySystem();

describe('order of checks', () => {
  it('route, then permission, then JSON, then validation', async () => {
    const { key } = await system.newKey({ kind: 'read' });
    expect((await system.gateway.post('/v1/nothing', key, '{')).error.code).toBe('RESOURCE_NOT_FOUND');
    expect((await system.gateway.post('/v1/videos', key, '{')).error.code).toBe('INSUFFICIENT_PERMISSIONS');
    const { key: writer } = await system.newKey();
    expect((await system.gateway.post('/v1/videos?x=1', writer, '{')).error.code).toBe('BAD_REQUEST');
    expect((await system.gateway.post('/v1/videos?x=1', writer, '{}')).error.code).toBe('VALIDATION_ERROR');
  });

  it('lets a read key read and nothing else', async () => {
    const { key } = await system.newKey({ kind: 'read' });
    for (const [method, path] of [
      ['POST', '/v1/webhooks'],
      ['PUT', `/v1/webhooks/${UNKNOWN_ID}`],
      ['DELETE', `/v1/webhooks/${UNKNOWN_ID}`],
    ]) {
      expect((await system.gateway.request(path!, { key, method })).status).toBe(403);
    }
    expect((await system.gateway.request('/v1/videos?limit=0', { key })).status).toBe(422);
    expect((await system.gateway.request('/v1/videos?limit=0', { key, method: 'HEAD' })).status).toBe(422);
  });
});

describe('routes', () => {
  it.each(['/v1/nothing', '/v1/videos/', '/v1/videos/validate/x'])('%s is not found', async (path) => {
    const { key } = await system.newKey();
    const answer = await system.gateway.request(path, { key });
    expect(answer).toMatchObject({ status: 404, error: { code: 'RESOURCE_NOT_FOUND' } });
    expect(answer.headers.get('allow')).toBeNull();
  });

  it.each([
    ['DELETE', '/v1/videos', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/videos', 'GET, HEAD, POST'],
    ['PATCH', `/v1/webhooks/${UNKNOWN_ID}`, 'DELETE, GET, HEAD, PUT'],
    ['POST', `/v1/videos/${UNKNOWN_ID}`, 'DELETE, GET, HEAD'],
    ['GET', '/v1/videos/validate', 'POST'],
    ['DELETE', '/v1/videos/validate', 'POST'],
    ['OPTIONS', '/v1/videos/validate', 'POST'],
    ['POST', '/v1/openapi.json', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('%s %s is no method of the path, which has %s', async (method, path, allow) => {
    const { key } = await system.newKey();
    const answer = await system.gateway.request(path, { key, method });
    expect(answer).toMatchObject({ status: 405, error: { code: 'METHOD_NOT_ALLOWED' } });
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('answers outside /v1 without a key', async () => {
    expect((await system.gateway.request('/nothing')).error.code).toBe('RESOURCE_NOT_FOUND');
    expect((await fetch(`${system.gateway.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${system.gateway.url}/readyz`)).json()).toMatchObject({
      ok: true,
      checks: { database: 'ok', nats: 'ok' },
    });
  });

  it('gives back a harmless request id and replaces any other', async () => {
    expect(
      (await system.gateway.request('/nothing', { headers: { 'x-request-id': 'a-b.c_1' } })).headers.get(
        'x-request-id',
      ),
    ).toBe('a-b.c_1');
    const replaced = (await system.gateway.request('/nothing', { headers: { 'x-request-id': 'a b' } })).headers.get(
      'x-request-id',
    );
    expect(replaced).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('says 500 with Retry-After when the service behind it is away', async () => {
    const { key } = await system.newKey();
    const answer = await system.gateway.request(`/v1/videos/${UNKNOWN_ID}`, { key });
    expect(answer.status).toBe(500);
    expect(answer.error).toEqual({ code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong on our side' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
