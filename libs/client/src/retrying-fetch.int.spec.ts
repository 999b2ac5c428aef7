import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, serve, type TestServer } from '../../testing/src/index.js';
import type { CallOptions } from './call-options.js';
import { type ApiClient, createApiClient } from './client.js';
import { FramewrightError } from './framewright-error.js';
import { unwrap } from './unwrap.js';

interface Received {
  method: string;
  path: string;
  key: string | undefined;
  body: string;
}
/** The server's treatment of one try, as the network or the API may treat it. */
type Treatment = (response: ServerResponse, request: IncomingMessage) => void;

const VIDEO = { template_id: '7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10', format: 'mp4' } as const;
const TEMPLATE = { name: 'Card', width: 320, height: 180, pages: [{ number: 1, duration: 1 }] };

const accept: Treatment = (response) => {
  response.writeHead(202, { 'content-type': 'application/json' }).end('{"id":"a"}');
};
const refuse: Treatment = (response) => {
  response.writeHead(429, { 'retry-after': '0', 'content-type': 'application/json' }).end('{}');
};
const hangUp: Treatment = (_response, request) => void request.socket.destroy();
const breakBody: Treatment = (response) => {
  response.writeHead(202, { 'content-type': 'application/json', 'content-length': '10' });
  response.write('{"id"', () => response.socket?.destroy());
};
const stayStill: Treatment = () => undefined;

