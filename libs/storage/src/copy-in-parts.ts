import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { StorageError } from './object-store.js';
import { nullIfMissing } from './null-if-missing.js';

/** Sizes that decide how an object is copied. */
export interface CopySizes {
  /** Bytes above which an object is copied in parts. S3 copies up to 5 GiB in one request. */
  wholeBytes: number;
  /** Size of a part: S3 allows 5 MiB to 5 GiB. Objects of more than 10,000 parts get larger ones. */
  partBytes: number;
}

/**
 * Sizes for which a store can respond within 20 s although it sends nothing until it has copied: it must copy 13 MB/s,
 * whether four parts at once or a whole object.
 */
export const COPY_SIZES: CopySizes = { wholeBytes: 256 * 1_048_576, partBytes: 64 * 1_048_576 };

const MAX_PARTS = 10_000;
const PARTS_AT_ONCE = 4;
const GIBIBYTE = 1_073_741_824;

export interface CopyInParts {
  source: {
    /** `bucket/key` */
    path: string;
    /** Bytes. */
    size: number;
    /** The version of the object from which every part is copied. */
    etag: string | undefined;
  };
  target: S3Place & { ContentType: string; CacheControl: string | undefined; Expires: Date | undefined };
  partBytes: number;
  /** Time in which the store must join the parts, ms per started GiB. */
  joinMs: number;
}

interface S3Place {
  Bucket: string;
  Key: string;
}

type OpenUpload = S3Place & { UploadId: string | undefined };

/** The store treats the request as an upload and has stored an empty part. */
class PartsNotCopiedError extends StorageError {
  constructor(key: string) {
    super(
      `S3 UploadPartCopy gave no entity tag for a part of ${key}: the store copies no parts.`,
      'NotImplemented',
      501,
      {},
    );
  }
}

/**
 * Copies an object part by part, so that no single response takes long. Atomic: a failed copy is aborted after all of
 * its requests have ended.
 *
 * @throws StorageError `PreconditionFailed` when the source changes during the copy, `NotImplemented` when the store
 * cannot copy parts
 */
export async function copyInParts(client: S3Client, copy: CopyInParts): Promise<void> {
  const name = randomUUID();
  const { Bucket, Key } = copy.target;
  const create = new CreateMultipartUploadCommand({ ...copy.target, Metadata: { upload: name } });
  const { UploadId } = await client.send(create);
  const upload = { Bucket, Key, UploadId };
  try {
    const parts = await copyParts(client, copy, upload);
    await join(client, { copy, upload, name, parts });
  } catch (error) {
    await abortUpload(client, upload);
    throw error;
  }
}

/**
 * Aborts an upload. If that fails, the upload is swept a day later, because the original failure is the one to report.
 */
export async function abortUpload(client: S3Client, upload: OpenUpload): Promise<void> {
  await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
}

async function copyParts(client: S3Client, copy: CopyInParts, upload: OpenUpload): Promise<CompletedPart[]> {
  const { source, partBytes } = copy;
  const limit = pLimit({ concurrency: PARTS_AT_ONCE, rejectOnClear: true });
  const parts = rangesOf(source.size, partBytes).map((CopySourceRange, i) =>
    limit(async () => {
      const PartNumber = i + 1;
      const from = { CopySource: source.path, CopySourceIfMatch: source.etag, CopySourceRange };
      const { CopyPartResult } = await client.send(new UploadPartCopyCommand({ ...upload, ...from, PartNumber }));
      if (CopyPartResult?.ETag === undefined) throw new PartsNotCopiedError(upload.Key);
      return { PartNumber, ETag: CopyPartResult.ETag };
    }),
  );
  try {
    return await Promise.all(parts);
  } catch (error) {
    limit.clearQueue();
    await Promise.allSettled(parts); // a part that arrives after the abort would stay
    throw error;
  }
}

function rangesOf(size: number, partBytes: number): string[] {
  const bytes = Math.max(partBytes, Math.ceil(size / MAX_PARTS));
  return Array.from({ length: Math.ceil(size / bytes) }, (_unused, i) => {
    return `bytes=${i * bytes}-${Math.min((i + 1) * bytes, size) - 1}`;
  });
}

interface Join {
  copy: CopyInParts;
  upload: OpenUpload;
  name: string;
  parts: CompletedPart[];
}

/**
 * Completes the upload and waits until its object exists. The response is not reliable: it may be lost after the work,
 * and a store that joins parts by copying them (versitygw) responds to a second request before the first has finished.
 */
async function join(client: S3Client, { copy, upload, name, parts: Parts }: Join): Promise<void> {
  const { Bucket, Key } = upload;
  let failure: StorageError | undefined;
  let etag: string | undefined;
  try {
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
    etag = (await client.send(complete)).ETag;
  } catch (error) {
    if (!mayBeDone(error)) throw error;
    failure = error;
  }
  const deadline = performance.now() + copy.joinMs * Math.ceil(copy.source.size / GIBIBYTE);
  for (;;) {
    const found = await nullIfMissing(client.send(new HeadObjectCommand({ Bucket, Key })));
    const isOurs = found?.Metadata?.['upload'] === name;
    const isSame = etag !== undefined && found?.ETag === etag; // a later copy of the same source
    if ((isOurs || isSame) && found.ContentLength === copy.source.size) return;
    if (performance.now() > deadline)
      throw (
        failure ??
        new StorageError(`${Key} is not there, whole, after its parts were joined.`, 'Unjoined', undefined, {})
      );
    await delay(copy.joinMs / 20);
  }
}

/**
 * Whether a failed request may have joined the parts: no response arrived, or a try whose response was lost succeeded
 * and the next one found nothing to do.
 */
function mayBeDone(error: unknown): error is StorageError {
  return error instanceof StorageError && (error.status === undefined || error.code === 'NoSuchUpload');
}
