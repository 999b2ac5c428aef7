import type { FootageReader } from './footage-reader.js';
import type { KeptMeanwhile } from './kept-pictures.js';

/** Readers of one run. */
export interface KeptRunReaders {
  /**
   * The reader of kept pictures, or one that keeps them. `end`: keeps them. `isWhole`: after them the run has no further
   * ones. Null: there is none.
   */
  first(): Promise<{ reader: FootageReader; end?: KeptMeanwhile['end']; isWhole?: boolean } | null>;
  /** A decoder of the run's pictures from one on, counted from its first. */
  from(picture: number): FootageReader;
}

/**
 * Reads the pictures of a run that further videos show: those that were kept and, after them or where that fails, those of a
 * decoder that begins there. No picture depends on where it came from.
 */
export class KeptRunReader {
  #reader: FootageReader | undefined;
  #opened: Promise<void> | undefined;
  /** Keeps the pictures that the reader has decoded. */
  #end: KeptMeanwhile['end'] | undefined;
  /** Whether the reader's end, or its failure, is that of the run. */
  #isLast = false;
  #isWhole = false;
  #given = 0;

  constructor(private readonly readers: KeptRunReaders) {}

  /** As that of {@link FootageReader}. */
  async next(): Promise<Uint8Array | null> {
    await (this.#opened ??= this.#open());
    for (;;) {
      const picture = await this.#reader!.next().catch((error: unknown) => {
        if (this.#isLast) throw error;
        return undefined;
      });
      if (picture) {
        this.#given++;
        return picture;
      }
      if (picture === null && (this.#isLast || this.#isWhole)) return null;
      await this.#decodeTheRest(picture === null);
    }
  }

  /** As that of {@link FootageReader}; keeps what was decoded. */
  async close(): Promise<void> {
    await this.#opened;
    await this.#reader?.close();
    await this.#keep(true, false);
  }

  async #open(): Promise<void> {
    const first = await this.readers.first().catch(() => null);
    this.#reader = first?.reader ?? this.readers.from(0);
    this.#isLast = !first;
    this.#end = first?.end;
    this.#isWhole = first?.isWhole ?? false;
  }

  /** @param isGood whether the reader came to its end without a failure */
  async #decodeTheRest(isGood: boolean): Promise<void> {
    const isEndOfRun = isGood && this.#end !== undefined;
    await this.#reader!.close();
    await this.#keep(isGood, isEndOfRun);
    this.#isLast = true;
    if (!isEndOfRun) this.#reader = this.readers.from(this.#given);
  }

  async #keep(isGood: boolean, isWhole: boolean): Promise<void> {
    const end = this.#end;
    this.#end = undefined;
    await end?.(isGood, isWhole);
  }
}
