import { FILE_HEAD_BYTES } from '#libs/contracts';
import { tooLarge, unreadable } from '../http/body/body-errors.js';

/** A body: its first bytes are known, the rest is still to come. */
export interface CountedBody {
  readonly head: Buffer;
  /** Bytes read so far. */
  readonly bytes: number;
  /** The whole body, its head included. Read it once. @throws AppError for a body over the limit, or cut short */
  pieces(): AsyncGenerator<Buffer>;
}

/**
 * Reads the head of a body. The rest is read as it is consumed, and never beyond `maxBytes`.
 *
 * @throws AppError as {@link CountedBody.pieces} does
 */
export async function countedBody(body: AsyncIterable<Buffer>, maxBytes: number): Promise<CountedBody> {
  const rest = body[Symbol.asyncIterator]();
  let bytes = 0;
  const next = async (): Promise<Buffer | undefined> => {
    const read = await rest.next().catch((error: unknown) => {
      throw unreadable('The body was cut short', error);
    });
    if (read.done) return undefined;
    bytes += read.value.length;
    if (bytes > maxBytes) throw tooLarge(`must not be larger than ${maxBytes} bytes`);
    return read.value;
  };
  const first: Buffer[] = [];
  while (bytes < FILE_HEAD_BYTES) {
    const piece = await next();
    if (!piece) break;
    first.push(piece);
  }
  const head = Buffer.concat(first);
  async function* pieces(): AsyncGenerator<Buffer> {
    yield head;
    for (let piece = await next(); piece; piece = await next()) yield piece;
  }
  return {
    head,
    get bytes() {
      return bytes;
    },
    pieces,
  };
}
