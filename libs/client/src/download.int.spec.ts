import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, serve, temporaryFolder, type TestServer } from '../../testing/src/index.js';
import { createApiClient } from './client.js';
import { download } from './download.js';

const FILE = randomBytes(300_000);
const PART = 100_000;

/** Sends a part of the file from where the request continues, then breaks the connection. */
function sendPart(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': FILE.length - from });
  response.write(FILE.subarray(from, from + PART), () => {
    if (from + PART < FILE.length) response.socket?.destroy();
  });
}

describe('a download', () => {
  let server: TestServer;
  const ranges: (string | undefined)[] = [];
  const path = join(temporaryFolder('download'), 'video.mp4');

  afterEach(() => server.stop());

  async function clientOf(respond: (request: IncomingMessage, response: ServerResponse) => void) {
    ranges.length = 0;
    server = await serve((request, response) => {
      ranges.push(request.headers.range);
      expect(request.headers.authorization).toBeUndefined();
      respond(request, response);
    });
    return createApiClient({ baseUrl: `${server.url}/v1`, apiKey: 'fw_key', retryForMs: 0 });
  }

  it('continues where its connection broke', async () => {
    const client = await clientOf(sendPart);
    expect(Buffer.from(await download(client, server.url)).equals(FILE)).toBe(true);
    expect(ranges).toEqual([undefined, 'bytes=100000-', 'bytes=200000-']);
  });

  it('skips what it has where a server sends the whole file again', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(200, { 'content-length': FILE.length });
      if (ranges.length > 2) response.end(FILE);
      else response.write(FILE.subarray(0, ranges.length * PART), () => response.socket?.destroy());
    });
    await download(client, server.url, { to: path });
    expect(readFileSync(path).equals(FILE)).toBe(true);
  });

  it('goes into a stream, and closes it', async () => {
    const client = await clientOf((_request, response) => void response.end(FILE));
    const received: Uint8Array[] = [];
    let closed = false;
    const to = new WritableStream<Uint8Array>({
      write: (chunk) => void received.push(chunk),
      close: () => void (closed = true),
    });
    await download(client, server.url, { to });
    expect([Buffer.concat(received).equals(FILE), closed]).toEqual([true, true]);
  });

  it('that is stopped leaves no file', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(200, { 'content-length': FILE.length }).write(FILE.subarray(0, PART));
    });
    const stopping = new AbortController();
    const to = `${path}.stopped`;
    const ended = expect(download(client, server.url, { to, signal: stopping.signal })).rejects.toThrow('enough');
    await eventually(() => existsSync(`${to}.part`));
    stopping.abort(new Error('enough'));
    await ended;
    expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false]);
  });

  it('that is stopped between two chunks rejects nothing but its own promise', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(200, { 'content-length': FILE.length }).write(FILE.subarray(0, PART));
    });
    const stopping = new AbortController();
    const to = new WritableStream<Uint8Array>({ write: () => stopping.abort(new Error('enough')) });
    // An unhandled rejection, which would end a program, fails the test.
    await expect(download(client, server.url, { to, signal: stopping.signal })).rejects.toThrow('enough');
  });

  it('reports an error response', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json', 'x-request-id': 'r-1' });
      response.end('{"error":{"code":"RESOURCE_NOT_FOUND","message":"No such file"}}');
    });
    await expect(download(client, server.url)).rejects.toMatchObject({
      status: 404,
      code: 'RESOURCE_NOT_FOUND',
      message: 'No such file',
      requestId: 'r-1',
    });
  });
});
