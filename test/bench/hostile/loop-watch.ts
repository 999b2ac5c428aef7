import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** How long a health port took to answer since the last look, ms, the longest by service. */
export type Holds = Record<string, number>;

/** Asks health ports every 20 ms whether they live: an event loop that is held answers when it is let go. */
export class LoopWatch {
  private readonly worker: Worker;

  constructor(urls: Readonly<Record<string, string>>) {
    this.worker = new Worker(new URL('./loop-watch-thread.ts', import.meta.url), { workerData: urls });
  }

  /** What was seen since this was last called; asks once more first. */
  async take(): Promise<Holds> {
    const answer = once(this.worker, 'message') as Promise<[Holds]>;
    this.worker.postMessage(null);
    return (await answer)[0];
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
