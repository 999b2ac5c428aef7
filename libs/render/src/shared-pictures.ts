import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeepPictures, KeptMeanwhile, KeptPictures, RunToKeep } from '#libs/encode';
import { isRunning, type SharedFilesOptions } from './shared-files.js';

/** Time after their last use for which pictures are kept, ms: the sizes of an order follow each other. */
const LIFE_MS = 10 * 60_000;
/** Largest parts of the budget: for the pictures of one run, and for those of one batch. */
const RUN_SHARE = 1 / 2;
const BATCH_SHARE = 2 / 3;
/** A run of fewer pictures is decoded for each size: to keep them costs more. */
const LEAST_PICTURES = 12;

/** `<batch>.<order>.<run>.<state>`, or, while a process writes it, `<batch>.<order>.<run>.<process>-<bytes>.making`. */
const NAME =
  /^(?<batch>\w+)\.(?<order>\w+)\.(?<run>\w+)\.(?:(?<state>whole|part)|(?<pid>\d+)-(?<reserved>\d+)\.making)$/;

/** A file with pictures, finished or in the making. */
interface Entry {
  path: string;
  batch: string;
  order: string;
  run: string;
  state: 'whole' | 'part' | 'making' | 'left';
  bytes: number;
  usedAtMs: number;
}

/** A run, its order, and the batch that this belongs to. */
interface OwnedRun extends Pick<Entry, 'batch' | 'order' | 'run'> {
  wanted: RunToKeep;
}

/**
 * Decoded pictures of footage that the sizes of an order have: the first size that is rendered on a machine keeps them, and the
 * others read them, whichever process they are in. They are a copy of what a decoder gives, so any of them may be lost.
 */
export class SharedPictures {
  constructor(private readonly options: SharedFilesOptions) {}

  /** Keeps pictures of a file for an order. @param content names what the file contains */
  of(order: string, content: string): KeepPictures {
    return (wanted) => {
      const run = digest(JSON.stringify([content, wanted.run]));
      return this.open({ batch: digest(order.split(':')[0]!), order: digest(order), run, wanted });
    };
  }

  /** Removes pictures that were not used for ten minutes, and those that a process left unfinished. */
  async sweep(nowMs = Date.now()): Promise<void> {
    for (const { path, state, usedAtMs } of await this.entries()) {
      if (state === 'left' || (state !== 'making' && nowMs - usedAtMs > LIFE_MS)) await rm(path, { force: true });
    }
  }

  private async open(owned: OwnedRun): Promise<KeptPictures | KeptMeanwhile | null> {
    const entries = await this.entries();
    const same = entries.filter(({ order, run }) => order === owned.order && run === owned.run);
    const kept = same.find(({ state }) => state === 'whole' || state === 'part');
    if (kept) {
      const now = new Date();
      await utimes(kept.path, now, now);
      return { file: kept.path, isWhole: kept.state === 'whole' };
    }
    return same.some(({ state }) => state === 'making') ? null : this.place(owned, entries);
  }

  /** A file for the pictures of a run, if there is room for them once those that were used longest ago are removed. */
  private async place(
    { batch, order, run, wanted }: OwnedRun,
    entries: readonly Entry[],
  ): Promise<KeptMeanwhile | null> {
    const { folder, budgetBytes } = this.options;
    const { pictureBytes } = wanted;
    const of = (isOwn: (entry: Entry) => boolean): Entry[] => entries.filter(isOwn);
    const ordersBytes = bytesOf(of((entry) => entry.order === order)); // sizes that follow read them
    const batchBytes = BATCH_SHARE * budgetBytes - ordersBytes;
    const most = Math.min(RUN_SHARE * budgetBytes, batchBytes);
    const mostPictures = Math.floor(Math.min(wanted.pictures, most / pictureBytes));
    if (mostPictures < LEAST_PICTURES) return null;
    const reserved = mostPictures * pictureBytes;
    const earlier = of((entry) => entry.batch === batch && entry.order !== order);
    const earlierBytes = await makeRoom(earlier, batchBytes - reserved);
    if (earlierBytes === null) return null;
    const others = of((entry) => entry.batch !== batch);
    if ((await makeRoom(others, budgetBytes - reserved - ordersBytes - earlierBytes)) === null) return null;
    await mkdir(folder, { recursive: true });
    const name = join(folder, `${batch}.${order}.${run}`);
    const file = `${name}.${process.pid}-${reserved}.making`;
    await writeFile(file, '', { flag: 'wx' }); // others see that it is being made
    return {
      ...{ file, mostPictures },
      end: async (isGood, isWhole) => {
        const { size } = await stat(file).catch(() => ({ size: 0 }));
        const pictures = isGood ? Math.floor(size / pictureBytes) : 0;
        if (pictures === 0) return rm(file, { force: true });
        await truncate(file, pictures * pictureBytes);
        await rename(file, `${name}.${isWhole && pictures < mostPictures ? 'whole' : 'part'}`);
      },
    };
  }

  private async entries(): Promise<Entry[]> {
    const names = await readdir(this.options.folder).catch(() => []);
    const entries = names.map(async (name): Promise<Entry[]> => {
      const parts = NAME.exec(name)?.groups;
      if (!parts) return [];
      const path = join(this.options.folder, name);
      const { size, mtimeMs: usedAtMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
      const { batch = '', order = '', run = '', pid, reserved } = parts;
      const isMade = isRunning(Number(pid)) && Date.now() - usedAtMs < LIFE_MS; // another may have its number now
      const state = pid === undefined ? (parts['state'] as 'whole' | 'part') : isMade ? 'making' : 'left';
      return [{ path, batch, order, run, state, bytes: Math.max(size, Number(reserved ?? 0)), usedAtMs }];
    });
    return (await Promise.all(entries)).flat();
  }
}

/** Removes finished files, those used longest ago first, until all have at most `most` bytes; the bytes that stay, or null. */
async function makeRoom(entries: readonly Entry[], most: number): Promise<number | null> {
  let bytes = bytesOf(entries);
  for (const entry of entries.toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (bytes <= most) break;
    if (entry.state === 'making') continue;
    await rm(entry.path, { force: true });
    bytes -= entry.bytes;
  }
  return bytes <= most ? bytes : null;
}

function bytesOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0);
}

function digest(of: string): string {
  return createHash('sha256').update(of).digest('hex').slice(0, 32);
}
