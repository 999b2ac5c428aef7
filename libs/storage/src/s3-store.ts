import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { abortUpload, COPY_SIZES, type CopyInParts, copyInParts, type CopySizes } from './copy-in-parts.js';
import { assertContentType, contentTypeOf, segmentsOf } from './object-key.js';
import {
  type ByteRange,
  type CopyOptions,
  MissingObjectError,
  type ObjectHead,
  ObjectStore,
  type OpenObject,
  type PutFileOptions,
  type PutOptions,
  RangeNotSatisfiableError,
  StorageError,
} from './object-store.js';
import { isCode, nullIfMissing } from './null-if-missing.js';
import { createS3Client, PATIENCE, type S3Patience } from './s3-client.js';
import type { S3Location } from './storage-location.js';
import { verifiedFile } from './verified-file.js';
import { withEnd } from './with-end.js';

/**
 * Size of a part, the least that S3 allows, and parts in progress at once. The memory of one upload is a small multiple
 * of their product.
 */
const PART_BYTES = 5 * 1_048_576;
const PARTS_AT_ONCE = 2;
/** Age from which an unfinished upload counts as left by a process that died, ms. */
const ABANDONED_MS = 24 * 3_600_000;
/** Interval at which URLs change, ms, so that caches see the same one for an hour. URLs are valid for two hours. */
const ADDRESS_PERIOD_MS = 3_600_000;
/** The maximum that one request may delete. */
const KEYS_A_DELETE = 1_000;
/** Most times that an interrupted stream is resumed without a byte of progress. */
const MAX_FRUITLESS_RESUMES = 3;

/**
 * Stores objects in an existing bucket of an S3-compatible store. Needs permission to get, put and delete objects, to
 * list the bucket and its multipart uploads, and to abort these.
 */
export class S3Store extends ObjectStore {
  private readonly client: S3Client;
  private readonly publicClient: S3Client | undefined;

  constructor(
    private readonly location: S3Location,
    private readonly patience: S3Patience = PATIENCE,
    private readonly copySizes: CopySizes = COPY_SIZES,
  ) {
    super();
    this.client = createS3Client(location, patience);
    const { publicEndpoint: endpoint } = location;
    if (endpoint !== undefined) this.publicClient = createS3Client({ ...location, endpoint }, patience);
  }

  async put(key: string, body: Buffer | Readable, { contentType }: PutOptions): Promise<void> {
    try {
      assertContentType(key, contentType);
      await this.upload(this.placeOf(key), body);
    } finally {
      if (body instanceof Readable) body.destroy();
    }
  }

  async putFile(key: string, path: string, { sha256, ...options }: PutFileOptions): Promise<void> {
    segmentsOf(key);
    if (sha256 !== undefined) return this.put(key, verifiedFile(path, sha256), options);
    await using file = await open(path);
    await this.put(key, file.createReadStream(), options);
  }

  async open(key: string, range: ByteRange = { start: 0 }): Promise<OpenObject | null> {
    const place = this.placeOf(key);
    const isWhole = range.start === 0 && range.end === undefined;
    const last = range.end ?? Infinity;
    const wanted = isWhole ? {} : { Range: `bytes=${range.start}-${range.end ?? ''}` };
    if (last < range.start) return this.refuseRange(key);
    const answer = await nullIfMissing(this.client.send(new GetObjectCommand({ ...place, ...wanted })), 'InvalidRange');
    if (answer === null) return isWhole ? null : this.refuseRange(key);
    const size = sizeOf(answer);
    const end = Math.min(last, size - 1);
    const stream = this.resuming(place, answer, { start: range.start, end });
    return withEnd({ ...describe(key, size, answer.LastModified), stream, range: { start: range.start, end } });
  }

  async head(key: string): Promise<ObjectHead | null> {
    const found = await this.find(this.placeOf(key));
    return found && describe(key, found.ContentLength, found.LastModified);
  }

  async copy(from: string, to: string, { cacheControl, expires }: CopyOptions = {}): Promise<void> {
    const source = this.placeOf(from);
    const headers = { ContentType: contentTypeOf(to), CacheControl: cacheControl, Expires: expires };
    const target = { ...this.placeOf(to), ...headers };
    const found = await this.find(source);
    if (!found || (await nullIfMissing(this.copyFound(source, target, found))) === null)
      throw new MissingObjectError(from);
  }

  async delete(key: string): Promise<void> {
    await nullIfMissing(this.client.send(new DeleteObjectCommand(this.placeOf(key))));
  }

