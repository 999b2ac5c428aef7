/** A kind of file whose length may decide a time. */
export const TIMED_KINDS = ['video', 'audio', 'caption', 'lottie'] as const;
export type TimedKind = (typeof TIMED_KINDS)[number];

/** A file whose length decides a time, and a place in the document that names it. */
export interface FileToMeasure {
  kind: TimedKind;
  url: string;
  /** `pages[0].layers[2].source_url`. */
  field: string;
}

/** Seconds of measured files, by {@link lengthKey}. */
export type MeasuredLengths = ReadonlyMap<string, number>;

export function lengthKey({ kind, url }: Pick<FileToMeasure, 'kind' | 'url'>): string {
  return `${kind} ${url}`;
}

/** The lengths of files, which remembers those that were asked for and are not known. */
export class FileLengths {
  readonly #unmeasured = new Map<string, FileToMeasure>();

  constructor(private readonly measured: MeasuredLengths) {}

  /** Seconds of the file; undefined if it was not measured. */
  of(file: FileToMeasure): number | undefined {
    const key = lengthKey(file);
    const known = this.measured.get(key);
    if (known === undefined && !this.#unmeasured.has(key)) this.#unmeasured.set(key, file);
    return known;
  }

  /** The files that were asked for and are not known, each once. */
  get unmeasured(): FileToMeasure[] {
    return [...this.#unmeasured.values()];
  }
}
