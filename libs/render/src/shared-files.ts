import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errnoOf } from '#libs/errors';

/** Settings of shared files; serializable. */
export interface SharedFilesOptions {
  /** For all processes of one machine that render. It may be lost at any time. */
  folder: string;
  budgetBytes: number;
}

/** A file that several videos have, and the path at which one of them wants it. */
interface WantedFile {
  /** Everything on which its content depends. */
  of: unknown;
  output: string;
  signal?: AbortSignal | undefined;
}

/** Time after its last use for which a file is kept, ms: sizes of an order and rows of a batch follow each other. */
const LIFE_MS = 30 * 60_000;
/** Most time for which a process waits for a file that another one makes, ms; then it makes its own. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 100;
/** Suffix of the file by which a process announces that it makes one; it contains the number of the process. */
const ANNOUNCED = 'making';

/**
 * Files that several videos have: the sound of the sizes of an order, or of the rows of a batch; what an order has fetched.
 * Each is made once for all processes that share the folder, where it is kept as `<hash of what it depends on>.<hash of its
 * content>`.
 */
export class SharedFiles {
  /** Announcements of this process. */
  private readonly announced = new Set<string>();

  constructor(private readonly options: SharedFilesOptions) {}

  /**
   * Brings a file to `output`: the one that another video has made, else the one that `make` writes there. It is not
   * changed afterwards.
   *
   * @returns its SHA-256, hex; null if `make` has written none, or one that is too large to be kept
   * @throws what `make` throws, or the signal's reason after an abort
   */
  async bring({ of, output, signal }: WantedFile, make: () => Promise<void>): Promise<string | null> {
    const key = sha256().update(JSON.stringify(of)).digest('hex');
    const announcement = join(this.options.folder, `${key}.${ANNOUNCED}`);
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      const taken = await this.take(key, output);
      if (taken !== null) return taken;
      if ((await this.announce(announcement)) || performance.now() > untilMs) break;
      await delay(LOOK_MS, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
    try {
      await make();
      return await this.keep(key, output);
    } finally {
      this.announced.delete(announcement);
      await rm(announcement, { force: true });
    }
  }

  /** Removes files that were not used for half an hour, and the least recently used ones beyond the budget. */
  async sweep(nowMs = Date.now()): Promise<void> {
    let bytes = 0;
    for (const { path, size, usedAtMs } of await this.entries()) {
      bytes += size;
      if (bytes > this.options.budgetBytes || nowMs - usedAtMs > LIFE_MS) await rm(path, { force: true });
    }
  }

  /** Links a kept file to `output`. One that is not what was kept is removed. */
  private async take(key: string, output: string): Promise<string | null> {
    const entries = await this.entries();
    const found = entries.find(({ path }) => basename(path).startsWith(`${key}.`) && !path.endsWith(ANNOUNCED));
    if (!found || Date.now() - found.usedAtMs > LIFE_MS) return null;
    try {
      await link(found.path, output);
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null; // swept meanwhile
      throw error;
    }
    const content = await sha256Of(output);
    if (found.path.endsWith(`.${content}`)) {
      const now = new Date();
      await utimes(output, now, now); // both names are of one file
      return content;
    }
    await rm(output);
    await rm(found.path, { force: true });
    return null;
  }

  /** Announces that this process makes a file; false if another one does. */
  private async announce(announcement: string): Promise<boolean> {
    await mkdir(this.options.folder, { recursive: true });
    try {
      await writeFile(announcement, `${process.pid}`, { flag: 'wx' });
      this.announced.add(announcement);
      return true;
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
    const pid = Number(await readFile(announcement, 'utf8').catch(() => '0'));
    const isHeld = pid === process.pid ? this.announced.has(announcement) : isRunning(pid);
    if (!isHeld) await rm(announcement, { force: true });
    return false;
  }

  private async keep(key: string, file: string): Promise<string | null> {
    const { folder, budgetBytes } = this.options;
    const { size } = await stat(file).catch(() => ({ size: Infinity }));
    if (size > budgetBytes) return null;
    const content = await sha256Of(file);
    const path = join(folder, `${key}.${content}`);
    await link(file, `${path}.${process.pid}`);
    await rename(`${path}.${process.pid}`, path);
    await this.sweep();
    return content;
  }

  /** All files, the one used last first. */
  private async entries(): Promise<{ path: string; size: number; usedAtMs: number }[]> {
    const names = await readdir(this.options.folder).catch(() => []);
    const entries = names.map(async (name) => {
      const path = join(this.options.folder, name);
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { path, size, usedAtMs: mtimeMs };
    });
    return (await Promise.all(entries)).sort((a, b) => b.usedAtMs - a.usedAtMs);
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = sha256();
  for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest('hex');
}

function sha256(): ReturnType<typeof createHash> {
  return createHash('sha256');
}

/** Whether a process of this machine runs. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
}
