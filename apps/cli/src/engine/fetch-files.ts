import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errnoOf } from '#libs/errors';
import { createGuard, FetchError, type FetchedFile, type FetchLimits, type Guard } from '#libs/net-guard';
import { fileOfAddress } from '../documents/disk-addresses.js';

/** Brings the files of documents: those on disk as they are, others through the guard. */
export interface FileFetcher extends Pick<Guard, 'fetchToFile' | 'close'>, AsyncDisposable {}

/** @param allow private CIDR blocks from which files may be fetched */
export function createFetcher(allow: readonly string[]): FileFetcher {
  const guard = createGuard({ allow, allowHttp: true });
  return {
    fetchToFile: (url, path, limits) => {
      const file = fileOfAddress(url);
      return file === undefined ? guard.fetchToFile(url, path, limits) : copyToFile(file, path, limits);
    },
    close: () => guard.close(),
    [Symbol.asyncDispose]: () => guard.close(),
  };
}

/** @throws FetchError, or the error of the file that is written */
async function copyToFile(from: string, to: string, { maxBytes, signal, onBytes }: FetchLimits): Promise<FetchedFile> {
  const { size } = await stated(from);
  if (size > maxBytes) throw new FetchError('TOO_LARGE', `is larger than ${maxBytes} bytes`);
  onBytes?.(size);
  const hash = createHash('sha256');
  async function* hashed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    const target = createWriteStream(to, { flags: 'wx' });
    await pipeline(createReadStream(from), hashed, target, signal ? { signal } : {});
  } catch (cause) {
    if (errnoOf(cause) === 'EACCES') throw unreadable(from, 'may not be read', cause);
    throw cause;
  }
  return { bytes: size, sha256: hash.digest('hex'), contentType: '' };
}

async function stated(path: string): Promise<{ size: number }> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found;
  } catch (cause) {
    throw unreadable(path, errnoOf(cause) === 'EACCES' ? 'may not be read' : 'does not exist', cause);
  }
  throw unreadable(path, 'is no file');
}

function unreadable(path: string, reason: string, cause?: unknown): FetchError {
  const short = relative(process.cwd(), path);
  return new FetchError('BAD_ANSWER', `${reason}: ${short.startsWith('..') ? path : short}`, { cause });
}
