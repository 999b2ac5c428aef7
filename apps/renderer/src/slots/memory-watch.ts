import type { ChildProcess } from 'node:child_process';
import { heldMemory, processTree } from '#libs/render';
import { killTree } from './kill-tree.js';

/** Interval of measurements, ms. A process may exceed its limit for that long. */
const MEASURE_INTERVAL_MS = 200;

/** Measures the memory of a slot's process and its child processes together, and kills all of them beyond a limit. */
export class MemoryWatch {
  private readonly ended = new WeakSet<ChildProcess>();

  constructor(private readonly maxBytes: number) {}

  /** Watches a process until it exits. */
  start(child: ChildProcess): void {
    const timer = setInterval(() => void this.measure(child), MEASURE_INTERVAL_MS).unref();
    child.once('exit', () => clearInterval(timer));
  }

  /** Whether a process was killed for its use of memory. */
  hasEnded(child: ChildProcess): boolean {
    return this.ended.has(child);
  }

  private async measure(child: ChildProcess): Promise<void> {
    const pids = await processTree(child.pid!);
    if ((await heldMemory(pids)) <= this.maxBytes || child.exitCode !== null || child.signalCode !== null) return;
    this.ended.add(child);
    await killTree(child);
  }
}
