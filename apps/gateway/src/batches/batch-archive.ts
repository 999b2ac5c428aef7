import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { isPublicKey, type ManifestEntry } from '#libs/contracts';
import type { ObjectStore } from '#libs/storage';

/** A finished file and its name in the archive. */
export interface ArchivedFile {
  name: string;
  key: string;
}

const ROW_DIGITS = 5;
const KEY = /\/(videos\/[^/?#]+\/[^/?#]+)$/;
const DEFAULT_SIZE = 'default';

/** The file of a row's video: its name sorts by rows and has the size, unless that is the default one. Undefined without one. */
export function archivedFile({ row, size, video_id, video_url }: ManifestEntry): ArchivedFile | undefined {
  const key = KEY.exec(video_url ?? '')?.[1];
  if (key === undefined || !isPublicKey(key)) return undefined;
  const parts = [String(row).padStart(ROW_DIGITS, '0'), ...(size === DEFAULT_SIZE ? [] : [size]), video_id];
  return { name: `${parts.join('-')}${key.slice(key.lastIndexOf('.'))}`, key };
}

/**
 * Writes files into a zip archive as a stream, uncompressed, because videos are compressed already. One file is open at a
 * time, and none any more once the stream is destroyed. A file that has been deleted in the meantime is left out.
 */
export function archiveOf(store: ObjectStore, files: AsyncIterable<ArchivedFile>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const isOver = new AbortController();
  output.once('close', () => isOver.abort());
  zip.on('error', (error: Error) => output.destroy(error));
  fill(zip, { store, files, until: isOver.signal }).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error as Error),
  );
  return output;
}

interface Filling {
  store: ObjectStore;
  files: AsyncIterable<ArchivedFile>;
  until: AbortSignal;
}

async function fill(zip: ZipFile, { store, files, until }: Filling): Promise<void> {
  for await (const { name, key } of files) {
    await using object = await store.open(key);
    until.throwIfAborted();
    if (!object) continue;
    zip.addReadStream(object.stream, name, { mtime: object.modifiedAt, compress: false, size: object.size });
    await finished(object.stream, { signal: until });
  }
}
