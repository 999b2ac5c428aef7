import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#libs/testing';
import { UNKNOWN_ID, useGatewaySystem } from '../testing/running-gateway.js';

const system = useGatewaySystem();
let key: string;

beforeAll(async () => {
  ({ key } = await system.newKey({ rateLimit: 100_000 }));
});

/** Head of a request on its own connection. */
const head = (line: string, ...headers: string[]) =>
  `${[line, 'Host: a', 'Connection: close', `Authorization: Bearer ${key}`, ...headers].join('\r\n')}\r\n\r\n`;

const post = (body: string | Buffer, ...headers: string[]): Buffer => {
  const bytes = Buffer.from(body);
  const line = 'POST /v1/videos HTTP/1.1';
  return Buffer.concat([
    Buffer.from(head(line, 'Content-Type: application/json', `Content-Length: ${bytes.length}`, ...headers)),
    bytes,
  ]);
};

/**
 * Status line and error code of a response, whose body must be complete and of the form that the contract describes.
 */
function answerOf(received: string): { status: number; code: string | undefined; received: string } {
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1]);
  const body = received.slice(received.indexOf('\r\n\r\n') + 4);
  const parsed = body.startsWith('{') ? (JSON.parse(body) as { error?: { code: string; message: string } }) : {};
  return { status, code: parsed.error?.code, received };
}

const sendRaw = async (bytes: string | Buffer) => answerOf(await system.gateway.sendRaw(bytes));
const isAlive = async () => expect((await fetch(`${system.gateway.url}/healthz`)).status).toBe(200);

