import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import { duplexPair, Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express, Request as ExpressRequest } from 'express';
import { callerSignal } from '#libs/runtime';
import { stateOf } from '../http/request-state.js';

/** Headers by which the gateway knows a client: its key, and its address behind proxies. */
const CLIENT_HEADERS = ['authorization', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const;
/** Statuses of responses without a body, for which `Response` refuses one. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends requests to this gateway's own API within the process, on behalf of the client of another request. They pass
 * every check as if the client had sent them: its key, rate limit, permissions, budgets, the bounds of bodies and the
 * audit log. So there is one way into the API, not two that could differ.
 */
@Injectable()
export class OwnApi {
  private server: Server | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  /** A `fetch` of the paths below `/v1`. Its requests end when the client of `request` hangs up. */
  fetchFor(request: ExpressRequest): typeof globalThis.fetch {
    const hungUp = callerSignal();
    return async (input, init) => {
      const sent = new Request(input, init);
      const signals = [sent.signal, ...(hungUp ? [hungUp] : [])];
      const response = await this.send(sent, request, AbortSignal.any(signals));
      return toResponse(response);
    };
  }

  private async send(sent: Request, client: ExpressRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const body = Buffer.from(await sent.arrayBuffer());
    const { pathname, search } = new URL(sent.url);
    const headers = { ...Object.fromEntries(sent.headers), ...clientHeaders(client) };
    const outgoing = httpRequest({
      method: sent.method,
      path: `${pathname}${search}`,
      headers: { ...headers, host: 'gateway', 'content-length': body.length },
      createConnection: () => this.connect(client),
      signal,
    });
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return response;
  }

  /** A connection of this process to itself, with the address of the client. No socket is opened. */
  private connect({ socket }: ExpressRequest): ReturnType<typeof duplexPair>[0] {
    const [near, far] = duplexPair();
    let received = 0;
    near.on('data', (chunk: Buffer) => (received += chunk.length));
    Object.defineProperties(far, {
      remoteAddress: { value: socket.remoteAddress },
      bytesWritten: { get: () => received },
    });
    this.server ??= createServer(this.host.httpAdapter.getInstance<Express>());
    this.server.emit('connection', far);
    return near;
  }
}

function clientHeaders(client: ExpressRequest): Record<string, string> {
  const sent = CLIENT_HEADERS.flatMap((name) => {
    const value = client.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(sent), 'x-request-id': stateOf(client).id };
}

function toResponse(message: IncomingMessage): Response {
  const status = message.statusCode!;
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  if (BODILESS.has(status)) message.resume();
  const body = BODILESS.has(status) ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>);
  return new Response(body, { status, headers });
}
