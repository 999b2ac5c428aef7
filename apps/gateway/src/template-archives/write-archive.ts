import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ObjectStore } from '#libs/storage';
import { MANIFEST_NAME, type TemplateArchive } from './template-archive.js';

/** A file of an archive and where it is stored. */
export interface StoredFile {
  file: string;
  storageKey: string;
  bytes: number;
}

/** Writes an archive as a stream, which fails if a file is not in the store. Equal contents and times give equal bytes. */
export function writeArchive(
  store: ObjectStore,
  { manifest, files, mtime }: { manifest: TemplateArchive; files: readonly StoredFile[]; mtime: Date },
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), MANIFEST_NAME, { mtime });
  for (const { file, storageKey, bytes } of files) {
    // Media are compressed already.
    zip.addReadStreamLazy(file, { mtime, compress: false, size: bytes }, (take) => {
      store.open(storageKey).then(
        (object) =>
          object ? take(null, object.stream) : output.destroy(new Error(`${storageKey} is not in the store`)),
        (error: unknown) => output.destroy(error as Error),
      );
    });
  }
  zip.end();
  return output;
}