describe('what node refuses by itself', () => {
  it.each([
    ['a garbage request line', 'GIVE ME\r\n\r\n'],
    ['headers beyond 16 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'two lengths at once',
      'POST /v1/videos HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'two different lengths',
      'POST /v1/videos HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    ],
    ['a length that is no number', 'POST /v1/videos HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
    ['a header line without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n'],
    ['a control character in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\x01b\r\n\r\n'],
    ['a broken chunk', 'POST /v1/videos HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['TLS on a plain port', Buffer.from('16030100050100000100', 'hex')],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])("is answered in the API's form: %s", async (_name, bytes) => {
    const { status, code, received } = await sendRaw(bytes);
    expect([status, code]).toEqual([400, 'BAD_REQUEST']);
    expect(received).toMatch(/\r\nX-Request-Id: [A-Za-z0-9._-]+\r\n/i);
    await isAlive();
  });

  it('an Expect it does not know is let through', async () => {
    expect(
      (await sendRaw('GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n')).status,
    ).toBe(200);
  });
});

describe('hostile bodies', () => {
  it.each([
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a byte order mark', '\ufeff{}'],
    ['a key twice', '{"format":"mp4","format":"gif"}'],
    ['a key twice, once escaped', '{"format":"mp4","f\\u006frmat":"gif"}'],
    ['depth 10,000', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['depth 10,000 of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['1e400', '{"fps":1e400}'],
    ['NaN', '{"fps":NaN}'],
    ['half a document', '{"template_id":'],
    ['two documents', '{}{}'],
  ])('%s', async (_name, body) => {
    const answer = await sendRaw(post(body));
    expect([answer.status, answer.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('10 MB announced is refused before it is sent, and 10 MB unannounced before it has arrived', async () => {
    const announced = head('POST /v1/videos HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 10000000');
    expect(await sendRaw(announced)).toMatchObject({ status: 422, code: 'VALIDATION_ERROR' });
    const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`;
    const chunked = head('POST /v1/videos HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked');
    expect(await sendRaw(chunked + chunk.repeat(100))).toMatchObject({ status: 422, code: 'VALIDATION_ERROR' });
    await isAlive();
  });

  it('a body shorter than announced leaves nothing open', async () => {
    const socket = connect(Number(new URL(system.gateway.url).port), '127.0.0.1');
    socket.end(head('POST /v1/videos HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 100') + '{"a"');
    socket.resume();
    await once(socket, 'close');
    await isAlive();
  });
});

describe('paths and methods', () => {
  it.each([
    ['GET', '/v1/videos/%2e%2e', 422],
    ['GET', '/v1/videos/%2e%2e%2f%2e%2e%2fhealthz', 422],
    ['GET', '/v1/../../etc/passwd', 404],
    ['GET', '/v1/%2e%2e/%2e%2e/etc/passwd', 404],
    ['GET', '/v1/videos/%00', 422],
    ['GET', '/v1/videos/%E0%A4%A', 400],
    ['GET', '/v1//videos', 404],
    ['GET', '/v1/VIDEOS', 404],
    ['POST', '/v1/Videos', 404],
    ['GET', '/V1/videos', 404],
    ['GET', '/v1/OpenAPI.json', 404],
    ['GET', '/v1/videos/<8,000 characters>', 422],
    ['GET', '/v1/videos?<3,000 times one parameter>', 422],
    ['OPTIONS', '/v1/videos', 405],
    ['TRACE', '/v1/videos', 405],
    ['PATCH', `/v1/videos/${UNKNOWN_ID}`, 405],
    ['PROPFIND', '/v1/videos', 405],
    ['QUERY', '/v1/videos', 405],
  ])('%s %s is %d', async (method, path, status) => {
    const sent = path.replace('<8,000 characters>', 'x'.repeat(8_000)).replace(/<3,000.*>/, 'a=1&'.repeat(3_000));
    const answer = await sendRaw(head(`${method} ${sent} HTTP/1.1`));
    expect(answer.status).toBe(status);
    expect(answer.code).toBeDefined();
    expect(answer.received).not.toMatch(/node_modules|\n {4}at /);
  });

  it('TRACE names the methods of its path', async () => {
    const { received } = await sendRaw(head('TRACE /v1/videos/validate HTTP/1.1'));
    expect(received).toMatch(/\r\nAllow: POST\r\n/);
  });

  it('CONNECT is refused, and the connection ends', async () => {
    const { status, code, received } = await sendRaw(
      'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
    );
    expect([status, code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(received).toMatch(/\r\nAllow: .*GET.*\r\n/);
    expect(received).toMatch(/\r\nX-Request-Id: [A-Za-z0-9._-]+\r\n/i);
    await isAlive();
  });

  it('HEAD answers as GET without a body, errors and documents too', async () => {
    for (const path of ['/v1/videos?limit=0', '/v1/nothing', '/v1/openapi.json', '/v1/template-schema', '/v1/docs']) {
      const ask = (method: string) =>
        fetch(`${system.gateway.url}${path}`, { method, headers: { authorization: `Bearer ${key}` } });
      const [get, headed] = [await ask('GET'), await ask('HEAD')];
      const facts = ({ status, headers }: Response) => [
        status,
        headers.get('content-type'),
        headers.get('content-length'),
      ];
      expect(facts(headed)).toEqual(facts(get));
      expect(await headed.text()).toBe('');
    }
  });
});

describe('slow clients', () => {
  it('headers that do not end are answered within 15 s, and the connection is closed', async () => {
    const socket = connect(Number(new URL(system.gateway.url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.write('GET /v1/videos HTTP/1.1\r\nHost: a\r\n');
    const dripping = setInterval(() => socket.write('X-Drip: 1\r\n'), 1_000);
    socket.on('error', () => undefined);
    await once(socket, 'close', { signal: AbortSignal.timeout(15_000) });
    clearInterval(dripping);
    expect(answerOf(received)).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });

  it('connections that say nothing do not keep others out', async () => {
    const port = Number(new URL(system.gateway.url).port);
    const silent = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    await isAlive();
    for (const socket of silent) socket.destroy();
  });
});

describe('every answer', () => {
  it('carries the security headers, and no CORS header', async () => {
    for (const path of ['/v1/nothing', '/v1/openapi.json', '/healthz', '/assets/videos/x/y']) {
      const { headers } = await fetch(`${system.gateway.url}${path}`, {
        headers: { authorization: `Bearer ${key}`, origin: 'https://evil.example' },
      });
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it('names its request, by the name the caller gave it where that is harmless', async () => {
    const { headers } = await system.gateway.request('/v1/nothing', { key, headers: { 'x-request-id': 'mine-1' } });
    expect(headers.get('x-request-id')).toBe('mine-1');
    await eventually(isAlive);
  });
});

describe('documents', () => {
  it('are read without a key and outside the rate limit, and not again when nothing has changed', async () => {
    const address = `${system.gateway.url}/v1/openapi.json`;
    const first = await fetch(address);
    expect(first.headers.get('x-ratelimit-limit')).toBeNull();
    expect(await first.json()).toMatchObject({ openapi: '3.1.0' });
    const again = await fetch(address, { headers: { 'if-none-match': first.headers.get('etag')! } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each(['br', 'gzip', 'identity'])('are sent compressed as the client takes it: %s', async (encoding) => {
    const address = `${system.gateway.url}/v1/openapi.json`;
    const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
    const answer = await fetch(address, { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    const [size, whole] = [answer, plain].map(({ headers }) => Number(headers.get('content-length')));
    expect(size! / whole!).toBeLessThan(encoding === 'identity' ? 1.01 : 0.2);
    expect(await answer.text()).toBe(await plain.text());
  });

  it('the page loads nothing from elsewhere', async () => {
    const page = await (await fetch(`${system.gateway.url}/v1/docs`)).text();
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    expect(loaded.length).toBeGreaterThan(3);
    for (const address of loaded) {
      expect(address).toMatch(/^\/v1\/(docs\/|openapi\.json)/);
      expect((await fetch(`${system.gateway.url}${address}`)).status).toBe(200);
    }
    expect((await fetch(`${system.gateway.url}/v1/docs/package.json`)).status).toBe(404);
  });

  it('the list of fonts may be kept for an hour, and is not sent again when it has not changed', async () => {
    const ask = (headers: Record<string, string> = {}) =>
      fetch(`${system.gateway.url}/v1/fonts`, { headers: { authorization: `Bearer ${key}`, ...headers } });
    const first = await ask();
    expect(first.headers.get('cache-control')).toBe('private, max-age=3600');
    const { data } = (await first.json()) as { data: { family: string }[] };
    expect(data.map(({ family }) => family)).toEqual(expect.arrayContaining(['Inter', 'Noto Sans JP']));
    expect((await ask({ 'if-none-match': first.headers.get('etag')! })).status).toBe(304);
    expect((await system.gateway.request('/v1/fonts')).status).toBe(401);
  });

  it('the schema of templates needs a key', async () => {
    expect((await system.gateway.request('/v1/template-schema')).status).toBe(401);
    const schema = await fetch(`${system.gateway.url}/v1/template-schema`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await schema.json()).toMatchObject({ $id: 'http://localhost/v1/template-schema', type: 'object' });
  });
});
