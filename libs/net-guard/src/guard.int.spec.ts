import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import type { FetchError } from './fetch-error.js';
import { createGuard, type Guard } from './guard.js';

/** Addresses of the test: 127.0.0.1 stands for the public internet, 127.0.0.2 for the private network behind us. */
const PUBLIC = '127.0.0.1';
const PRIVATE = '127.0.0.2';

const folder = temporaryFolder('net-guard');
const file = join(folder, 'download');
const closers: (() => unknown)[] = [];
let canaryPort: number;
let canaryConnections = 0;

beforeAll(async () => {
  const canary = createServer((_request, response) => response.end('secret'));
  canary.on('connection', () => (canaryConnections += 1));
  canaryPort = await listen(canary, PRIVATE);
});

afterEach(() => {
  expect(canaryConnections).toBe(0);
  rmSync(file, { force: true });
});

afterAll(async () => {
  for (const close of closers) await close();
});

async function listen(server: Server, host = PUBLIC): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const serve = (handler: RequestListener) => listen(createServer(handler));

function open(names: Record<string, string[] | (() => string[])> = {}): Guard {
  const guard = createGuard({
    allow: [PUBLIC],
    allowHttp: true,
    resolve: (name) => {
      const answer = names[name];
      const addresses = typeof answer === 'function' ? answer() : (answer ?? []);
      return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    },
  });
  closers.push(() => guard.close());
  return guard;
}

const limits = { maxBytes: 1000, timeoutMs: 5000 };
const postLimits = { maxResponseBytes: 16_384, timeoutMs: 5000 };

async function failure(download: Promise<unknown>): Promise<{ code: string; message: string; left: boolean }> {
  const error = await download.then(
    () => Promise.reject(new Error('The download should have failed.')),
    (thrown: unknown) => thrown as FetchError,
  );
  return { code: error.code, message: error.message, left: existsSync(file) };
}

describe('connections', () => {
  it.each([
    ['a private literal', () => `http://${PRIVATE}:${canaryPort}/`, 'URL_REFUSED'],
    ['a private literal as a number', () => `http://2130706434:${canaryPort}/`, 'URL_REFUSED'],
    ['a mapped literal', () => `http://[::ffff:${PRIVATE}]:${canaryPort}/`, 'URL_REFUSED'],
    ['73 a name of the private network', () => `http://minio.svc.cluster.local:${canaryPort}/`, 'ADDRESS_REFUSED'],
    ['73 a public name of a private address', () => `http://127.0.0.2.nip.io:${canaryPort}/`, 'ADDRESS_REFUSED'],
    ['74 one private address among public ones', () => `http://mixed.example:${canaryPort}/`, 'ADDRESS_REFUSED'],
    ['74 a private AAAA beside a public A', () => `http://dual.example:${canaryPort}/`, 'ADDRESS_REFUSED'],
    ['a name without address', () => `http://nowhere.example:${canaryPort}/`, 'UNREACHABLE'],
  ])('never reach %s', async (_what, url, code) => {
    const guard = open({
      'minio.svc.cluster.local': [PRIVATE],
      '127.0.0.2.nip.io': [PRIVATE],
      'mixed.example': [PUBLIC, PRIVATE],
      'dual.example': [PUBLIC, 'fd00::1'],
    });
    expect(await failure(guard.fetchToFile(url(), file, limits))).toMatchObject({ code, left: false });
    const posted = await guard.post(url(), Buffer.from('{}'), {}, postLimits);
    expect(posted).toMatchObject({ answered: false, failure: code });
    expect(JSON.stringify(posted)).not.toContain(PRIVATE);
  });

  it('74, 78 use the checked answer only, and check again at the next connection', async () => {
    const port = await serve((_request, response) => response.setHeader('connection', 'close').end('ok'));
    const answers = [[PUBLIC], [PRIVATE], [PRIVATE]];
    const guard = open({ 'rebind.example': () => answers.shift() ?? [PRIVATE] });
    const url = `http://rebind.example:${port}/`;
    expect(await guard.post(url, Buffer.alloc(0), {}, postLimits)).toMatchObject({ status: 200 });
    expect(await guard.post(url, Buffer.alloc(0), {}, postLimits)).toMatchObject({ failure: 'ADDRESS_REFUSED' });
    expect(answers).toHaveLength(1); // one resolution a connection: nothing is looked up a second time
  });

  it('60 refuse an untrusted certificate', async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const openssl = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=tls.example`;
    execFileSync('openssl', [...openssl.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_r, response) =>
      response.end(),
    );
    const port = await listen(server);
    const guard = open({ 'tls.example': [PUBLIC] });
    expect(await guard.post(`https://tls.example:${port}/`, Buffer.alloc(0), {}, postLimits)).toEqual({
      answered: false,
      failure: 'UNREACHABLE',
      message: 'could not be reached (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
  });
});

