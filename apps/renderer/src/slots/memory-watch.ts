import type { ChildProcess } from 'node:child_process';
import { killGroup } from '#libs/encode';
import { heldMemory, processTree } from './process-memory.js';

/** Pause between two looks, ms: so long a process may grow beyond its limit. */
const LOOK_INTERVAL_MS = 200;

/** Watches over what a slot's process and the programs it started hold together, and ends all of them beyond a limit. */
export class MemoryWatch {
  private readonly ended = new WeakSet<ChildProcess>();

  constructor(private readonly maxBytes: number) {}

  /** Begins to watch a process; ends with it. */
  start(child: ChildProcess): void {
    const timer = setInterval(() => void this.look(child), LOOK_INTERVAL_MS).unref();
    child.once('exit', () => clearInterval(timer));
  }

  /** Whether a process was ended for what it held. */
  hasEnded(child: ChildProcess): boolean {
    return this.ended.has(child);
  }

  private async look(child: ChildProcess): Promise<void> {
    const pids = await processTree(child.pid!);
    if ((await heldMemory(pids)) <= this.maxBytes || child.exitCode !== null || child.signalCode !== null) return;
    this.ended.add(child);
    child.kill('SIGKILL'); // first: it would start other programs
    const [, ...started] = pids;
    for (const pid of started) killGroup(pid);
  }
}