describe('a call of the client', () => {
  let server: TestServer;
  let received: Received[];

  afterEach(() => server.stop());

  /** A client of a network that gives the tries of a call these treatments, and the last of them to all later tries. */
  async function clientOf(treatments: Treatment[], options: CallOptions = {}): Promise<ApiClient> {
    received = [];
    server = await serve((request, response) => {
      void text(request).then((body) => {
        const { method = '', url: path = '', headers } = request;
        received.push({ method, path, key: headers['idempotency-key'] as string | undefined, body });
        treatments[Math.min(received.length, treatments.length) - 1]!(response, request);
      });
    });
    return createApiClient({ baseUrl: `${server.url}/v1`, apiKey: 'fw_key', ...options });
  }

  it('that creates a video is repeated with one key and the same bytes until it is accepted', async () => {
    const client = await clientOf([refuse, hangUp, breakBody, accept]);
    expect(await unwrap(client.POST('/videos', { body: VIDEO }))).toEqual({ id: 'a' });
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ key }) => key)).size).toBe(1);
    expect(received[0]!.key).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(received.map(({ body }) => body))).toEqual(new Set([JSON.stringify(VIDEO)]));
    await unwrap(client.POST('/videos', { body: VIDEO }));
    expect(received[4]!.key).not.toBe(received[0]!.key);
  });

  it('keeps the key of its caller', async () => {
    const client = await clientOf([refuse, accept]);
    const params = { header: { 'Idempotency-Key': 'order-1' } };
    await unwrap(client.POST('/videos', { body: VIDEO, params }));
    expect(received.map(({ key }) => key)).toEqual(['order-1', 'order-1']);
  });

  it('whose effect would double is repeated if it was refused', async () => {
    const client = await clientOf([refuse, accept]);
    await unwrap(client.POST('/templates', { body: TEMPLATE }));
    expect(received.map(({ key }) => key)).toEqual([undefined, undefined]);
  });

  it.each([
    { what: 'no response', treatment: hangUp, code: 'NO_RESPONSE' },
    { what: 'half a response', treatment: breakBody, code: 'NO_RESPONSE' },
    { what: 'no response in time', treatment: stayStill, code: 'TIMEOUT', timeoutMs: 300 },
  ])('whose effect would double is not repeated after $what', async ({ treatment, code, timeoutMs = 60_000 }) => {
    const client = await clientOf([treatment], { timeoutMs });
    await expect(client.POST('/templates', { body: TEMPLATE })).rejects.toMatchObject({ code });
    expect(received.length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['GET', (client: ApiClient) => client.GET('/videos')],
    ['PUT', (client: ApiClient) => client.PUT('/templates/{id}', { params: { path: { id: 'a' } }, body: TEMPLATE })],
    ['DELETE', (client: ApiClient) => client.DELETE('/videos/{id}', { params: { path: { id: 'a' } } })],
    ['validate', (client: ApiClient) => client.POST('/videos/validate', { body: VIDEO })],
    ['cancel', (client: ApiClient) => client.POST('/videos/{id}/cancel', { params: { path: { id: 'a' } } })],
  ])('that has its effect once is repeated after no response: %s', async (_what, call) => {
    const client = await clientOf([hangUp, accept]);
    expect((await call(client)).response.status).toBe(202);
    expect(received).toHaveLength(2);
  });

  it('is repeated for as long as it is refused, however often that is, and also fails as often as it may', async () => {
    const refusals = Array.from({ length: 5 }, () => refuse);
    const client = await clientOf([...refusals, hangUp, ...refusals, accept], { retries: 1 });
    expect(await unwrap(client.POST('/videos', { body: VIDEO }))).toEqual({ id: 'a' });
    expect(received).toHaveLength(12);
    expect(new Set(received.map(({ key }) => key)).size).toBe(1);
  });

  it('that is refused forever ends with its last response when its time is over', async () => {
    const client = await clientOf([refuse], { retryForMs: 1_500 });
    await expect(unwrap(client.GET('/videos'))).rejects.toMatchObject({ status: 429, retryAfterS: 0 });
    expect(received.length).toBeGreaterThan(1);
    const before = received.length;
    await client.GET('/videos', { retryForMs: 0 });
    expect(received).toHaveLength(before + 1);
  });

  it('that fails is repeated as often and as long as its options permit, which a call can set for itself', async () => {
    const client = await clientOf([hangUp], { retries: 2 });
    await expect(client.GET('/videos')).rejects.toMatchObject({ code: 'NO_RESPONSE' });
    expect(received).toHaveLength(3);
    await expect(client.GET('/videos', { retries: 0 })).rejects.toMatchObject({ code: 'NO_RESPONSE' });
    expect(received).toHaveLength(4);
    await expect(client.GET('/videos', { retries: 100, retryForMs: 0 })).rejects.toMatchObject({ code: 'NO_RESPONSE' });
    expect(received).toHaveLength(5);
  });

  it('does not wait for a Retry-After beyond its time', async () => {
    const client = await clientOf([
      (response) => void response.writeHead(503, { 'retry-after': '3600' }).end('<p>Maintenance</p>'),
    ]);
    await expect(unwrap(client.GET('/videos'))).rejects.toMatchObject({
      status: 503,
      code: 'UNKNOWN',
      retryAfterS: 3_600,
    });
    expect(received).toHaveLength(1);
  });

  it('reports what the network did after its last try', async () => {
    const client = await clientOf([hangUp], { retries: 1 });
    const error: unknown = await client.GET('/videos').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FramewrightError);
    expect(error).toMatchObject({ code: 'NO_RESPONSE', status: undefined, cause: { message: 'fetch failed' } });
    expect((error as Error).message).toBe(`GET ${server.url}/v1/videos: no complete response`);
  });

  it('ends with its signal, while it is sent and while it waits', async () => {
    const reason = new Error('enough');
    for (const treatment of [stayStill, refuseForAnHour]) {
      const client = await clientOf([treatment], { retryForMs: 7_200_000 });
      const stopping = new AbortController();
      const call = client.GET('/videos', { signal: stopping.signal });
      const ended = expect(call).rejects.toBe(reason);
      await eventually(() => received.length === 1);
      stopping.abort(reason);
      await ended;
      expect(received).toHaveLength(1);
      if (treatment === stayStill) await server.stop();
    }
  });

  it('that opens a stream of events has its time limit up to the headers', async () => {
    const client = await clientOf(
      [
        (response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: video\n');
          setTimeout(() => response.end('data: late\n\n'), 3_000);
        },
      ],
      { timeoutMs: 2_000 },
    );
    const params = { path: { id: 'a' } };
    const { response } = await client.GET('/videos/{id}/events', { params, parseAs: 'stream' });
    expect(await response.text()).toContain('late');
  });
});

const refuseForAnHour: Treatment = (response) => {
  response.writeHead(429, { 'retry-after': '3600' }).end();
};