describe('fetchToFile', () => {
  it('saves the bytes and reports their number, hash and claimed type', async () => {
    let asked: Record<string, unknown> = {};
    const port = await serve((request, response) => {
      asked = request.headers;
      response.setHeader('content-type', 'Image/PNG; charset=x').end('hello');
    });
    expect(await open().fetchToFile(`http://${PUBLIC}:${port}/a.png`, file, limits)).toEqual({
      bytes: 5,
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      contentType: 'image/png',
    });
    expect(readFileSync(file, 'utf8')).toBe('hello');
    expect(asked).toMatchObject({ 'accept-encoding': 'identity' });
  });

  const answers: Record<string, [RequestListener, { code: string; message?: string }]> = {
    'a declared size over the limit': [
      (_q, r) => r.setHeader('content-length', '1001').end('x'.repeat(1001)),
      { code: 'TOO_LARGE', message: 'is larger than 1000 bytes' },
    ],
    '54 an infinite body': [(_q, r) => flood(r), { code: 'TOO_LARGE' }],
    '55 a gzip bomb': [
      (_q, r) => r.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(1_000_000)).subarray(0, 900)),
      { code: 'BAD_ANSWER', message: 'responded with a compressed body' },
    ],
    '53 a dripping body': [
      (_q, r) => {
        const drip = setInterval(() => r.write('x'), 20);
        r.on('close', () => clearInterval(drip));
      },
      { code: 'TIMED_OUT', message: 'took longer than 0.5 s' },
    ],
    '51 silence': [() => undefined, { code: 'TIMED_OUT' }],
    'a body cut short': [
      (_q, r) => {
        r.writeHead(200, { 'content-length': '100' }).write('x');
        setTimeout(() => r.socket?.destroy(), 20);
      },
      { code: 'UNREACHABLE' },
    ],
    'a 404': [(_q, r) => r.writeHead(404).end('no'), { code: 'BAD_ANSWER', message: 'responded with status 404' }],
    'a 204': [(_q, r) => r.writeHead(204).end(), { code: 'BAD_ANSWER' }],
    'a 206 without a range request': [(_q, r) => r.writeHead(206).end('x'), { code: 'BAD_ANSWER' }],
    '63 headers of 64 KB': [(_q, r) => r.setHeader('x-big', 'x'.repeat(65_536)).end(), { code: 'UNREACHABLE' }],
    'a redirect without target': [(_q, r) => r.writeHead(302).end(), { code: 'BAD_ANSWER' }],
    'a redirect loop': [(_q, r) => r.writeHead(307, { location: '/again' }).end(), { code: 'BAD_ANSWER' }],
    '56 a redirect to the metadata service': [
      (_q, r) => r.writeHead(301, { location: 'http://169.254.169.254/latest/' }).end(),
      { code: 'URL_REFUSED', message: 'redirects to an address that is refused: must be a public address' },
    ],
    'a redirect to a file': [
      (_q, r) => r.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      { code: 'URL_REFUSED' },
    ],
    'a redirect with credentials': [
      (_q, r) => r.writeHead(302, { location: '//user:pw@127.0.0.1/' }).end(),
      { code: 'URL_REFUSED' },
    ],
    'a redirect to a private name': [
      (_q, r) => r.writeHead(302, { location: `http://inside.example:${canaryPort}/` }).end(),
      { code: 'ADDRESS_REFUSED' },
    ],
  };
  it.each(Object.entries(answers))('fails on %s, leaving no file', async (_what, [handler, expected]) => {
    const port = await serve(handler);
    const guard = open({ 'inside.example': [PRIVATE] });
    const attempt = guard.fetchToFile(`http://${PUBLIC}:${port}/`, file, { ...limits, timeoutMs: 500 });
    expect(await failure(attempt)).toMatchObject({ ...expected, left: false });
  });

  it.each([
    ['that never comes', () => undefined],
    [
      'that drips',
      (response: ServerResponse) => {
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('gives up a body %s', async (_what, send) => {
    const port = await serve((_request, response) => send(response));
    const attempt = open().fetchToFile(`http://${PUBLIC}:${port}/`, file, { ...limits, stallMs: 200 });
    const message = 'sent less than 10 kB within 0.2 s';
    expect(await failure(attempt)).toEqual({ code: 'TIMED_OUT', message, left: false });
  });

  it('waits for a slow body that continues', async () => {
    const port = await serve((_request, response) => {
      let left = 20;
      const send = setInterval(() => {
        response.write(Buffer.alloc(10_000));
        if ((left -= 1) > 0) return;
        clearInterval(send);
        response.end();
      }, 50);
    });
    const patient = { ...limits, maxBytes: 200_000, stallMs: 500 };
    expect(await open().fetchToFile(`http://${PUBLIC}:${port}/`, file, patient)).toMatchObject({ bytes: 200_000 });
  });

  it('77 follows three redirects but not a fourth, and checks the third like the first', async () => {
    const port = await serve((request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop === 99) response.writeHead(302, { location: `http://${PRIVATE}:${canaryPort}/` }).end();
      else if (hop > 0) response.writeHead(302, { location: hop === 50 ? '/99' : `/${hop - 1}` }).end();
      else response.end('done');
    });
    const fetch = (hop: number) => open().fetchToFile(`http://${PUBLIC}:${port}/${hop}`, file, limits);
    expect(await fetch(3)).toMatchObject({ bytes: 4 });
    rmSync(file);
    expect(await failure(fetch(4))).toMatchObject({ code: 'BAD_ANSWER', message: 'redirects more than 3 times' });
    expect(await failure(fetch(51))).toMatchObject({ code: 'URL_REFUSED' });
  });

  it('stops when the caller cancels', async () => {
    const port = await serve(() => undefined);
    const canceling = new AbortController();
    const attempt = open().fetchToFile(`http://${PUBLIC}:${port}/`, file, { ...limits, signal: canceling.signal });
    canceling.abort();
    expect(await failure(attempt)).toMatchObject({ code: 'CANCELED', left: false });
  });

  it('never overwrites a file that is there', async () => {
    const port = await serve((_request, response) => response.end('new'));
    const url = `http://${PUBLIC}:${port}/`;
    await open().fetchToFile(url, file, limits);
    await expect(open().fetchToFile(url, file, limits)).rejects.toThrow('EEXIST');
    expect(readFileSync(file, 'utf8')).toBe('new');
  });
});

describe('post', () => {
  it('sends exactly the bytes and headers given and returns the answer', async () => {
    let received = '';
    const port = await serve((request, response) => {
      request.on('data', (chunk: Buffer) => (received += chunk.toString('hex')));
      request.on('end', () =>
        response.writeHead(500, { 'retry-after': '7' }).end(String(request.headers['webhook-id'])),
      );
    });
    const result = await open().post(
      `http://${PUBLIC}:${port}/`,
      Buffer.of(0, 255),
      { 'webhook-id': 'evt_1' },
      postLimits,
    );
    expect(result).toMatchObject({ answered: true, status: 500, body: Buffer.from('evt_1') });
    expect(result).toMatchObject({ headers: { 'retry-after': '7' } });
    expect(received).toBe('00ff');
  });

  it('56 follows no redirect', async () => {
    const port = await serve((_q, r) => r.writeHead(307, { location: `http://${PRIVATE}:${canaryPort}/` }).end());
    expect(await open().post(`http://${PUBLIC}:${port}/`, Buffer.alloc(0), {}, postLimits)).toMatchObject({
      status: 307,
    });
  });

  it('54 reads 16 KiB of an infinite answer and hangs up', async () => {
    let hungUp: () => void;
    const closed = new Promise<void>((resolve) => (hungUp = resolve));
    const port = await serve((_request, response) => {
      response.on('close', () => hungUp());
      flood(response);
    });
    const result = await open().post(`http://${PUBLIC}:${port}/`, Buffer.alloc(0), {}, postLimits);
    expect(result).toMatchObject({ answered: true, status: 200 });
    expect(result.answered && result.body.length).toBe(16_384);
    await closed;
  });

  const slow: Record<string, (socket: Socket) => unknown> = {
    '51 a black hole': () => undefined,
    '52 dripping headers': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      return setInterval(() => socket.write('x'), 20);
    },
    '53 a body dripping behind a 200': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n');
      return setInterval(() => socket.write('x'), 20);
    },
    '62 a flood of 1xx': (socket) => setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 5),
  };
  it.each(Object.entries(slow))('ends in time at %s', async (_what, behave) => {
    const url = await serveRaw(behave);
    const started = Date.now();
    const result = await open().post(url, Buffer.alloc(0), {}, { ...postLimits, timeoutMs: 400 });
    expect(result).toEqual({ answered: false, failure: 'TIMED_OUT', message: 'took longer than 0.4 s' });
    expect(Date.now() - started).toBeLessThan(900);
  });

  const broken: Record<string, (socket: Socket) => unknown> = {
    '61 HTTP/0.9': (socket) => socket.end('hello'),
    '61 a garbage status line': (socket) => socket.end('HTTP/9.9 OK\r\n\r\n'),
    '59 a 200, then a reset': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx');
      setTimeout(() => socket.resetAndDestroy(), 20);
    },
    'an immediate reset': (socket) => socket.resetAndDestroy(),
  };
  it.each(Object.entries(broken))('fails on %s', async (_what, behave) => {
    const url = await serveRaw(behave);
    expect(await open().post(url, Buffer.alloc(0), {}, postLimits)).toMatchObject({
      answered: false,
      failure: 'UNREACHABLE',
    });
  });

  it('50 fails at once when no server listens', async () => {
    const server = createServer();
    const port = await listen(server);
    server.close();
    expect(await open().post(`http://${PUBLIC}:${port}/`, Buffer.alloc(0), {}, postLimits)).toEqual({
      answered: false,
      failure: 'UNREACHABLE',
      message: 'could not be reached (ECONNREFUSED)',
    });
  });
});

function flood(response: ServerResponse): void {
  if (response.listenerCount('error') === 0) response.on('error', () => undefined);
  if (!response.destroyed) response.write('x'.repeat(400), () => setImmediate(flood, response));
}

async function serveRaw(behave: (socket: Socket) => unknown): Promise<string> {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    let timer: unknown;
    socket.once('data', () => (timer = behave(socket)));
    socket.on('close', () => clearInterval(timer as NodeJS.Timeout));
  });
  await new Promise<void>((resolve) => server.listen(0, PUBLIC, resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://${PUBLIC}:${(server.address() as AddressInfo).port}/`;
}
