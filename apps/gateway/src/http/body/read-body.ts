import type { IncomingMessage } from 'node:http';
import type { AppError } from '#libs/contracts';
import { tooLarge, unreadable } from './body-errors.js';

/** Largest request body of a route without a limit of its own, bytes. */
const MAX_BODY_BYTES = 1_048_576;

/** Whether a request says that its body is CSV. */
export function isCsv({ headers }: IncomingMessage): boolean {
  return /^text\/csv[\t ]*(;[\t ]*(charset="?utf-8"?|header=present)[\t ]*)*$/i.test(
    headers['content-type']?.trim() ?? '',
  );
}

/** Options for reading a body. */
interface BodyReading {
  /** Default: 1 MiB. */
  maxBytes?: number | undefined;
  takesCsv?: boolean | undefined;
  /** Waits until this number of bytes may be held in memory. */
  admit: (bytes: number) => Promise<void>;
}

/**
 * Reads a whole body of JSON, or of CSV where the route takes it. A body over the limit is refused immediately; Node discards the rest after the response.
 *
 * @throws AppError BAD_REQUEST for another content type or an encoding, or a body cut short;
 * VALIDATION_ERROR for one over `maxBytes`; what `admit` throws
 */
export async function readBody(
  request: IncomingMessage,
  { maxBytes = MAX_BODY_BYTES, takesCsv = false, admit }: BodyReading,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw overLimit(maxBytes);
  if (request.headers['content-encoding'] !== undefined) throw unreadable('Encoded bodies are not accepted');
  const expected = expectedBytes(request, maxBytes);
  if (expected > 0) await admit(expected);
  const bytes = await collect(request, maxBytes);
  if (bytes.length > 0 && !isJson(request.headers['content-type']) && !(takesCsv && isCsv(request))) {
    throw unreadable(`The Content-Type must be application/json${takesCsv ? ' or text/csv' : ''}`);
  }
  return bytes;
}

/** Bytes that a body will have, as the request states, else the most that it may have. */
function expectedBytes({ headers }: IncomingMessage, maxBytes: number): number {
  const announced = headers['content-length'];
  if (announced !== undefined) return Number(announced);
  return headers['transfer-encoding'] === undefined ? 0 : maxBytes;
}

function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else reject(overLimit(maxBytes));
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', (error) => reject(unreadable('The body was cut short', error)));
    request.on('close', () => reject(unreadable('The body was cut short')));
  });
}

function overLimit(maxBytes: number): AppError {
  return tooLarge(`must not be larger than ${maxBytes} bytes`);
}

/** RFC 8259 §11 defines no charset parameter; `utf-8`, which JSON always is, is accepted. */
function isJson(contentType: string | undefined): boolean {
  return /^application\/json[\t ]*(;[\t ]*charset="?utf-8"?[\t ]*)?$/i.test(contentType?.trim() ?? '');
}
