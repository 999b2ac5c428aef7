import type { ChildProcess } from 'node:child_process';
import { cpuTimeMs } from '#libs/render';
import { killTree } from './kill-tree.js';
import { PULSE_INTERVAL_MS } from './pulse.js';

/**
 * Multiple of the limit after which a silent process counts as stuck, however little CPU time a busy machine gives it.
 */
const MOST_LIMITS = 3;

/** The time since the last sign of life of a process that has tasks. */
interface Silence {
  silentMs: number;
  /** CPU time used in it, ms; null where the system does not measure it. */
  cpuMs: number | null;
}

/** Whether a process is blocked: silent for too long, and not for want of CPU time. */
export function isBlocked({ silentMs, cpuMs }: Silence, limitMs: number): boolean {
  if (silentMs <= limitMs) return false;
  return cpuMs === null || cpuMs >= limitMs / 2 || silentMs > MOST_LIMITS * limitMs;
}

/**
 * Kills a slot's process that has tasks but gives no sign of life for too long, because a frame or a file blocks it.
 */
export class PulseWatch {
  private readonly ended = new WeakSet<ChildProcess>();

  constructor(private readonly limitMs: number) {}

  /**
   * Watches a process until it exits; any message is a sign of life. Counts intervals, not time: a pause of the whole machine
   * is one interval.
   */
  start(child: ChildProcess, isBusy: () => boolean): void {
    let silentMs = 0;
    let cpuBeforeMs: number | null = null;
    const look = async (): Promise<void> => {
      silentMs = isBusy() ? silentMs + PULSE_INTERVAL_MS : 0;
      const cpuNowMs = await cpuTimeMs(child.pid!);
      if (silentMs <= PULSE_INTERVAL_MS) cpuBeforeMs = cpuNowMs;
      const cpuMs = cpuNowMs === null || cpuBeforeMs === null ? null : cpuNowMs - cpuBeforeMs;
      if (isBlocked({ silentMs, cpuMs }, this.limitMs)) await this.end(child);
    };
    const timer = setInterval(() => void look(), PULSE_INTERVAL_MS).unref();
    child.on('message', () => (silentMs = 0));
    child.once('exit', () => clearInterval(timer));
  }

  /** Whether a process was killed for its silence. */
  hasEnded(child: ChildProcess): boolean {
    return this.ended.has(child);
  }

  private async end(child: ChildProcess): Promise<void> {
    this.ended.add(child);
    await killTree(child);
  }
}
