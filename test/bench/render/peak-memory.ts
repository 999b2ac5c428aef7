import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const SAMPLE_MS = 150;

/** The most memory a command and its descendants held at once, as {@link mostMemory}. */
export async function peakMemory(command: readonly string[]): Promise<number> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const exit = once(child, 'exit') as Promise<[number]>;
  const most = await mostMemory(() => [child.pid!], exit);
  const [code] = await exit;
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return most;
}

/**
 * The most memory that a process held at once with its descendants until some work ended, bytes. Shared pages count
 * once (PSS); the memory is sampled. Linux only.
 */
export async function mostMemory(processes: () => readonly number[], work: Promise<unknown>): Promise<number> {
  let [most, isOver] = [0, false];
  const end = (): void => void (isOver = true);
  work.then(end, end);
  while (!isOver) {
    for (const pid of processes()) most = Math.max(most, await memoryOf(pid));
    await pause(SAMPLE_MS);
  }
  return most;
}

async function memoryOf(root: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid)) parents.set(pid, await parentOf(pid));
  }
  const isOurs = (pid: number): boolean => pid === root || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  let bytes = 0;
  for (const pid of parents.keys()) if (isOurs(pid)) bytes += await sizeOf(pid);
  return bytes;
}

/** The parent of a process; 0 for one that has ended meanwhile. */
async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

async function sizeOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
}
