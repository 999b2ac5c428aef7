import { readFile } from 'node:fs/promises';
import type { RenderCost } from '#libs/contracts';
import { processTree } from './process-tree.js';

/** Milliseconds of a clock tick in /proc (proc_pid_stat(5)): 10 on every Linux that Node runs on. */
const TICK_MS = 10;
/** Place of `utime` among the fields that follow a process's name; `stime`, `cutime` and `cstime` come after it. */
const FIRST_TIME = 11;

/**
 * Measures the CPU time of a render attempt: of this process and of the programs that it starts. Other work of the process
 * counts, too.
 */
export class CpuMeter {
  private framesMs = 0;

  private constructor(private readonly begunMs: number | null) {}

  static async start(): Promise<CpuMeter> {
    return new CpuMeter(await cpuTimeMs(process.pid));
  }

  /** Runs the work on the frames; its CPU time grows with their number and is counted apart. */
  async frames<T>(work: () => Promise<T>): Promise<T> {
    const before = await cpuTimeMs(process.pid);
    const result = await work();
    this.framesMs += ((await cpuTimeMs(process.pid)) ?? 0) - (before ?? 0);
    return result;
  }

  /** The time since the start; undefined where the system does not measure it. */
  async cost(): Promise<RenderCost | undefined> {
    const nowMs = await cpuTimeMs(process.pid);
    if (nowMs === null || this.begunMs === null) return undefined;
    const framesMs = Math.max(0, this.framesMs);
    return { frames_ms: framesMs, fixed_ms: Math.max(0, nowMs - this.begunMs - framesMs) };
  }
}

/** CPU milliseconds that a process and its descendants have used so far, also those that have ended; null outside of Linux. */
export async function cpuTimeMs(pid: number): Promise<number | null> {
  const times = await Promise.all((await processTree(pid)).map(timeOf));
  const [own] = times;
  return own === null ? null : times.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
}

/** Milliseconds that the cores of the machine have been idle so far, added up; null outside of Linux. */
export async function idleTimeMs(): Promise<number | null> {
  const stat = await readFile('/proc/stat', 'latin1').catch(() => null);
  const idle = stat?.match(/^cpu +\d+ \d+ \d+ (\d+)/)?.[1];
  return idle === undefined ? null : Number(idle) * TICK_MS;
}

async function timeOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // a program's name may hold blanks
  return fields.slice(FIRST_TIME, FIRST_TIME + 4).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
}
