import { readFile } from 'node:fs/promises';

/**
 * A process with all its descendants, those in other process groups included. Linux only: elsewhere, and for a process that
 * has ended, the process alone.
 */
export async function processTree(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '');
  const trees = children.split(' ').filter(Boolean).map(Number).map(processTree);
  return [pid, ...(await Promise.all(trees)).flat()];
}

/**
 * Bytes of private memory of processes (RssAnon and RssShmem). Mapped code and files, which processes share and the kernel may
 * drop, do not count. Linux only: 0 elsewhere, and for a process that has ended.
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
