import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Usage } from '../cpu-time.ts';

/** Linux counts a process's time in hundredths of a second. */
const TICKS_PER_S = 100;

/** A process that renders one video after the other, as a renderer's slot does. */
export class WarmWorker {
  private readonly child: ChildProcess;
  private readonly ended = new AbortController();

  private constructor(child: ChildProcess) {
    this.child = child;
    child.once('exit', (code) => this.ended.abort(new Error(`the warm worker ended with ${code}`)));
  }

  /** Starts `module` and waits until it says that it is ready. */
  static async start(module: string, args: readonly string[], nodeFlags: readonly string[]): Promise<WarmWorker> {
    const child = fork(module, args, { execArgv: [...nodeFlags], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const worker = new WarmWorker(child);
    await worker.answer();
    return worker;
  }

  /** Renders once and says what the process and the programs it ran have used for that. */
  async render(): Promise<Usage> {
    const before = await this.cpuS();
    const startedAt = performance.now();
    this.child.send('render');
    await this.answer();
    return { wallS: (performance.now() - startedAt) / 1000, cpuS: (await this.cpuS()) - before };
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }

  private async answer(): Promise<void> {
    await once(this.child, 'message', { signal: this.ended.signal });
  }

  /** User and system time of the process and of the children it has waited for, killed ones included. */
  private async cpuS(): Promise<number> {
    const status = await readFile(`/proc/${this.child.pid!}/stat`, 'utf8');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / TICKS_PER_S, 0);
  }
}
