import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';
import { AppError } from '#libs/contracts';
import { toErrorResponse } from '../error-response.js';

const SERVER_OPTIONS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  /** Interval at which the two timeouts above are checked, ms. */
  connectionsCheckingInterval: 2_000,
  /** Longer than the 60 s after which load balancers drop an idle connection, so that they end it and not this server. */
  keepAliveTimeout: 65_000,
  /** A missing Host header is refused by the request scope, in the API's error format. */
  requireHostHeader: false,
};

/** Time for the rest of a body after its request was answered, ms: a client that sends all of it before it reads gets the answer. */
const LINGER_MS = 3_000;

/**
 * Express and its HTTP server as the API needs them: paths match exactly (case and trailing slash), and requests that
 * Node would refuse with an empty 400, 417 or 431, or drop (CONNECT), get an error of the API. An unknown Expect header is
 * ignored.
 */
export class GatewayHttpAdapter extends ExpressAdapter {
  constructor() {
    super(exactExpress());
  }

  override initHttpServer(): void {
    const server = createServer(SERVER_OPTIONS, this.getInstance<Express>());
    server.maxHeadersCount = 0; // no header is dropped silently; the 16 KiB of all headers bound their number
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      server.emit('request', request, response);
    });
    respondToUnreadableRequests(server);
    endRefusedBodies(server);
    refuseTunnels(server);
    this.httpServer = server;
  }
}

/**
 * An express application that matches paths exactly. Its settings are read when the router is created, so they come
 * before the first use of it.
 */
function exactExpress(): Express {
  const app = express();
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.disable('x-powered-by');
  app.disable('etag'); // a response has the ETag of its resource, or none
  return app;
}

const DETAILS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The request headers are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time',
};

/** Responds to requests that Node's parser cannot read. */
function respondToUnreadableRequests(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    responses.set(request.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const current = responses.get(socket);
    const isUnfinished = current !== undefined && current.headersSent && !current.writableEnded;
    if (error.code === 'ECONNRESET' || !socket.writable || isUnfinished) socket.destroy();
    else socket.end(badRequest(DETAILS[error.code ?? ''] ?? 'The request is not valid HTTP'));
  });
}

/** Ends connections whose client continues to send a body after the response. Node would read it for a minute. */
function endRefusedBodies(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (request.complete) return;
      const end = setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS);
      request.once('close', () => clearTimeout(end)); // of the request: its connection may have thousands more
    });
  });
}

/** Responds to CONNECT with an error. Node passes its bare connection on and would close it without a response. */
function refuseTunnels(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => undefined); // the client may have left
    socket.end(rawResponse(new AppError('METHOD_NOT_ALLOWED'), ['Allow: DELETE, GET, HEAD, PATCH, POST, PUT']));
  });
}

function badRequest(details: string): string {
  return rawResponse(new AppError('BAD_REQUEST', { message: 'The request could not be read', details }));
}

/** An error response for a connection without a request that express could handle; it ends the connection. */
function rawResponse(error: AppError, headers: readonly string[] = []): string {
  const { status, body } = toErrorResponse(error);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${randomUUID()}`,
    ...headers,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
