import { setTimeout as delay } from 'node:timers/promises';
import type { Child, Exit } from '#libs/embedded';
import { countEarlyEnds, restartDelayMs } from './restart-delay.js';

/** Starts the process once; called again after each end. */
export type Launch = () => Promise<Child>;

/** Reports about a process. A hook must not throw: the process would not be started again. */
export interface SupervisionHooks {
  /** Called after every start, and with undefined after every end. */
  onChange(child: Child | undefined): void;
  onEnd(exit: Exit | Error, pauseMs: number): void;
}

/** Keeps one process running until it is stopped: started again 1 to 30 s after it ended. */
export class SupervisedProcess {
  private readonly stopping = new AbortController();
  private first: Promise<Child> | undefined;
  private child: Child | undefined;
  private earlyEnds = 0;
  private loop: Promise<void> = Promise.resolve();

  constructor(
    readonly name: string,
    private readonly launch: Launch,
    private readonly hooks: SupervisionHooks,
  ) {}

  /** Starts it and, from then on, keeps it running; rejects when the very first start fails. */
  async start(): Promise<void> {
    const startedAt = Date.now();
    this.first = this.launch();
    const child = await this.first;
    if (this.isStopping()) throw new Error(`${this.name} was stopped while it was being started`);
    this.adopt(child);
    this.loop = this.keepRunning(child, startedAt);
  }

  /** Early ends in a row; 0 while the first start lasts. */
  get failures(): number {
    return this.earlyEnds;
  }

  /** Asks it to end and kills it, with all it started in its group, after `graceMs`. */
  async stop(signal: NodeJS.Signals, graceMs: number): Promise<void> {
    this.stopping.abort();
    const child = this.child ?? (await this.first?.catch(() => undefined));
    await child?.stop(signal, graceMs);
    await this.loop;
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private adopt(child: Child): void {
    this.child = child;
    this.hooks.onChange(child);
  }

  private async keepRunning(first: Child, firstStartedAt: number): Promise<void> {
    let running: Child | undefined = first;
    let startedAt = firstStartedAt;
    while (running) {
      const exit: Exit = await running.exited;
      this.child = undefined;
      this.hooks.onChange(undefined);
      running = await this.startAgain(exit, Date.now() - startedAt);
      startedAt = Date.now();
    }
  }

  /** Tries until a start succeeds; undefined once the process is to be stopped. */
  private async startAgain(exit: Exit, ranMs: number): Promise<Child | undefined> {
    let end: Exit | Error = exit;
    let lastedMs = ranMs;
    for (;;) {
      if (this.isStopping()) return undefined;
      this.earlyEnds = countEarlyEnds(this.earlyEnds, lastedMs);
      const pauseMs = restartDelayMs(this.earlyEnds);
      this.hooks.onEnd(end, pauseMs);
      try {
        await delay(pauseMs, undefined, { signal: this.stopping.signal });
        const child = await this.launch();
        this.adopt(child);
        if (!this.isStopping()) return child;
        await child.stop('SIGTERM', 5_000); // stopped while it was being started
      } catch (error) {
        end = error as Error;
        lastedMs = 0;
      }
    }
  }
}
