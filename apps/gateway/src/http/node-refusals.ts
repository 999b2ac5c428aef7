import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '#libs/contracts';
import { toErrorResponse } from './error-response.js';

const DETAILS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The request headers are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time',
};

/**
 * Answers in the API's own form what node refuses by itself, with an empty 400, 417 or 431. What its parser cannot read
 * is answered here; a missing Host header and an unknown Expect are let through to the request scope and to the routes.
 */
export function answerRefusals(server: Server): void {
  Object.assign(server, { requireHostHeader: false }); // an option of createServer, which is Nest's to call
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  const answering = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answering.set(request.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const current = answering.get(socket);
    const begun = current !== undefined && current.headersSent && !current.writableEnded;
    if (error.code === 'ECONNRESET' || !socket.writable || begun) socket.destroy();
    else socket.end(refusal(DETAILS[error.code ?? ''] ?? 'The request is not valid HTTP'));
  });
}

function refusal(details: string): string {
  const { body } = toErrorResponse(new AppError('BAD_REQUEST', { message: 'The request could not be read', details }));
  const text = JSON.stringify(body);
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