  async deleteAll(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += KEYS_A_DELETE) {
      const Objects = keys.slice(at, at + KEYS_A_DELETE).map((key) => ({ Key: this.placeOf(key).Key }));
      const Delete = { Objects, Quiet: true };
      const { Errors = [] } = await this.client.send(
        new DeleteObjectsCommand({ Bucket: this.location.bucket, Delete }),
      );
      const [first] = Errors.filter(({ Code }) => Code !== 'NoSuchKey');
      if (!first) continue;
      const { Code = 'unknown', Key, Message } = first;
      throw new StorageError(`S3 DeleteObjects failed for ${Key} (${Code}): ${Message}`, Code, undefined, {});
    }
  }

  async *list(prefix: string): AsyncIterable<ObjectHead> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    if (folder !== '') segmentsOf(folder.slice(0, -1));
    const { bucket, prefix: ours } = this.location;
    const pages = paginateListObjectsV2({ client: this.client }, { Bucket: bucket, Prefix: ours + prefix });
    for await (const { Contents = [] } of pages) {
      for (const { Key = '', Size, LastModified } of Contents)
        yield describe(Key.slice(ours.length), Size, LastModified);
    }
  }

  async getToFile(key: string, path: string): Promise<void> {
    await using object = await this.open(key);
    if (!object) throw new MissingObjectError(key);
    const temporary = `${path}.${randomUUID()}`;
    try {
      await pipeline(object.stream, createWriteStream(temporary, { flags: 'wx' }));
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async publicAddress(key: string, now: Date, expires?: Date): Promise<string | null> {
    if (!this.publicClient) return null;
    const until = expires && { ResponseCacheControl: 'public', ResponseExpires: expires };
    const command = new GetObjectCommand({ ...this.placeOf(key), ...until });
    const signingDate = new Date(now.getTime() - (now.getTime() % ADDRESS_PERIOD_MS));
    return getSignedUrl(this.publicClient, command, { signingDate, expiresIn: (2 * ADDRESS_PERIOD_MS) / 1_000 });
  }

  /**
   * Does nothing while the store is unreachable: the next start removes what is left. @throws StorageError when it
   * refuses
   */
  async sweepAbandoned(now: Date): Promise<void> {
    const { bucket: Bucket, prefix: Prefix } = this.location;
    try {
      const { Uploads = [] } = await this.client.send(new ListMultipartUploadsCommand({ Bucket, Prefix })); // a thousand
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (!Initiated || now.getTime() - Initiated.getTime() < ABANDONED_MS) continue;
        await nullIfMissing(
          this.client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
          'NoSuchUpload',
        );
      }
    } catch (error) {
      if (!(error instanceof StorageError && error.isTemporary)) throw error;
    }
  }

  private placeOf(key: string): { Bucket: string; Key: string } {
    segmentsOf(key);
    return { Bucket: this.location.bucket, Key: this.location.prefix + key };
  }

  /** Uploads a short body in one request and a longer one in parts. A failed upload leaves no parts behind. */
  private async upload(place: { Bucket: string; Key: string }, body: Buffer | Readable): Promise<void> {
    const name = randomUUID();
    const params = { ...place, Body: body, ContentType: contentTypeOf(place.Key), Metadata: { upload: name } };
    const sizes = { partSize: PART_BYTES, queueSize: PARTS_AT_ONCE };
    const upload = new Upload({ client: this.client, params, ...sizes, leavePartsOnError: true });
    try {
      await upload.done();
    } catch (error) {
      // A try whose response was lost had completed it, so the next one found nothing to complete.
      const { Metadata } = (isCode(error, 'NoSuchUpload') && (await this.find(place))) || {};
      if (Metadata?.['upload'] === name) return;
      if (upload.uploadId !== undefined) await abortUpload(this.client, { ...place, UploadId: upload.uploadId });
      throw error;
    }
  }

  private async copyFound(
    { Bucket, Key }: { Bucket: string; Key: string },
    target: CopyInParts['target'],
    { ContentLength: size = 0, ETag: etag }: HeadObjectCommandOutput,
  ): Promise<void> {
    const path = `${Bucket}/${Key}`;
    const { wholeBytes, partBytes } = this.copySizes;
    if (size > wholeBytes) {
      const copy = { source: { path, size, etag }, target, partBytes, joinMs: this.patience.answerMs };
      try {
        await copyInParts(this.client, copy);
        return;
      } catch (error) {
        if (!isCode(error, 'NotImplemented')) throw error; // the store copies whole objects only
      }
    }
    const MetadataDirective = 'REPLACE'; // required to copy an object onto itself
    await this.client.send(new CopyObjectCommand({ ...target, CopySource: path, MetadataDirective }));
  }

  private find(place: { Bucket: string; Key: string }): Promise<HeadObjectCommandOutput | null> {
    return nullIfMissing(this.client.send(new HeadObjectCommand(place)));
  }

  private async refuseRange(key: string): Promise<null> {
    const found = await this.head(key);
    if (!found) return null;
    throw new RangeNotSatisfiableError(key, found.size);
  }

  /**
   * Streams the bytes of `range`, starting with `answer`. Resumes the same version of the object when a connection
   * breaks.
   */
  private resuming(
    place: { Bucket: string; Key: string },
    answer: GetObjectCommandOutput,
    { start, end }: { start: number; end: number },
  ): Readable {
    const { client } = this;
    const left = new AbortController();
    let body = answer.Body as Readable;
    async function* pieces(): AsyncIterable<Buffer> {
      let at = start;
      for (let fruitless = 0; ; fruitless += 1) {
        try {
          const chunks: AsyncIterable<Buffer> = body;
          for await (const piece of chunks) {
            at += piece.length;
            fruitless = 0;
            yield piece;
          }
          if (at > end) return;
          throw new StorageError(`${place.Key} ended ${end + 1 - at} bytes early.`, 'Truncated', undefined, {});
        } catch (error) {
          if (at > end) return;
          if (fruitless === MAX_FRUITLESS_RESUMES || left.signal.aborted) throw error;
        }
        const rest = new GetObjectCommand({ ...place, Range: `bytes=${at}-${end}`, IfMatch: answer.ETag });
        body = (await client.send(rest, { abortSignal: left.signal })).Body as Readable;
      }
    }
    const stream = Readable.from(pieces(), { objectMode: false });
    const endPieces = stream._destroy.bind(stream);
    // The connection ends at once: `pieces` may not have begun, or wait for a store that sends nothing.
    stream._destroy = (error, done) => {
      left.abort();
      body.destroy();
      endPieces(error, done);
    };
    return stream;
  }
}

/** Bytes of the whole object. */
function sizeOf({ ContentRange, ContentLength = 0 }: GetObjectCommandOutput): number {
  const total = /\/(\d+)$/.exec(ContentRange ?? '')?.[1];
  return total === undefined ? ContentLength : Number(total);
}

function describe(key: string, size = 0, modifiedAt = new Date(0)): ObjectHead {
  return { key, size, contentType: contentTypeOf(key), modifiedAt };
}
