import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EntityManager } from '@mikro-orm/postgresql';
import { ObjectStore } from '#libs/storage';
import { createService, type Service, startService } from '#libs/runtime';
import { eventually, startNats, startPostgres, type TestNats, type TestPostgres } from '#libs/testing';
import { GatewayModule } from './gateway.module.js';
import { prepareHttp } from './http/prepare-http.js';
import { createKey, createOrganization, revokeKey } from './operator/organizations.js';

const UUID = '0189c0de-0000-7000-8000-000000000001';
const folder = mkdtempSync(join(tmpdir(), 'framewright-gateway-'));

let postgres: TestPostgres;
let nats: TestNats;
let service: Service;
let em: EntityManager;
let url: string;

async function startGateway(): Promise<{ service: Service; url: string }> {
  const started = await createService('gateway', GatewayModule);
  prepareHttp(started.app);
  await startService(started);
  await started.app.listen(0, '127.0.0.1');
  const { port } = (started.app.getHttpServer() as { address(): AddressInfo }).address();
  return { service: started, url: `http://127.0.0.1:${port}` };
}

beforeAll(async () => {
  [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  Object.assign(process.env, {
    DATABASE_URL: await postgres.createOwner('gateway'),
    MIGRATE_ON_START: 'true',
    NATS_URL: nats.url,
    STORAGE_URL: pathToFileURL(folder).href,
    PUBLIC_BASE_URL: 'http://localhost/v1',
    LOG_LEVEL: 'error',
  });
  ({ service, url } = await startGateway());
  em = service.app.get(EntityManager).fork();
});

afterAll(async () => {
  await service.app.close();
  await Promise.all([postgres.stop(), nats.stop()]);
  rmSync(folder, { recursive: true });
});

async function newKey(kind: 'read' | 'read_write' = 'read_write', expiresAt?: Date) {
  const { id: orgId } = await createOrganization(em, 'Acme');
  return { orgId, ...(await createKey(em, { orgId, kind, expiresAt })) };
}

interface Answer {
  status: number;
  headers: Headers;
  error: { code: string; message: string; details?: unknown; [extra: string]: unknown };
}

async function ask(path: string, { key, ...init }: RequestInit & { key?: string } = {}): Promise<Answer> {
  const headers = new Headers(init.headers);
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  if (init.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const response = await fetch(`${url}${path}`, { ...init, headers });
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as { error: Answer['error'] };
  return { status: response.status, headers: response.headers, error: body.error };
}

const post = (path: string, key: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(path, { key, method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers });

describe('authentication', () => {
  it.each([
    ['no header', undefined, 'The Authorization header is missing'],
    ['another scheme', 'Basic Zm9vOmJhcg==', 'The Authorization header must read "Bearer <API key>"'],
    ['no token', 'Bearer ', 'The Authorization header must read "Bearer <API key>"'],
    ['a wrong checksum', `Bearer fw_${'a'.repeat(38)}`, 'The API key is malformed'],
  ])('refuses %s', async (_name, authorization, details) => {
    const answer = await ask('/v1/videos', { headers: authorization === undefined ? {} : { authorization } });
    expect(answer).toMatchObject({ status: 401, error: { code: 'AUTHENTICATION_REQUIRED', details } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });

  it('says whether a key is unknown, expired or revoked', async () => {
    const [unknown, expired, revoked] = [await newKey(), await newKey('read', new Date(0)), await newKey()];
    await em.execute('DELETE FROM api_keys WHERE id = ?', [unknown.id]);
    expect((await ask('/v1/videos', revoked)).status).not.toBe(401);
    await revokeKey(em.fork(), revoked.id);
    const details = [];
    for (const { key } of [unknown, expired, revoked]) details.push((await ask('/v1/videos', { key })).error.details);
    expect(details).toEqual(['The API key is unknown', 'The API key is expired', 'The API key is revoked']);
  });

  it('comes before everything else', async () => {
    for (const path of ['/v1/nothing', '/v1', '/v1/videos/%E0%A4%A', '/V1/videos']) {
      expect((await ask(path, { method: 'POST', body: '{' })).status).toBe(401);
    }
  });

  it('takes the scheme in any case and notes the use to the minute', async () => {
    const { id, key } = await newKey();
    expect((await ask('/v1/nothing', { headers: { authorization: `bearer ${key}` } })).status).toBe(404);
    const [row] = await em.execute<{ last_used_at: Date }[]>('SELECT last_used_at FROM api_keys WHERE id = ?', [id]);
    expect(new Date(row!.last_used_at).getTime() % 60_000).toBe(0);
  });
});

describe('order of checks', () => {
  it('route, then permission, then JSON, then validation', async () => {
    const { key } = await newKey('read');
    expect((await post('/v1/nothing', key, '{')).error.code).toBe('RESOURCE_NOT_FOUND');
    expect((await post('/v1/videos', key, '{')).error.code).toBe('INSUFFICIENT_PERMISSIONS');
    const { key: writer } = await newKey();
    expect((await post('/v1/videos?x=1', writer, '{')).error.code).toBe('BAD_REQUEST');
    expect((await post('/v1/videos?x=1', writer, '{}')).error.code).toBe('VALIDATION_ERROR');
  });

  it('lets a read key read and nothing else', async () => {
    const { key } = await newKey('read');
    for (const [method, path] of [
      ['POST', '/v1/webhooks'],
      ['PUT', `/v1/webhooks/${UUID}`],
      ['DELETE', `/v1/webhooks/${UUID}`],
    ]) {
      expect((await ask(path!, { key, method })).status).toBe(403);
    }
    expect((await ask('/v1/videos?limit=0', { key })).status).toBe(422);
    expect((await ask('/v1/videos?limit=0', { key, method: 'HEAD' })).status).toBe(422);
  });
});

describe('routes', () => {
  it.each([
    ['GET', '/v1/nothing', null],
    ['DELETE', '/v1/videos', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/videos', 'GET, HEAD, POST'],
    ['PATCH', `/v1/webhooks/${UUID}`, 'DELETE, GET, HEAD, PUT'],
    ['POST', `/v1/videos/${UUID}`, 'GET, HEAD'],
  ])('%s %s is not found, Allow: %s', async (method, path, allow) => {
    const { key } = await newKey();
    const answer = await ask(path, { key, method });
    expect(answer).toMatchObject({ status: 404, error: { code: 'RESOURCE_NOT_FOUND' } });
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('answers outside /v1 without a key', async () => {
    expect((await ask('/nothing')).error.code).toBe('RESOURCE_NOT_FOUND');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
      ok: true,
      checks: { database: 'ok', nats: 'ok' },
    });
  });

  it('gives back a harmless request id and replaces any other', async () => {
    expect((await ask('/nothing', { headers: { 'x-request-id': 'a-b.c_1' } })).headers.get('x-request-id')).toBe(
      'a-b.c_1',
    );
    const replaced = (await ask('/nothing', { headers: { 'x-request-id': 'a b' } })).headers.get('x-request-id');
    expect(replaced).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('says 500 with Retry-After when the service behind it is away', async () => {
    const { key } = await newKey();
    const answer = await ask(`/v1/videos/${UUID}`, { key });
    expect(answer.status).toBe(500);
    expect(answer.error).toEqual({ code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong on our side' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('bodies', () => {
  let key: string;
  beforeAll(async () => {
    ({ key } = await newKey());
  });

  it.each([
    ['no body', '', {}],
    ['broken JSON', '{"a":', {}],
    ['another type', '{}', { 'content-type': 'text/plain' }],
    ['another charset', '{}', { 'content-type': 'application/json; charset=latin1' }],
    ['compression', '{}', { 'content-encoding': 'gzip' }],
    ['a repeated key', '{"a":1,"a":2}', {}],
  ])('refuses %s as BAD_REQUEST', async (_name, body, headers) => {
    expect(await post('/v1/videos', key, body, headers)).toMatchObject({
      status: 400,
      error: { code: 'BAD_REQUEST', details: expect.any(String) },
    });
  });

  it('refuses more than 1 MiB, announced or not, and lives on', async () => {
    const big = JSON.stringify({ metadata: 'x'.repeat(1_048_576) });
    const chunked = { body: new Blob([big]).stream(), duplex: 'half' } as RequestInit;
    for (const init of [{ body: big }, chunked]) {
      const answer = await ask('/v1/videos', { key, method: 'POST', ...init });
      expect(answer).toMatchObject({
        status: 422,
        error: { details: [{ field: 'body', code: 'VALUE_TOO_LARGE', value: null }] },
      });
    }
    expect((await post('/v1/videos', key, `${' '.repeat(1_048_574)}{}`)).error.details).toHaveLength(2);
  });

  it('reports every fault of path, query and body in one answer', async () => {
    const body = {
      fps: 12,
      format: 'mp4',
      pages: [],
      modifications: { pages: [] },
      metadata: 'é'.repeat(2_049),
      what: 1,
    };
    const answer = await post('/v1/videos?dry=1', key, body, { 'idempotency-key': 'a b' });
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
    [25, 'mp4', 'fps must be one of: 12, 24, 30'],
    [12, 'webm', 'fps must be one of: 24, 30 for mp4 and webm'],
    [11, 'gif', 'fps must be one of: 12, 24, 30'],
  ])('refuses %d frames per second for %s', async (fps, format, message) => {
    const answer = await post('/v1/videos', key, { template_id: UUID, format, fps });
    expect(answer.error.details).toEqual([{ field: 'fps', code: 'INVALID_VALUE', message, value: fps }]);
  });

  it.each([
    ['/v1/videos/nope', 'id', 'INVALID_FORMAT'],
    ['/v1/webhooks/nope', 'webhook_id', 'INVALID_FORMAT'],
    ['/v1/videos?limit=101', 'limit', 'VALUE_TOO_LARGE'],
    ['/v1/videos?offset=-1', 'offset', 'VALUE_TOO_SMALL'],
    ['/v1/videos?limit=ten', 'limit', 'INVALID_FORMAT'],
    ['/v1/videos?status=DONE', 'status', 'INVALID_VALUE'],
    ['/v1/videos?limit=1&limit=2', 'limit', 'INVALID_VALUE'],
    ['/v1/webhooks?enabled=yes', 'enabled', 'INVALID_FORMAT'],
    ['/v1/templates?id=1', 'id', 'INVALID_FORMAT'],
    [`/v1/templates/${UUID}?version=0`, 'version', 'VALUE_TOO_SMALL'],
    [`/v1/videos/${UUID}?wait=1`, 'wait', 'INVALID_VALUE'],
  ])('%s: %s is %s', async (path, field, code) => {
    expect(await ask(path, { key })).toMatchObject({ status: 422, error: { details: [{ field, code }] } });
  });

  it.each(['[]', '"text"', 'null', '1'])('wants an object, not %s', async (body) => {
    for (const path of ['/v1/videos', '/v1/templates', '/v1/webhooks']) {
      const [fault] = (await post(path, key, body)).error.details as { field: string; code: string }[];
      expect(fault).toMatchObject({ field: 'body', code: 'INVALID_TYPE' });
    }
  });
});

describe('rate limit', () => {
  it('counts all keys of an organization together and tells every caller where they stand', async () => {
    const { orgId, key } = await newKey();
    const { key: second } = await createKey(em, { orgId, kind: 'read' });
    await em.execute('UPDATE organizations SET rate_limit = 3 WHERE id = ?', [orgId]);
    await untilEarlyInTheMinute();
    const answers = [];
    for (const used of [key, second, key, second]) answers.push(await ask('/v1/nothing', { key: used }));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
    const refused = answers[3]!;
    const reset = Number(refused.headers.get('x-ratelimit-reset'));
    expect(reset % 60).toBe(0);
    expect(refused.error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit: 3, remaining: 0, reset });
    expect(String(refused.error['retry_after'])).toBe(refused.headers.get('retry-after'));
  });

  it('admits exactly the limit of many requests at once', async () => {
    const { orgId, key } = await newKey();
    await em.execute('UPDATE organizations SET rate_limit = 20 WHERE id = ?', [orgId]);
    await untilEarlyInTheMinute();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask('/v1/nothing', { key })));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(20);
  });

  /** A window that ends in the middle of a test would count its requests in two. */
  async function untilEarlyInTheMinute(): Promise<void> {
    const second = (Date.now() / 1_000) % 60;
    if (second > 55) await new Promise((resolve) => setTimeout(resolve, (60.1 - second) * 1_000));
  }
});

describe('what node refuses', () => {
  async function speak(text: string): Promise<string> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end(text);
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    await once(socket, 'close');
    return heard;
  }

  it.each([
    ['a garbage request line', 'GIVE ME\r\n\r\n'],
    ['headers beyond 16 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'two lengths at once',
      'POST /v1/videos HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])("answers %s in the API's form", async (_name, text) => {
    const heard = await speak(text);
    expect(heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*X-Request-Id: [\s\S]*"code":"BAD_REQUEST"/);
  });

  it('answers a request whose Expect it does not know', async () => {
    const heard = await speak('GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n');
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});

describe('assets', () => {
  const key = `videos/${UUID}/AbCdEfGhIjKlMnOpQrStUv.mp4`;
  const bytes = Buffer.from('0123456789');
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${url}/assets/${key}`, { headers, method });

  it('answers 404 that nobody may remember until the file is there', async () => {
    const answer = await get();
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await service.app.get(ObjectStore).put(key, bytes, { contentType: 'video/mp4' });
    expect((await get()).status).toBe(200);
  });

  it('serves the file whole, without a body and by conditions', async () => {
    const whole = await get();
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': expect.stringContaining('immutable'),
    });
    const head = await get({}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    expect((await get({ 'if-none-match': whole.headers.get('etag')! })).status).toBe(304);
  });

  it.each([
    ['bytes=2-5', 206, '2345', 'bytes 2-5/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('answers Range: %s with %d', async (range, status, text, contentRange) => {
    const answer = await get({ range });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  it('serves the whole file when the range is of another version', async () => {
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  });

  it('serves nothing that is not public', async () => {
    await service.app.get(ObjectStore).put(`videos/${UUID}/secret.json`, bytes, { contentType: 'application/json' });
    for (const path of [
      `videos/${UUID}/secret.json`,
      `videos/${UUID}/..%2fsecret.json`,
      `videos/${UUID}`,
      `work/${UUID}/0-1.mp4`,
    ]) {
      expect((await fetch(`${url}/assets/${path}`)).status).toBe(404);
    }
  });
});

describe('shutdown', () => {
  it('drops no request of clients that keep their connections', async () => {
    const { orgId, key } = await newKey();
    await em.execute('UPDATE organizations SET rate_limit = 1000000 WHERE id = ?', [orgId]);
    const second = await startGateway();
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const dropped: string[] = [];
    let [answered, stopped] = [0, false];
    const clients = Array.from({ length: 8 }, async () => {
      while (!stopped) {
        const outcome = await askOnce(`${second.url}/v1/nothing`, key, agent);
        if (outcome.startsWith('404')) answered += 1;
        else dropped.push(outcome);
        if (outcome === '404 close') stopped = true; // as a load balancer does with a server that is not ready
      }
    });
    await eventually(() => answered >= 50);
    await second.service.app.close();
    await Promise.all(clients);
    expect(dropped).toEqual([]);
  });

  /** One GET: status and Connection header, or the error when no answer came. */
  function askOnce(target: string, key: string, agent: Agent): Promise<string> {
    return new Promise((resolve) => {
      const request = httpRequest(target, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
        response.resume().once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
      });
      request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      request.end();
    });
  }
});
