import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { RenderError } from './render-error.js';

/** Pause between two measurements, ms. Within it, files may grow beyond their room. */
const MEASURE_INTERVAL_MS = 500;

/** Bytes that `folder` contains plus those that are free in its file system. */
export async function bytesFor(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize + (await bytesIn(folder));
}

/** Disk space of a process that renders, bytes. */
export interface DiskShare {
  /** Bytes in total: fetched, cached and rendered files. */
  total: number;
  /** Bytes for cached files of earlier videos. */
  cache: number;
}

/** Disk space for one video while it is drawn. */
export interface DiskRoom {
  /** The video's work folder. */
  folder: string;
  maxBytes: number;
  /** Limit for all files of the video, for the message. */
  totalBytes: number;
}

/**
 * Aborts `work` when its files outgrow their space, before the disk is full: other slots write to the same disk.
 *
 * @throws RenderError RENDER_FAILED that states the limit, or the error of `work`
 */
export async function withinRoom<T>(
  { folder, maxBytes, totalBytes }: DiskRoom,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const tooLarge = new AbortController();
  const message = `The video takes more than ${Math.round(totalBytes / 1e6)} MB of disk to draw, its files included`;
  const measure = async () => {
    if ((await bytesIn(folder)) > maxBytes) tooLarge.abort(new RenderError('RENDER_FAILED', message));
  };
  const timer = setInterval(() => void measure(), MEASURE_INTERVAL_MS);
  try {
    return await work(AbortSignal.any([signal, tooLarge.signal]));
  } finally {
    clearInterval(timer);
  }
}

/** The space left for drawing: the share less the cache or the video's own files, whichever is larger. */
export async function roomFor(
  ownFiles: Iterable<string>,
  { total, cache }: DiskShare,
): Promise<Omit<DiskRoom, 'folder'>> {
  let own = 0;
  for (const file of new Set(ownFiles)) own += await fileSizeOf(file);
  return { maxBytes: total - Math.max(own, cache), totalBytes: total };
}

/** Bytes of all files below a folder. A file that is deleted during the call counts as empty. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  let bytes = 0;
  for (const file of files) bytes += await fileSizeOf(file);
  return bytes;
}

/** Bytes of a file; 0 for a missing one. */
export async function fileSizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ size: 0 }))).size;
}
