import { readFile } from 'node:fs/promises';

/**
 * A process and all that it started, and theirs. Linux only: elsewhere, and of a process that has ended, itself alone. Those
 * that lead a process group of their own are found as well.
 */
export async function processTree(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '');
  const trees = children.split(' ').filter(Boolean).map(Number).map(processTree);
  return [pid, ...(await Promise.all(trees)).flat()];
}

/**
 * Bytes of memory that processes hold of their own: what only their end gives back. Code and files, which they share and the
 * kernel may drop, are left out. Linux only: 0 elsewhere, and of a process that has ended.
 */
export async function heldMemory(pids: readonly number[]): Promise<number> {
  const held = await Promise.all(pids.map(heldBy));
  return held.reduce((sum, bytes) => sum + bytes, 0);
}

async function heldBy(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  return 1024 * (kilobytes('RssAnon') + kilobytes('RssShmem'));
}
