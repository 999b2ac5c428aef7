import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends a stream as the body of a response, and ends it in any case. `pipeline` alone leaves a stream open when the client
 * has disconnected before: the response has closed then, and it refuses to begin.
 *
 * @throws Error when the client disconnects, or what the stream fails with
 */
export async function sendBody(body: Readable, response: Response): Promise<void> {
  try {
    await pipeline(body, response);
  } finally {
    body.destroy();
  }
}
