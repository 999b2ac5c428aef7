import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A video of a manifest. */
export interface ManifestEntry {
  /** From 1. */
  row: number;
  size: string;
  output: string;
  status: 'waiting' | 'done' | 'kept' | 'failed';
  bytes?: number;
  /** Seconds of the video. */
  duration?: number;
  /** Seconds that rendering took. */
  took?: number;
  error?: { code: string; message: string; retryable: boolean };
}

/** The file that says what became of each row. It is written after every video, and is complete at any time. */
export class Manifest {
  private writing: Promise<void> = Promise.resolve();

  constructor(
    readonly path: string,
    private readonly facts: { template: string; data: string },
    readonly videos: ManifestEntry[],
  ) {}

  /** Changes an entry and writes the file. */
  async settle(index: number, change: Partial<ManifestEntry>): Promise<void> {
    Object.assign(this.videos[index]!, change);
    await this.write();
  }

  write(): Promise<void> {
    this.writing = this.writing.then(async () => {
      await mkdir(dirname(this.path), { recursive: true });
      const text = `${JSON.stringify({ ...this.facts, counts: this.counts, videos: this.videos }, null, 1)}\n`;
      await writeFile(`${this.path}.part`, text);
      await rename(`${this.path}.part`, this.path);
    });
    return this.writing;
  }

  get counts(): Record<ManifestEntry['status'], number> {
    const counts = { waiting: 0, done: 0, kept: 0, failed: 0 };
    for (const { status } of this.videos) counts[status] += 1;
    return counts;
  }
}
