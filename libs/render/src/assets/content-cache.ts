import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { errnoOf } from '#libs/errors';

export interface CacheOptions {
  budgetBytes: number;
  /** Files used within this time are kept even beyond the budget, ms: parallel work may use them. */
  spareMs: number;
}

/** A file of the cache. */
interface Entry {
  name: string;
  bytes: number;
  usedAtMs: number;
}

/**
 * Fetched files by the hash of their content, in a folder owned by one process. The path of a file never changes. Files
 * of a video in progress are never removed; other files are, before it fetches and while it does.
 */
export class ContentCache {
  /** Adding and removing exclude each other: the added file could be one of the removed. */
  private readonly alone = pLimit(1);
  /** Times at which the work in progress began. */
  private readonly beginnings = new Set<{ atMs: number }>();
  /** Bytes of all files as far as known. */
  private bytes = 0;

  constructor(
    private readonly folder: string,
    private readonly options: CacheOptions,
  ) {}

  /** Creates the folder and removes partial files of a process that died. */
  async open(): Promise<void> {
    await rm(this.incoming, { recursive: true, force: true });
    await mkdir(this.incoming, { recursive: true });
  }

  /** An unused path to fetch into. */
  newPath(): string {
    return join(this.incoming, randomUUID());
  }

  /** Keeps every file that is used from now on until the returned function is called. */
  spareFromNowOn(): () => void {
    const beginning = { atMs: Date.now() };
    this.beginnings.add(beginning);
    return () => void this.beginnings.delete(beginning);
  }

  /**
   * Moves a fetched file into the cache.
   *
   * @returns the path of its content, and the paths that were removed to make room
   */
  keep(fetched: string, sha256: string): Promise<{ path: string; removed: string[] }> {
    return this.alone(async () => {
      const path = await this.takeIn(fetched, sha256);
      const { budgetBytes } = this.options;
      return { path, removed: this.bytes > budgetBytes ? await this.removeOldest(budgetBytes) : [] };
    });
  }

  /** Removes the least recently used files beyond the budget; returns their paths. */
  trim(): Promise<string[]> {
    return this.alone(() => this.removeOldest(this.options.budgetBytes));
  }

  /** Removes every file that no work uses; returns the paths. */
  empty(): Promise<string[]> {
    return this.alone(() => this.removeOldest(0));
  }

  private async takeIn(fetched: string, sha256: string): Promise<string> {
    const path = join(this.folder, sha256);
    try {
      await link(fetched, path);
      this.bytes += (await stat(path)).size;
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
    await rm(fetched);
    const now = new Date();
    await utimes(path, now, now);
    return path;
  }

  private async removeOldest(budgetBytes: number): Promise<string[]> {
    const begunAtMs = Math.min(...[...this.beginnings].map(({ atMs }) => atMs - 1));
    const usedBeforeMs = Math.min(begunAtMs, Date.now() - this.options.spareMs);
    const entries = (await this.entries()).sort((a, b) => b.usedAtMs - a.usedAtMs);
    let bytes = 0;
    let freed = 0;
    const removed: string[] = [];
    for (const entry of entries) {
      bytes += entry.bytes;
      if (bytes <= budgetBytes || entry.usedAtMs > usedBeforeMs) continue;
      const path = join(this.folder, entry.name);
      await rm(path, { force: true });
      removed.push(path);
      freed += entry.bytes;
    }
    this.bytes = bytes - freed;
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
