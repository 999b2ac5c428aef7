import type { Readable } from 'node:stream';

/** What is known of a stored object without reading it. */
export interface ObjectHead {
  key: string;
  /** Bytes. */
  size: number;
  contentType: string;
  modifiedAt: Date;
}

/** Bytes `start` to `end`, both included and counted from 0; to the last byte when `end` is absent or beyond it. */
export interface ByteRange {
  start: number;
  end?: number | undefined;
}

/** An object being read. The stream must be consumed or destroyed. */
export interface OpenObject extends ObjectHead {
  stream: Readable;
  /** What the stream carries: the range asked for, cut to the object. `end` is `start` - 1 for an empty object. */
  range: { start: number; end: number };
}

export interface PutOptions {
  /** Must be the one that the key's extension stands for; see `contentTypeOf`. */
  contentType: string;
}

/** For objects whose name stands for their bytes: whoever has read one need never ask again. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

export interface CopyOptions {
  /** The `Cache-Control` with which an S3-compatible store serves the copy to those who read it there directly. */
  cacheControl?: string;
  /** The `Expires` with which it does: nobody may keep the copy beyond. */
  expires?: Date | undefined;
}

/**
 * Files by key, on S3 or on disk. Every driver passes `storageConformance`:
 *
 * - A key is `a/b/c`: 1 to 1,000 characters, segments of `[A-Za-z0-9._-]` that are neither `.` nor `..`. No object lies
 *   "inside" another (`a` beside `a/b`). RangeError for any other key.
 * - An object appears whole or not at all, and only after the promise of its writing can resolve; overwriting it never
 *   disturbs who reads the old one. The last of several writers wins.
 * - What has been written survives the process and, once the promise has resolved, the machine.
 * - A stream that ends has carried all of its range; where bytes are missing it fails.
 */
export abstract class ObjectStore {
  /** Stores a body. A stream that fails, or a full disk, leaves what was there before. */
  abstract put(key: string, body: Buffer | Readable, options: PutOptions): Promise<void>;
  /** Stores a local file; the file stays. */
  abstract putFile(key: string, path: string, options: PutOptions): Promise<void>;
  /** Opens an object, or null where there is none. @throws RangeNotSatisfiableError when the range starts beyond its end */
  abstract open(key: string, range?: ByteRange): Promise<OpenObject | null>;
  /** Describes an object, or null where there is none. */
  abstract head(key: string): Promise<ObjectHead | null>;
  /** Copies without the bytes passing through this process; repeatable. @throws MissingObjectError */
  abstract copy(from: string, to: string, options?: CopyOptions): Promise<void>;
  /** Deletes an object; a missing one is fine. */
  abstract delete(key: string): Promise<void>;
  /**
   * Deletes objects, many at a time; missing ones are fine.
   * @throws where one could not be deleted; others may be gone, so repeat it for all
   */
  abstract deleteAll(keys: readonly string[]): Promise<void>;
  /** Every object whose key begins with `prefix` (plain text, '' for all), ordered by key. */
  abstract list(prefix: string): AsyncIterable<ObjectHead>;
  /** Writes an object to a local file, new or overwritten, whole or not at all. @throws MissingObjectError */
  abstract getToFile(key: string, path: string): Promise<void>;
  /**
   * Where anybody may GET the object from the store itself for an hour from `now` at least, whether it exists or not; null
   * where callers do not reach the store. What is served there may be kept until `expires`; absent: as its copy was told.
   */
  abstract publicAddress(key: string, now: Date, expires?: Date): Promise<string | null>;
  /** Removes what processes that died before `now` have left half written. */
  abstract sweepAbandoned(now: Date): Promise<void>;
}

/** The store is away, too slow, or refuses; whether a write has happened is then unknown. */
export class StorageError extends Error {
  constructor(
    message: string,
    /** The store's or the system's word for it: `SlowDown`, `AccessDenied`, `TimeoutError`, `ECONNREFUSED`. */
    readonly code: string,
    /** Of the HTTP answer; undefined where there was none. */
    readonly status: number | undefined,
    options: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'StorageError';
  }

  /** Whether the same may succeed later: the store gave no answer, or one that blames itself. */
  get isPassing(): boolean {
    if (this.status === undefined) return this.code !== 'CredentialsProviderError';
    return this.status >= 500;
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
    /** Of the object, in bytes: what an HTTP 416 tells. */
    readonly size: number,
  ) {
    super(`The range lies beyond the ${size} bytes of ${key}.`);
    this.name = 'RangeNotSatisfiableError';
  }
}
