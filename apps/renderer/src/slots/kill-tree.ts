import type { ChildProcess } from 'node:child_process';
import { killGroup } from '#libs/encode';
import { processTree } from '#libs/render';

/**
 * Kills a process with all programs that it has started, which lead process groups of their own and would outlive it. It is
 * stopped first: while the tree is read it starts no other.
 */
export async function killTree(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGSTOP');
  const [, ...started] = await processTree(child.pid!);
  child.kill('SIGKILL');
  for (const pid of started) killGroup(pid);
}
