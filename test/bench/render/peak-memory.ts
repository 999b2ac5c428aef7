import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const SAMPLE_MS = 150;

/**
 * The most memory a command and its descendants held at once, bytes: shared pages counted once (PSS), sampled. Linux only.
 */
export async function peakMemory(command: readonly string[]): Promise<number> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const exit = once(child, 'exit') as Promise<[number]>;
  let most = 0;
  while (child.exitCode === null && child.signalCode === null) {
    most = Math.max(most, await memoryOf(child.pid!));
    await pause(SAMPLE_MS);
  }
  const [code] = await exit;
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
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

/** A process that ends while it is looked at has no parent and no size. */
async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

async function sizeOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
}
