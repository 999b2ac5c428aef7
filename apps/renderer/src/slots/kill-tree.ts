import type { ChildProcess } from 'node:child_process';
import { killGroup } from '#libs/encode';
import { processTree } from './process-memory.js';

/** Kills a process with the programs that it has started. */
export async function killTree(child: ChildProcess): Promise<void> {
  const [, ...started] = await processTree(child.pid!);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL'); // first, or it would start other programs
  for (const pid of started) killGroup(pid);
}
