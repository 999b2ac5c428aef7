import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RandomAccessReader } from 'yauzl';
import type { ObjectStore } from '#libs/storage';

/** Bytes from the end that are read once. The directory of an archive, which is read entry by entry, must be within them. */
export const TAIL_BYTES = 128 * 1024;

/** Reads a zip file where it is stored, range by range. */
export class StoredZip extends RandomAccessReader {
  private constructor(
    private readonly store: ObjectStore,
    private readonly key: string,
    private readonly tail: { start: number; bytes: Buffer },
  ) {
    super();
  }

  static async open(store: ObjectStore, key: string, size: number): Promise<StoredZip> {
    const start = Math.max(0, size - TAIL_BYTES);
    const bytes = await buffer(rangeOf(store, key, { start, end: size }));
    return new StoredZip(store, key, { start, bytes });
  }

  /** Whether everything from this byte on has been read. */
  hasRead(start: number): boolean {
    return start >= this.tail.start;
  }

  /** The bytes from `start` to before `end`. */
  override _readStreamForRange(start: number, end: number): Readable {
    const { start: tailStart, bytes } = this.tail;
    if (this.hasRead(start)) return Readable.from([bytes.subarray(start - tailStart, end - tailStart)]);
    return Readable.from(rangeOf(this.store, this.key, { start, end }));
  }
}

async function* rangeOf(
  store: ObjectStore,
  key: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  await using range = await store.open(key, { start, end: end - 1 });
  if (!range) throw new Error(`${key} is not in the store`);
  const pieces: AsyncIterable<Buffer> = range.stream;
  yield* pieces;
}
