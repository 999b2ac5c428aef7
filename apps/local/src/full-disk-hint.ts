import { statfsSync } from 'node:fs';

/** Number of free bytes below which PostgreSQL and NATS do not start. */
const SCARCE_BYTES = 32 * 1024 * 1024;

/** A sentence, after a space, when the disk of a folder is full or nearly so; otherwise empty. */
export function fullDiskHint(folder: string): string {
  return freeBytes(folder) < SCARCE_BYTES
    ? ` The disk of ${folder} is full; everything continues once there is room.`
    : '';
}

/** Free bytes of the folder's disk; infinite for a folder that is gone. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
