import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AlteredFileError } from './object-store.js';

/** The bytes of a file; the stream fails at its end if they do not have the digest, so that nothing is stored. */
export function verifiedFile(path: string, sha256: string): Readable {
  return Readable.from(verifiedBytes(path, sha256), { objectMode: false });
}

async function* verifiedBytes(path: string, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Buffer> = createReadStream(path);
  for await (const bytes of chunks) {
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest('hex') !== sha256) throw new AlteredFileError(path);
}
