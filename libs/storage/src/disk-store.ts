import { randomUUID } from 'node:crypto';
import { constants, mkdirSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { errnoOf } from '#libs/errors';
import { isMissing, storageErrorOf } from './disk-failure.js';
import { assertContentType, contentTypeOf, segmentsOf } from './object-key.js';
import {
  type ByteRange,
  MissingObjectError,
  type ObjectHead,
  ObjectStore,
  type OpenObject,
  type PutFileOptions,
  type PutOptions,
  RangeNotSatisfiableError,
  StorageError,
} from './object-store.js';
import { verifiedFile } from './verified-file.js';
import { withEnd } from './with-end.js';

/** Age from which a file in `incoming` counts as left by a process that died, ms. */
const ABANDONED_MS = 24 * 3_600_000;
/** Most times that a folder may disappear (with its last object) between its creation and its use. */
const MAX_FOLDER_TRIES = 20;
/** The number of libuv's threads for files. */
const DELETES_AT_ONCE = 4;

/**
 * Stores objects as plain files under `<root>/objects`. A body is written and synced to `<root>/incoming`, then renamed
 * into place: readers see the old object or the new one. Files never change afterwards, so a copy is a hard link. Any
 * number of processes may share one root.
 *
 * The root's two folders are created here and never again: where they are missing later, the volume is away. Then no object
 * counts as missing, nothing is written below the mount point, and every operation fails with a temporary StorageError.
 */
export class DiskStore extends ObjectStore {
  private readonly objects: string;
  private readonly incoming: string;

  constructor(root: string) {
    super();
    this.objects = join(root, 'objects');
    this.incoming = join(root, 'incoming');
    for (const folder of [this.objects, this.incoming]) mkdirSync(folder, { recursive: true });
  }

  async put(key: string, body: Buffer | Readable, { contentType }: PutOptions): Promise<void> {
    assertContentType(key, contentType);
    await this.place(key, async (temporary) => {
      await using file = await open(temporary, 'wx'); // `pipeline` may fail without closing it
      await pipeline(Buffer.isBuffer(body) ? Readable.from([body]) : body, file.createWriteStream({ flush: true }));
    });
  }

  async putFile(key: string, path: string, { contentType, sha256 }: PutFileOptions): Promise<void> {
    assertContentType(key, contentType);
    if (sha256 !== undefined) return this.put(key, verifiedFile(path, sha256), { contentType });
    await this.place(key, async (temporary) => {
      await copyFile(path, temporary, constants.COPYFILE_FICLONE);
      await sync(temporary);
    });
  }

  async open(key: string, range: ByteRange = { start: 0 }): Promise<OpenObject | null> {
    const file = await this.nullIfMissing(open(this.pathOf(key)));
    if (file === null) return null;
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new RangeError(`${key} is a folder of objects, not an object.`);
      const head = describe(key, found);
      const end = Math.min(range.end ?? Infinity, head.size - 1);
      const isWhole = range.start === 0 && range.end === undefined;
      if (!isWhole && (range.start >= head.size || end < range.start))
        throw new RangeNotSatisfiableError(key, head.size);
      // An empty object would otherwise need `end: -1`.
      const stream = head.size === 0 ? Readable.from([]) : file.createReadStream({ start: range.start, end });
      if (head.size === 0) await file.close();
      return withEnd({ ...head, stream, range: { start: range.start, end } });
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async head(key: string): Promise<ObjectHead | null> {
    const found = await this.nullIfMissing(stat(this.pathOf(key)));
    return found?.isFile() ? describe(key, found) : null;
  }

  async copy(from: string, to: string): Promise<void> {
    const source = this.pathOf(from);
    await this.place(to, async (temporary) => {
      try {
        await link(source, temporary);
      } catch (error) {
        if (isMissing(error)) throw (await this.isAway()) ? error : new MissingObjectError(from);
        await copyFile(source, temporary, constants.COPYFILE_FICLONE); // the file system has no hard links
        await sync(temporary);
      }
    });
  }

  async delete(key: string): Promise<void> {
    const path = this.pathOf(key);
    if ((await this.nullIfMissing(rm(path))) === null) return;
    await this.removeEmptyFolders(dirname(path));
  }

  async deleteAll(keys: readonly string[]): Promise<void> {
    const limit = pLimit(DELETES_AT_ONCE);
    await Promise.all(keys.map((key) => limit(() => this.delete(key))));
  }

  async *list(prefix: string): AsyncIterable<ObjectHead> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    if (folder !== '') segmentsOf(folder.slice(0, -1));
    yield* this.walk(folder, prefix);
  }

  async getToFile(key: string, path: string): Promise<void> {
    const temporary = `${path}.${randomUUID()}`;
    try {
      await copyFile(this.pathOf(key), temporary, constants.COPYFILE_FICLONE);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      if (isMissing(error) && (await this.head(key)) === null) throw new MissingObjectError(key);
      throw storageErrorOf(error, 'read') ?? error;
    }
  }

  publicAddress(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Does nothing while the volume is away: the next start removes what is left. */
  async sweepAbandoned(now: Date): Promise<void> {
    try {
      for (const name of (await this.nullIfMissing(readdir(this.incoming))) ?? []) {
        const path = join(this.incoming, name);
        const found = await this.nullIfMissing(stat(path));
        if (found && now.getTime() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
    }
  }

  private pathOf(key: string): string {
    return join(this.objects, ...segmentsOf(key));
  }

  private async place(key: string, write: (temporary: string) => Promise<void>): Promise<void> {
    const path = this.pathOf(key);
    const temporary = join(this.incoming, randomUUID());
    try {
      await write(temporary);
      await this.moveInto(path, temporary);
      await rm(temporary, { force: true }); // remains after a rename between two links to one file (POSIX)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined); // the volume is away: a later start removes it
      throw await this.failureOf(error);
    }
  }

  private async moveInto(path: string, temporary: string): Promise<void> {
    const folder = dirname(path);
    for (let tries = 1; ; tries += 1) {
      try {
        const firstCreated = await this.makeFolders(folder);
        await rename(temporary, path);
        await this.syncFolders(folder, firstCreated === undefined ? folder : dirname(firstCreated));
        return;
      } catch (error) {
        // Another process has deleted the folder's last object, and the folder.
        if (!isMissing(error) || tries === MAX_FOLDER_TRIES) throw error;
      }
    }
  }

  /** Creates a folder below `objects` and those that contain it. Returns the first one created, undefined if all existed. */
  private async makeFolders(folder: string): Promise<string | undefined> {
    if (folder === this.objects) return undefined;
    const firstCreated = await this.makeFolders(dirname(folder));
    const isNew = await mkdir(folder).then(
      () => true,
      (error: unknown) => {
        if (errnoOf(error) === 'EEXIST') return false;
        throw error;
      },
    );
    return firstCreated ?? (isNew ? folder : undefined);
  }

  /** Syncs folders from that of a new entry up to the one that contains the first new folder. */
  private async syncFolders(from: string, upTo: string): Promise<void> {
    for (let at = from; ; at = dirname(at)) {
      await this.nullIfMissing(sync(at)); // gone: another process has deleted the object since
      if (at === upTo) return;
    }
  }

  private async removeEmptyFolders(folder: string): Promise<void> {
    for (let at = folder; at !== this.objects; at = dirname(at)) {
      try {
        await rmdir(at);
      } catch {
        return; // not empty, or already gone
      }
    }
  }

  private async *walk(folder: string, prefix: string): AsyncIterable<ObjectHead> {
    const entries = (await this.nullIfMissing(readdir(join(this.objects, folder), { withFileTypes: true }))) ?? [];
    // A folder sorts as the keys inside it do: with its slash.
    const keys = entries.map((entry) => folder + entry.name + (entry.isDirectory() ? '/' : '')).sort(byCodeUnit);
    for (const key of keys) {
      if (!key.startsWith(prefix) && !prefix.startsWith(key)) continue;
      if (key.endsWith('/')) yield* this.walk(key, prefix);
      else if (key.startsWith(prefix)) {
        const head = await this.head(key);
        if (head) yield head;
      }
    }
  }

  /** Null for an object that does not exist. @throws StorageError where the volume is the reason */
  private async nullIfMissing<T>(attempt: Promise<T>): Promise<T | null> {
    try {
      return await attempt;
    } catch (error) {
      const failure = await this.failureOf(error);
      if (isMissing(failure)) return null;
      throw failure;
    }
  }

  /** A StorageError for an error whose reason is the volume; otherwise the error itself. */
  private async failureOf(error: unknown): Promise<unknown> {
    return storageErrorOf(error, isMissing(error) && (await this.isAway()) ? 'away' : 'write') ?? error;
  }

  private isAway(): Promise<boolean> {
    return stat(this.objects).then(
      (found) => !found.isDirectory(),
      () => true,
    );
  }
}

function describe(key: string, found: { size: number; mtime: Date }): ObjectHead {
  return { key, size: found.size, contentType: contentTypeOf(key), modifiedAt: found.mtime };
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Syncs a file's bytes, or a folder's entries, to disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
