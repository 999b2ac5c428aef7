/** What a {@link Repeater} does and how often. */
export interface Repeated {
  /** One round; resolves to true when there is more to do at once. */
  run: () => Promise<unknown>;
  /** Pause between rounds, ms. */
  intervalMs: number;
  /** Told of every round that threw; the next round comes all the same. */
  onError: (error: unknown) => void;
}

/**
 * Runs a task round after round, never two at once, until stopped. `kick` starts a round without waiting for the
 * interval: call it after a commit, so that the poll is only the safety net.
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

  /** Resolves when the round in progress has ended; none follows. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.finished;
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
