import type { Readable } from 'node:stream';

/** Metadata of a stored object. */
export interface ObjectHead {
  key: string;
  /** Bytes. */
  size: number;
  contentType: string;
  modifiedAt: Date;
}

/** Bytes `start` to `end`, inclusive and counted from 0; up to the last byte when `end` is absent or larger. */
export interface ByteRange {
  start: number;
  end?: number | undefined;
}

/**
 * An open object, which holds a file or a connection. It is taken with `await using`, so that both end with the scope,
 * whether the stream was read, failed or was never begun. `eslint.config.mjs` checks it.
 */
export interface OpenObject extends ObjectHead, AsyncDisposable {
  stream: Readable;
  /** The range of the stream: the requested one, cut to the object. `end` is `start` - 1 for an empty object. */
  range: { start: number; end: number };
}

export interface PutOptions {
  /** Must be that of the key's extension; see `contentTypeOf`. */
  contentType: string;
}

export interface PutFileOptions extends PutOptions {
  /** SHA-256 that the file must have, hex. It is compared with the bytes that are stored, as they pass. */
  sha256?: string | undefined;
}

/** Cache control of objects whose name identifies their bytes: a cache may keep them without revalidation. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

export interface CopyOptions {
  /**
   * The `Cache-Control` header that an S3-compatible store sends with the copy to clients that read it there directly.
   */
  cacheControl?: string;
  /** The `Expires` header that it sends: no cache may keep the copy longer. */
  expires?: Date | undefined;
}

/**
 * Stores files by key, on S3 or on disk. Every driver passes `storageConformance`:
 *
 * - A key is `a/b/c`: 1 to 1,000 characters, segments of `[A-Za-z0-9._-]` other than `.` and `..`. No object is a
 * folder of another (`a` beside `a/b`). RangeError for any other key.
 * - An object appears completely or not at all, and only after its write can resolve. Overwriting it does not affect
 * readers of the old one. Of several writers the last one wins.
 * - A written object survives the end of the process and, once the write has resolved, of the machine.
 * - A stream that ends has carried its whole range; it fails when bytes are missing.
 */
export abstract class ObjectStore {
  /** Stores a body. When the stream fails or the disk is full, the previous object stays. */
  abstract put(key: string, body: Buffer | Readable, options: PutOptions): Promise<void>;
  /** Stores a local file and keeps the file. @throws AlteredFileError for another file than the digest says; nothing is stored */
  abstract putFile(key: string, path: string, options: PutFileOptions): Promise<void>;
  /** Opens an object; null if it is missing. @throws RangeNotSatisfiableError when the range starts beyond its end */
  abstract open(key: string, range?: ByteRange): Promise<OpenObject | null>;
  /** Returns the metadata of an object; null if it is missing. */
  abstract head(key: string): Promise<ObjectHead | null>;
  /** Copies within the store. Idempotent. @throws MissingObjectError */
  abstract copy(from: string, to: string, options?: CopyOptions): Promise<void>;
  /** Deletes an object; a missing one is no error. */
  abstract delete(key: string): Promise<void>;
  /**
   * Deletes many objects; missing ones are no error.
   * @throws StorageError when one could not be deleted; others may be deleted, so repeat it for all
   */
  abstract deleteAll(keys: readonly string[]): Promise<void>;
  /** Lists the objects whose keys start with `prefix` (plain text, '' for all), ordered by key. */
  abstract list(prefix: string): AsyncIterable<ObjectHead>;
  /** Writes an object to a local file, which is created or replaced atomically. @throws MissingObjectError */
  abstract getToFile(key: string, path: string): Promise<void>;
  /**
   * Returns a URL from which any client may GET the object in the store for at least an hour from `now`, whether it
   * exists or not; null if clients cannot reach the store. Caches may keep the response until `expires`. Default: as
   * set when the object was copied.
   */
  abstract publicAddress(key: string, now: Date, expires?: Date): Promise<string | null>;
  /** Removes unfinished writes of processes that died before `now`. */
  abstract sweepAbandoned(now: Date): Promise<void>;
}

/**
 * An operation failed because the store is unavailable, too slow, or refuses. Whether a write has happened is unknown.
 */
export class StorageError extends Error {
  constructor(
    message: string,
    /** The code of the store or the system: `SlowDown`, `AccessDenied`, `TimeoutError`, `ECONNREFUSED`. */
    readonly code: string,
    /** Status of the HTTP response; undefined without one. */
    readonly status: number | undefined,
    options: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'StorageError';
  }

  /** Whether the same operation may succeed later: the store did not respond, or reported its own failure. */
  get isTemporary(): boolean {
    if (this.status === undefined) return this.code !== 'CredentialsProviderError';
    return this.status >= 500;
  }
}

/** Thrown for a file that does not have the digest that it was written with. */
export class AlteredFileError extends Error {
  constructor(path: string) {
    super(`${path} is not what was written.`);
    this.name = 'AlteredFileError';
  }
}

export class MissingObjectError extends Error {
  constructor(readonly key: string) {
    super(`There is no object ${key}.`);
    this.name = 'MissingObjectError';
  }
}

export class RangeNotSatisfiableError extends RangeError {
  constructor(
    readonly key: string,
    /** Bytes of the object, as an HTTP 416 response reports them. */
    readonly size: number,
  ) {
    super(`The range lies beyond the ${size} bytes of ${key}.`);
    this.name = 'RangeNotSatisfiableError';
  }
}
