import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';

export interface CacheOptions {
  budgetBytes: number;
  /** Files used within this time stay, budget or not, ms: work that overlaps may be using them. */
  spareMs: number;
}

/** A file of the cache. */
interface Entry {
  name: string;
  bytes: number;
  usedAtMs: number;
}

/**
 * Fetched files by the hash of their content, in one folder that one process owns. A file keeps its path as long as it is
 * there, and nothing is removed but by {@link trim}, so a video in work never loses one.
 */
export class ContentCache {
  /** A file is not taken in while others are removed: it may be one of them. */
  private readonly alone = pLimit(1);

  constructor(
    private readonly folder: string,
    private readonly options: CacheOptions,
  ) {}

  /** Makes the folder, and removes what a process that died left half fetched. */
  async open(): Promise<void> {
    await rm(this.incoming, { recursive: true, force: true });
    await mkdir(this.incoming, { recursive: true });
  }

  /** A path nobody uses, to fetch into. */
  newPath(): string {
    return join(this.incoming, randomUUID());
  }

  /** Takes a fetched file in and says where its content lies from now on; the fetched file is gone afterwards. */
  keep(fetched: string, sha256: string): Promise<string> {
    return this.alone(() => this.takeIn(fetched, sha256));
  }

  /** Removes the files used longest ago until the rest fits the budget; returns their paths. */
  trim(): Promise<string[]> {
    return this.alone(() => this.removeOldest(Date.now() - this.options.spareMs));
  }

  private async takeIn(fetched: string, sha256: string): Promise<string> {
    const path = join(this.folder, sha256);
    await link(fetched, path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
    await rm(fetched);
    const now = new Date();
    await utimes(path, now, now);
    return path;
  }

  private async removeOldest(usedBeforeMs: number): Promise<string[]> {
    const entries = (await this.entries()).sort((a, b) => b.usedAtMs - a.usedAtMs);
    let bytes = 0;
    const removed: string[] = [];
    for (const entry of entries) {
      bytes += entry.bytes;
      if (bytes <= this.options.budgetBytes || entry.usedAtMs > usedBeforeMs) continue;
      const path = join(this.folder, entry.name);
      await rm(path, { force: true });
      removed.push(path);
    }
    return removed;
  }

  private get incoming(): string {
    return join(this.folder, 'incoming');
  }

  private async entries(): Promise<Entry[]> {
    const found = await readdir(this.folder, { withFileTypes: true });
    const files = found.filter((entry) => entry.isFile());
    return Promise.all(
      files.map(async ({ name }) => {
        const { size, mtimeMs } = await stat(join(this.folder, name));
        return { name, bytes: size, usedAtMs: mtimeMs };
      }),
    );
  }
}
