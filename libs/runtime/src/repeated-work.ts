import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Logger } from './logger.js';
import { Repeater } from './repeater.js';

/**
 * The work that a module repeats while its application runs. It begins after the start and continues while handlers finish their
 * last messages and requests. It ends before database and NATS are closed: list it among the providers of the module, because
 * Nest ends global modules last, and of these first the one that was imported last.
 */
@Injectable()
export class RepeatedWork implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly repeaters: Repeater[] = [];

  constructor(private readonly log: Logger) {}

  /**
   * Adds work. Call it while the application is made, in a constructor.
   *
   * @param run one round; resolves to true to start the next round immediately
   * @param intervalMs pause between rounds
   * @param failure name of the warning that a failed round logs, or a function that logs another line; the next round follows
   * after the pause
   */
  repeat(run: () => unknown, intervalMs: number, failure: string | ((error: unknown) => void)): Repeater {
    const onError = typeof failure === 'string' ? (error: unknown) => this.log.warn(failure, { error }) : failure;
    const repeater = new Repeater({ run: async () => await run(), intervalMs, onError });
    this.repeaters.push(repeater);
    return repeater;
  }

  onApplicationBootstrap(): void {
    for (const repeater of this.repeaters) repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.repeaters.map((repeater) => repeater.stop()));
  }
}
