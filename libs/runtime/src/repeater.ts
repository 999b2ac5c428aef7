import { setTimeout as delay } from 'node:timers/promises';

/** The round of a {@link Repeater} and its interval. */
export interface Repeated {
  /** One round; resolves to true to start the next round immediately. */
  run: () => Promise<unknown>;
  /** Pause between rounds, ms. */
  intervalMs: number;
  /** Called for each failed round; the loop continues. Also called for a round that outlasts the grace of `stop`. */
  onError: (error: unknown) => void;
  /** Time for which stopping waits for the round in progress, ms (default 10,000). */
  graceMs?: number;
}

/**
 * Default grace, ms. A silent connection is abandoned within this time, which ends most rounds that would last longer.
 */
const GRACE_MS = 10_000;

/**
 * Runs a task in rounds, one at a time, until stopped. `kick` starts a round without waiting for the interval: call it
 * after a commit, so that polling is only the fallback.
 */
export class Repeater {
  private stopped = false;
  private kicked = false;
  private wake: () => void = () => undefined;
  private finished: Promise<void> = Promise.resolve();

  constructor(private readonly task: Repeated) {}

  start(): void {
    this.finished = this.loop();
  }

  kick(): void {
    this.kicked = true;
    this.wake();
  }

  /** Stops the loop. Resolves when the round in progress has ended or its grace is over. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    const { graceMs = GRACE_MS, onError } = this.task;
    const tooLong = new Error(`a round was still running ${graceMs} ms after it should have ended`);
    const isOver = new AbortController();
    const grace = delay(graceMs, true, { signal: isOver.signal }).catch(() => false);
    const isCut = await Promise.race([this.finished.then(() => false), grace]);
    isOver.abort();
    if (isCut) onError(tooLong);
  }

  private async loop(): Promise<void> {
    while (!this.stopped) {
      this.kicked = false;
      const again = await this.round();
      if (!again && !this.isKicked()) await this.pause();
    }
  }

  private async round(): Promise<boolean> {
    try {
      return (await this.task.run()) === true;
    } catch (error) {
      this.task.onError(error);
      return false;
    }
  }

  private isKicked(): boolean {
    return this.kicked || this.stopped;
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.task.intervalMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
