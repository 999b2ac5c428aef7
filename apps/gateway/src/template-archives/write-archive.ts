import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ObjectStore } from '#libs/storage';
import { MANIFEST_NAME, type TemplateArchive } from './template-archive.js';

/** A file of an archive and where it is stored. */
export interface StoredFile {
  file: string;
  storageKey: string;
  bytes: number;
}

/**
 * Writes an archive as a stream, which fails if a file is not in the store. Files are read one after the other, and none any
 * more once the stream is destroyed. Equal contents and times give equal bytes.
 */
export function writeArchive(
  store: ObjectStore,
  { manifest, files, mtime }: { manifest: TemplateArchive; files: readonly StoredFile[]; mtime: Date },
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const isOver = new AbortController();
  output.once('close', () => isOver.abort());
  zip.on('error', (error: Error) => output.destroy(error));
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), MANIFEST_NAME, { mtime });
  for (const { file, storageKey, bytes } of files) {
    // Media are compressed already.
    zip.addReadStreamLazy(file, { mtime, compress: false, size: bytes }, (take) => {
      lend(store, storageKey, { take: (stream) => take(null, stream), until: isOver.signal }).catch((error: unknown) =>
        output.destroy(error as Error),
      );
    });
  }
  zip.end();
  return output;
}

/** Opens a file for the archive, and closes it when it has been read or the archive is over. */
async function lend(
  store: ObjectStore,
  key: string,
  { take, until }: { take: (stream: Readable) => void; until: AbortSignal },
): Promise<void> {
  await using object = await store.open(key);
  until.throwIfAborted();
  if (!object) throw new Error(`${key} is not in the store`);
  take(object.stream);
  await finished(object.stream, { signal: until });
}
