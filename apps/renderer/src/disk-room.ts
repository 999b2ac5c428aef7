import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { RenderError } from './render-error.js';

/** Pause between two measurements, ms. Within it, files may grow beyond their room. */
const LOOK_INTERVAL_MS = 500;

/** Bytes that `folder` holds and its file system would still take. */
export async function bytesFor(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize + (await bytesIn(folder));
}

/** Room on the disk for what is drawn. */
export interface DiskRoom {
  /** Where it is drawn. */
  folder: string;
  maxBytes: number;
  /** What all files of the video may take, for the message. */
  totalBytes: number;
}

/**
 * Ends `work` when what it writes takes more than there is room for, before the disk is full: others write there too.
 *
 * @throws RenderError RENDER_FAILED that names the sum, or what `work` throws
 */
export async function withinRoom<T>(
  { folder, maxBytes, totalBytes }: DiskRoom,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const tooLarge = new AbortController();
  const message = `The video takes more than ${Math.round(totalBytes / 1e6)} MB of disk to draw, its files included`;
  const look = async () => {
    if ((await bytesIn(folder)) > maxBytes) tooLarge.abort(new RenderError('RENDER_FAILED', message));
  };
  const timer = setInterval(() => void look(), LOOK_INTERVAL_MS);
  try {
    return await work(AbortSignal.any([signal, tooLarge.signal]));
  } finally {
    clearInterval(timer);
  }
}

/** Bytes of all files below a folder. A file that is deleted meanwhile counts as empty. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  let bytes = 0;
  for (const file of files) bytes += await sizeOf(file);
  return bytes;
}

/** Bytes of a file; 0 where there is none. */
export async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ size: 0 }))).size;
}
